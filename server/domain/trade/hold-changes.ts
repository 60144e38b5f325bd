// The effects of changes on holds: placed with a credit, suspended by a dispute, ended by a
// reversal, used by a refund.
import { DAY_MS } from '../../lib/durations.ts';
import type { Change } from '../batch/decision.ts';
import { holdEntry } from '../batch/entries.ts';
import { disputeOf, type World } from '../batch/world.ts';
import type { EntryAct, EntryDraft } from '../ledger/ledger.ts';
import { postedOn } from '../ledger/posted-on.ts';
import {
  CREDIT_HOLD_KINDS,
  type CreditHold,
  holdAmounts,
  holdKey,
  isHolding,
} from '../record/credit-hold.ts';
import type { Trade } from '../record/trade.ts';
import { blockEntry, creditLeft, heldBack } from './blocked-credit.ts';
import { isCredited } from './dispute.ts';

/** The acts for which a dispute is undone only to be posted again, or to take the credit. */
const NO_RESUMING_ACTS: ReadonlySet<EntryAct> = new Set([
  'payin_reversed',
  'payin_recalled',
  'payin_recall_undone',
  'payin_charged_back',
]);

type Entry = Extract<Change, { kind: 'entry' }>;

/** Otherwise it only rounds shares of a credit anew: nothing was taken or given back. */
const movesMoney = ({ postings }: EntryDraft): boolean =>
  postings.some(({ account }) => account.startsWith('clearing:'));

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function changed(hold: CreditHold, entry: Change | null, is_new = false): Change[] {
  const change: Change = { kind: 'hold_changed', hold, is_new };
  return entry === null ? [change] : [entry, change];
}

/** Blocks parts of a credit that was just posted. */
export function placeHolds(world: World, { entry }: Entry): Change[] {
  const { book: merchant_id, trade_id } = entry;
  const terms = world.hold_terms.get(merchant_id);
  const credit = postedOn(entry.postings, 'available');
  if (trade_id === null || terms === undefined) return [];
  if (credit === null || credit.amount_cents <= 0n) return [];
  const { currency } = credit;
  const amounts = holdAmounts(terms, credit.amount_cents);
  const days = { delay: terms.settlement_delay_days, reserve: terms.reserve_days };
  return CREDIT_HOLD_KINDS.filter((kind) => amounts[kind] > 0n).flatMap((kind) => {
    const amount_cents = amounts[kind];
    const hold: CreditHold = {
      merchant_id,
      trade_id,
      kind,
      currency,
      amount_cents,
      remaining_cents: amount_cents,
      used_cents: 0n,
      suspended: false,
      release_at: world.now + days[kind] * DAY_MS,
      placed_at: world.now,
      released_at: null,
    };
    return changed(hold, holdEntry(hold, amount_cents), true);
  });
}

function holdsOf(world: World, merchant_id: string, trade_id: string): CreditHold[] {
  return CREDIT_HOLD_KINDS.flatMap(
    (kind) => world.holds.get(holdKey({ merchant_id, trade_id, kind })) ?? [],
  );
}

/** Reduces a hold: the amount becomes available again. The hold ends when nothing is left. */
export function reduceHold(hold: CreditHold, by_cents: bigint, now: number): Change[] {
  if (by_cents <= 0n) return [];
  const remaining_cents = hold.remaining_cents - by_cents;
  if (remaining_cents < 0n) throw new Error('More was taken from a hold than is left');
  const released_at = remaining_cents === 0n ? now : null;
  // A dispute has already released the amount and blocks the credit itself.
  const entry = hold.suspended ? null : holdEntry(hold, -by_cents);
  return changed({ ...hold, remaining_cents, released_at }, entry);
}

/**
 * A refund uses the holds of its pay-in first: reserves are kept for refunds. Holds suspended by a
 * dispute keep less when it ends.
 */
export function useHolds(
  world: World,
  payin: { merchant_id: string; trade_id: string },
  amount_cents: bigint,
): Change[] {
  let rest = amount_cents;
  return holdsOf(world, payin.merchant_id, payin.trade_id)
    .filter((hold) => hold.remaining_cents > 0n)
    .flatMap((hold) => {
      const part = smaller(hold.remaining_cents, rest);
      rest -= part;
      return reduceHold({ ...hold, used_cents: hold.used_cents + part }, part, world.now);
    });
}

/**
 * Before its release time, and not released early: after a release it is used up only by refunds.
 */
function canRefill(hold: CreditHold, now: number): boolean {
  const is_ended = hold.remaining_cents === 0n && hold.used_cents < hold.amount_cents;
  return hold.used_cents > 0n && hold.release_at > now && !is_ended;
}

/**
 * An unsuccessful refund gives back what it took from the holds of its pay-in; otherwise canceling
 * a refund would release the money early. Last taken, first given back.
 */
function refillHolds(world: World, payin: Trade, amount_cents: bigint): Change[] {
  if (!isCredited(payin) || amount_cents <= 0n) return [];
  let rest = amount_cents;
  return holdsOf(world, payin.merchant_id, payin.trade_id)
    .toReversed()
    .filter((hold) => canRefill(hold, world.now))
    .flatMap((hold) => {
      const part = smaller(hold.used_cents, rest);
      rest -= part;
      if (part === 0n) return [];
      const remaining_cents = hold.remaining_cents + part;
      const used_cents = hold.used_cents - part;
      // The dispute blocks it until it ends.
      const suspended = payin.state === 'disputed';
      const refilled = { ...hold, remaining_cents, used_cents, suspended, released_at: null };
      return changed(refilled, suspended ? null : holdEntry(hold, part));
    });
}

