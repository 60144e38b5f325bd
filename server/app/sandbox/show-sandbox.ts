// What a developer can know about the sandbox: its magic values, and what its bank answers.
import {
  type BankAnswers,
  MAGIC_PAYINS,
  MAGIC_PAYOUTS,
  MAGIC_UTRS,
  type MagicAmount,
  type MagicUtr,
} from '../../domain/sandbox/magic-values.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import { readSandboxFaults } from '../../store/sandbox/sandbox-faults.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherReader } from '../request/caller.ts';
import type { SandboxFaultBody } from './faults.ts';

export type MagicValueBody = {
  kind: 'payin_amount' | 'payout_amount' | 'utr';
  /** Null of a UTR. */
  amount_cents: number | null;
  /** Null of an amount. */
  utr_beginning: string | null;
  name: string;
  what: string;
  /** Null if the request is refused. */
  state: string | null;
  state_reason: string | null;
  refused: string | null;
};

export type SandboxBody = {
  merchant_id: string;
  bank_answers: BankAnswers;
  bank_delay_seconds: number;
  magic_values: MagicValueBody[];
  faults: SandboxFaultBody[];
};

function endOf({ ends }: MagicAmount | MagicUtr) {
  if ('refused' in ends) return { state: null, state_reason: null, refused: ends.refused };
  return { ...ends, refused: null };
}

const amounts = (kind: 'payin_amount' | 'payout_amount', rows: readonly MagicAmount[]) =>
  rows.map((row): MagicValueBody => {
    const { amount_cents, name, what } = row;
    const shown = { amount_cents: toWireInteger(amount_cents), utr_beginning: null };
    return { kind, ...shown, name, what, ...endOf(row) };
  });

const MAGIC_VALUES: readonly MagicValueBody[] = [
  ...amounts('payin_amount', MAGIC_PAYINS),
  ...amounts('payout_amount', MAGIC_PAYOUTS),
  ...MAGIC_UTRS.map((row): MagicValueBody => {
    const { beginning: utr_beginning, name, what } = row;
    return { kind: 'utr', amount_cents: null, utr_beginning, name, what, ...endOf(row) };
  }),
];

export async function showSandbox(
  app: App,
  caller: Caller,
  { merchant_id }: Readonly<Record<string, string>>,
): Promise<SandboxBody | Refusal> {
  const refused = refuseOtherReader(caller, merchant_id);
  if (refused !== null) return refused;
  const { sandbox_bank: bank } = app;
  const faults = await readSandboxFaults(app.store.db);
  return {
    merchant_id: caller.merchant.merchant_id,
    bank_answers: bank?.answers ?? 'off',
    bank_delay_seconds: (bank?.delay_ms ?? 0) / 1_000,
    magic_values: [...MAGIC_VALUES],
    faults: faults
      .filter(({ token_id }) => token_id === caller.token.token_id)
      .map(({ fault, times_left }) => ({ fault, times_left })),
  };
}
