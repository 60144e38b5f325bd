// The trades whose entries a batch may undo: their postings are read only for these.
import type { Needs } from '../batch/needs.ts';
import type { World } from '../batch/world.ts';
import type { Trade } from '../record/trade.ts';

/**
 * Whether the books contain anything that could be undone. The difference of a bank line may be
 * undone even after its pay-in was reversed.
 */
const hasPosted = ({ direction, completed_at }: Trade): boolean =>
  direction === 'payout' || completed_at !== null;

export function undoneTrades({ takes_back }: Needs, world: World): Trade[] {
  return takes_back ? [...world.trades.values()].filter(hasPosted) : [];
}
