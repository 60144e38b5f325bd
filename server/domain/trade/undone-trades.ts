// The trades whose entries a batch may undo: their postings are read only for these.
import type { Needs } from '../batch/needs.ts';
import type { World } from '../batch/world.ts';
import type { Trade } from '../record/trade.ts';
import { isCredited } from './dispute.ts';

/** Whether the books contain anything that could be undone. */
const hasPosted = (trade: Trade): boolean => trade.direction === 'payout' || isCredited(trade);

export function undoneTrades({ takes_back }: Needs, world: World): Trade[] {
  return takes_back ? [...world.trades.values()].filter(hasPosted) : [];
}
