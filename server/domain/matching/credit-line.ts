// Credits a line to a merchant's balance without a trade, or charges it with money that the bank
// took: for money whose owner is known although no order asked for it.

import type { ReviewLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import { lineEntry, undoLineEntry } from '../batch/entries.ts';
import { balanceOf, type World } from '../batch/world.ts';
import { type Reviewed, suspense } from '../line/line-outcome.ts';
import type { BankLine, LineRecord } from '../record/bank-line.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';

const refuseMerchant = (code: 'unknown_value' | 'not_allowed', message: string): Refusal =>
  refuseFields([{ field: 'merchant_id', code, message }]);

const available = (world: World, merchant_id: string, { currency }: BankLine): bigint =>
  balanceOf(world, merchant_id, 'available', currency);

export function creditLine(
  world: World,
  command: ReviewLine,
  line: BankLine,
  merchant_id: string,
): Reviewed | Refusal {
  const merchant = command.merchants.get(merchant_id);
  if (merchant === undefined) return refuseMerchant('unknown_value', 'is no merchant');
  const { balance_currency } = merchant;
  if (balance_currency !== line.currency) {
    const message = `has a balance in ${balance_currency}: the line is in ${line.currency}`;
    return refuseMerchant('not_allowed', message);
  }
  if (available(world, merchant_id, line) + line.amount_cents < 0n && line.amount_cents < 0n) {
    const detail = 'The merchant’s balance is smaller than what the bank took.';
    return refuse('insufficient_funds', detail);
  }
  const outcome = suspense(line, 'credited_to_merchant', [], world.now);
  return {
    outcome: { ...outcome, status: 'credited', merchant_id },
    changes: [lineEntry('match', line, merchant_id), lineEntry('line_received', line, merchant_id)],
  };
}

/** Null if the merchant no longer has the money. */
export function undoCredit(world: World, { line, outcome }: LineRecord): Change[] | null {
  const { merchant_id } = outcome;
  if (merchant_id === null) throw new Error(`Line ${line.bank_line_id} is credited to nobody`);
  const left = available(world, merchant_id, line) - line.amount_cents;
  if (left < 0n && line.amount_cents > 0n) return null;
  return [
    undoLineEntry('line_given_up', line, merchant_id),
    undoLineEntry('unmatch', line, merchant_id),
  ];
}
