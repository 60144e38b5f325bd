// What a process knows of the sandbox's simulated bank: which orders it answers by itself, and how
// soon. There is none in live mode.
import type { Trade } from '../../domain/record/trade.ts';
import { type BankAnswers, magicAmount, stepsFor } from '../../domain/sandbox/magic-values.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { putSandboxAnswer } from '../../store/sandbox/sandbox-answers.ts';

export type SandboxBankOptions = {
  readonly answers: Exclude<BankAnswers, 'off'>;
  readonly delay_ms: number;
};

export type SandboxBank = SandboxBankOptions & {
  /** The refusal that the amount of a new pay-in asks for. */
  refuses(amount_cents: bigint): Refusal | null;
  /** A new order, or a new claim: if the bank answers it, the job does so after the delay. */
  note(trade: Trade): Promise<void>;
};

export function createSandboxBank(
  db: Queryable,
  options: SandboxBankOptions,
  serviceTime: () => number,
): SandboxBank {
  const { answers, delay_ms } = options;
  return {
    ...options,
    refuses(requested_amount_cents) {
      const row = magicAmount({ direction: 'payin', requested_amount_cents });
      if (row === null || !('refused' in row.ends)) return null;
      const detail = `The sandbox refuses pay-ins of ${requested_amount_cents}: a magic value.`;
      return refuse(row.ends.refused, detail, { extra: { reason: 'sandbox' } });
    },
    async note(trade) {
      if (stepsFor(trade, answers).length === 0) return;
      const { merchant_id, trade_id } = trade;
      await putSandboxAnswer(db, { merchant_id, trade_id }, serviceTime() + delay_ms);
    },
  };
}
