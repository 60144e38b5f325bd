// A copy of the facts of a batch, on which changes can be tried out before they are decided.
import type { World } from './world.ts';

const copySets = (sets: Map<string, Set<string>>): Map<string, Set<string>> =>
  new Map([...sets].map(([key, set]) => [key, new Set(set)]));

/** Maps and sets are its own; what they contain is replaced by changes, and never changed. */
export const copyWorld = (world: World): World => ({
  ...world,
  trades: new Map(world.trades),
  orders: new Map(world.orders),
  reservations: new Map(world.reservations),
  slots: copySets(world.slots),
  references: copySets(world.references),
  account_days: new Map(world.account_days),
  merchant_days: new Map(world.merchant_days),
  open_payins: new Map(world.open_payins),
  claims: new Map(world.claims),
  past_utrs: new Set(world.past_utrs),
  lines: new Map(world.lines),
  lines_by_key: new Map(world.lines_by_key),
  lines_by_amount: copySets(world.lines_by_amount),
  line_acts: new Map(world.line_acts),
  feed_days: new Map(world.feed_days),
  habits: new Map(world.habits),
  balances: new Map(world.balances),
  posted: new Map(world.posted),
  adjustments: new Map(world.adjustments),
  clients: new Map(world.clients),
  holds: new Map(world.holds),
  disputes: new Map(world.disputes),
  settlements: new Map(world.settlements),
  attempts: new Map(world.attempts),
  attempts_of: copySets(world.attempts_of),
  payout_batches: new Map(world.payout_batches),
  payout_counts: new Map(world.payout_counts),
  sums: world.sums === null ? null : new Map(world.sums),
  proposals: new Map(world.proposals),
});