/** The pay-in that this entry's pay-out refunds, if it is a refund. */
function refundedBy(world: World, { trade_id }: EntryDraft): Trade | undefined {
  return world.trades.get(world.trades.get(trade_id ?? '')?.refund_of ?? '');
}

/** Returns what an unsuccessful refund took to the holds of its pay-in. */
export function refillByRefund(world: World, { entry }: Entry): Change[] {
  const payin = refundedBy(world, entry);
  const back = postedOn(entry.postings, 'available');
  if (payin === undefined || back === null) return [];
  // What was lost of the credit meanwhile is not held back.
  const most_cents = creditLeft(world, payin) - heldBack(world, payin);
  const refilled = refillHolds(world, payin, smaller(back.amount_cents, most_cents));
  return [...refilled, ...blockRefilled(world, payin, refilled)];
}

/** A dispute blocks at least what the holds keep back: more, now that they were refilled. */
function blockRefilled(world: World, payin: Trade, refilled: readonly Change[]): Change[] {
  const dispute = disputeOf(world, payin.trade_id);
  if (dispute === undefined || payin.state !== 'disputed') return [];
  const holds = refilled.flatMap((change) => (change.kind === 'hold_changed' ? change.hold : []));
  const more = holds.reduce((sum, hold) => {
    const before = world.holds.get(holdKey(hold))?.remaining_cents ?? 0n;
    return sum + hold.remaining_cents - before;
  }, heldBack(world, payin) - dispute.blocked_cents);
  if (more <= 0n) return [];
  const blocked_cents = dispute.blocked_cents + more;
  return [
    ...blockEntry(payin, more),
    { kind: 'dispute_changed', dispute: { ...dispute, blocked_cents }, is_new: false },
  ];
}

/** A refund that was paid after all uses the holds of its pay-in, as at its creation. */
export function useByCharge(world: World, { entry }: Entry): Change[] {
  const payin = refundedBy(world, entry);
  const charged = postedOn(entry.postings, 'available');
  if (payin === undefined || charged === null) return [];
  return useHolds(world, payin, -charged.amount_cents);
}

/** A recall takes the money that is held back for such cases first. */
export function useByRecall(world: World, { entry }: Entry): Change[] {
  const { book: merchant_id, trade_id, postings } = entry;
  const taken = postedOn(postings, 'available');
  if (trade_id === null || taken === null) return [];
  return useHolds(world, { merchant_id, trade_id }, -taken.amount_cents);
}

/** Returns what an undone recall took to the holds of its pay-in. */
export function refillByRecall(world: World, { entry }: Entry): Change[] {
  const payin = world.trades.get(entry.trade_id ?? '');
  const back = postedOn(entry.postings, 'available');
  if (payin === undefined || back === null || !movesMoney(entry)) return [];
  return refillHolds(world, payin, back.amount_cents);
}

/**
 * The part of a credit that a lost dispute takes is taken from its holds first. The dispute is
 * over, so the rest is on hold again.
 */
export function useByChargeBack(world: World, { entry }: Entry): Change[] {
  let rest = -(postedOn(entry.postings, 'available')?.amount_cents ?? 0n);
  if (!movesMoney(entry)) return [];
  return holdsLeft(world, entry).flatMap((hold) => {
    const part = smaller(hold.remaining_cents, rest);
    rest -= part;
    const remaining_cents = hold.remaining_cents - part;
    const moved = hold.suspended ? remaining_cents : -part;
    const released_at = remaining_cents === 0n ? world.now : null;
    const used_cents = hold.used_cents + part;
    const after = { ...hold, remaining_cents, used_cents, suspended: false, released_at };
    return changed(after, moved === 0n ? null : holdEntry(hold, moved));
  });
}

/** The holds of the entry's pay-in that are not used up. */
function holdsLeft(world: World, { book, trade_id }: EntryDraft): CreditHold[] {
  return holdsOf(world, book, trade_id ?? '').filter((hold) => hold.remaining_cents > 0n);
}

/** Releases the holds, because a dispute blocks at least as much itself. */
export function suspendHolds(world: World, { entry }: Entry): Change[] {
  return holdsLeft(world, entry)
    .filter(isHolding)
    .flatMap((hold) =>
      changed({ ...hold, suspended: true }, holdEntry(hold, -hold.remaining_cents)),
    );
}

export function resumeHolds(world: World, { entry }: Entry, all: readonly Change[]): Change[] {
  // In a reversal or a recall the dispute goes on, or the credit is taken.
  const is_taken = all.some(
    (change) =>
      change.kind === 'entry' && NO_RESUMING_ACTS.has(change.entry.act) && movesMoney(change.entry),
  );
  if (is_taken) return [];
  return holdsLeft(world, entry)
    .filter((hold) => hold.suspended)
    .flatMap((hold) =>
      changed({ ...hold, suspended: false }, holdEntry(hold, hold.remaining_cents)),
    );
}

/** A reversal takes the whole credit, so the holds end. */
export function endHolds(world: World, { entry }: Entry): Change[] {
  return holdsLeft(world, entry).flatMap((hold) =>
    reduceHold(hold, hold.remaining_cents, world.now),
  );
}
