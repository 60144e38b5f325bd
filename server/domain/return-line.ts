// Money of nobody's order goes back to its sender: by a pay-out of the house's own merchant, from
// there on the ordinary ways.
import type { BankLine } from './bank-line.ts';
import type { CreatePayout } from './command.ts';
import { created, newTrade } from './create-trade.ts';
import { type Reviewed, withTrade } from './line-outcome.ts';
import { returnEntry, tradeEntry } from './posting-rules.ts';
import { isRefusal, type Refusal, refuseFields } from './refusal.ts';
import { sumsOf } from './settlement.ts';
import type { World } from './world.ts';

/** The line's credit and the pay-out's hold are one decision: nobody can spend it in between. */
export function returnLine(world: World, line: BankLine, payout: CreatePayout): Reviewed | Refusal {
  if (line.amount_cents < 0n) {
    const message = 'went out: there is nothing to send back';
    return refuseFields([{ field: 'id', code: 'not_allowed', message }]);
  }
  if (payout.merchant.balance_currency !== line.currency) {
    throw new Error(`${payout.merchant.merchant_id} returns no ${line.currency}`);
  }
  const { amount_cents, currency } = line;
  const start = { amount_cents, receiving_account_id: null, exclusive: false, expires_at: null };
  const fields = { ...payout, amount_cents, currency };
  const trade = newTrade(fields, world.now, { ...start, state: 'created' });
  if (isRefusal(trade)) return trade;
  const { outcome, entry } = withTrade(line, trade, 'returned_to_sender', world.now);
  return {
    outcome: { ...outcome, status: 'returned' },
    changes: [
      entry,
      { kind: 'entry', entry: returnEntry(line, trade.merchant_id, 1n) },
      created(fields, trade),
      { kind: 'entry', entry: tradeEntry('payout_held', sumsOf(trade)) },
    ],
  };
}
