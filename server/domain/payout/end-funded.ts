// Ends what a pay-in funded and was not sent, once its credit is taken back: its refunds, and the
// payment of a settlement that the merchant's balance no longer covers. What was sent stays.
import { applyChange } from '../batch/apply-change.ts';
import type { ActOnTrade } from '../batch/command.ts';
import { copyWorld } from '../batch/copy-world.ts';
import { type Change, isMissing, type OrMissing } from '../batch/decision.ts';
import { balanceOf, openAttempt, type World } from '../batch/world.ts';
import { mayBeSent } from '../record/payout-attempt.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal } from '../service/refusal.ts';
import { isCredited } from '../trade/dispute.ts';
import { actOnSentPayout } from './payout-acts.ts';

type Entry = Extract<Change, { kind: 'entry' }>;
type TradeChanged = Extract<Change, { kind: 'trade_changed' }>;
/** The changes together with their consequences, on the world as it is then. */
export type Follow = (world: World, changes: readonly Change[]) => OrMissing<readonly Change[]>;

export const FUNDED_NOTE = 'The credit of its pay-in was taken back';

/** Nobody has taken it, or it is in a batch of which no file was made. */
function isUnsent(world: World, { state, trade_id }: Trade): boolean {
  if (state !== 'processing') return state === 'created';
  const attempt = openAttempt(world, trade_id);
  return attempt !== undefined && attempt.payout_batch_id !== null && !mayBeSent(attempt);
}

/** By how much the refunds of a pay-in exceed what is left of its credit. */
export function overRefunded(payin: Trade): bigint {
  const { amount_cents, recalled_amount_cents, refunded_amount_cents } = payin;
  const left = isCredited(payin) ? amount_cents - recalled_amount_cents : 0n;
  return refunded_amount_cents > left ? refunded_amount_cents - left : 0n;
}

const newestFirst = (a: Trade, b: Trade): number =>
  b.created_at - a.created_at || (a.trade_id < b.trade_id ? 1 : -1);

/** The next pay-out to end; undefined if what is left covers the others, or all were sent. */
function nextToEnd(world: World, payin: Trade): Trade | undefined {
  const { merchant_id, trade_id, settlement_currency } = payin;
  const unsent = [...world.trades.values()]
    .filter((trade) => trade.merchant_id === merchant_id && trade.direction === 'payout')
    .filter((trade) => isUnsent(world, trade))
    .toSorted(newestFirst);
  const refund = unsent.find(({ refund_of }) => refund_of === trade_id);
  if (refund !== undefined && overRefunded(payin) > 0n) return refund;
  if (balanceOf(world, merchant_id, 'available', settlement_currency) >= 0n) return undefined;
  return unsent.find(({ settlement_id }) => settlement_id !== null);
}

/** From a batch it goes back into the queue; there it fails, and its hold is released. */
function ending(world: World, trade: Trade, { event, trade: { last_command_id } }: TradeChanged) {
  const { merchant_id, trade_id } = trade;
  const command: ActOnTrade = {
    ...{ kind: 'act', command_id: last_command_id, actor: event.actor, merchant_id, trade_id },
    ...{ act: trade.state === 'processing' ? 'release' : 'fail', reason: 'payin_taken_back' },
    ...{ note: FUNDED_NOTE, utr: null, amount_cents: null, outcome: null },
  };
  const verdict = actOnSentPayout(world, command, trade);
  if (isRefusal(verdict)) throw new Error(`Pay-out ${trade_id} cannot be ended: ${verdict.detail}`);
  return verdict.changes;
}

function lastOf(changes: readonly Change[], trade_id: string): TradeChanged | undefined {
  return changes.findLast(
    (change): change is TradeChanged =>
      change.kind === 'trade_changed' && change.trade.trade_id === trade_id,
  );
}

/** Whether the balance is below zero after these changes. */
function isOverdrawn(world: World, payin: Trade, changes: readonly Change[]): boolean {
  const { merchant_id, settlement_currency: currency } = payin;
  const posted = changes
    .flatMap((change) => (change.kind === 'entry' ? change.entry : []))
    .filter(({ book }) => book === merchant_id)
    .flatMap(({ postings }) => postings)
    .filter((leg) => leg.account === 'available' && leg.currency === currency)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0n);
  return balanceOf(world, merchant_id, 'available', currency) + posted < 0n;
}

/** `all`: the changes that took the credit back; among them is that of the entry's pay-in. */
export function endFunded(
  world: World,
  { entry }: Entry,
  all: readonly Change[],
  follow: Follow,
): OrMissing<readonly Change[]> {
  const cause = lastOf(all, entry.trade_id ?? '');
  if (cause === undefined) throw new Error(`No change of a trade explains ${entry.act}`);
  const { trade: payin } = cause;
  if (overRefunded(payin) === 0n && !isOverdrawn(world, payin, all)) return [];
  if (!world.has_funded) return { facts_missing: `what pay-in ${payin.trade_id} funded` };
  const then = copyWorld(world);
  for (const change of all) applyChange(then, change);
  const ended: Change[] = [];
  for (;;) {
    const next = nextToEnd(then, then.trades.get(payin.trade_id) ?? payin);
    if (next === undefined) return ended;
    const changes = follow(then, ending(then, next, cause));
    if (isMissing(changes)) return changes;
    for (const change of changes) applyChange(then, change);
    ended.push(...changes);
  }
}
