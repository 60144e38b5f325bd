// What follows for holds: placed with a credit, suspended by a dispute, ended by a reversal, used
// by a refund.
import type { Change } from '../batch/decision.ts';
import { holdEntry } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import type { EntryDraft } from '../ledger/ledger.ts';
import { postedOn } from '../ledger/posted-on.ts';
import {
  CREDIT_HOLD_KINDS,
  type CreditHold,
  holdAmounts,
  holdKey,
  isHolding,
} from '../record/credit-hold.ts';
import type { Trade } from '../record/trade.ts';
import { isCredited } from './dispute.ts';

type Entry = Extract<Change, { kind: 'entry' }>;

const DAY_MS = 86_400_000;

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function changed(hold: CreditHold, entry: Change | null, is_new = false): Change[] {
  const change: Change = { kind: 'hold_changed', hold, is_new };
  return entry === null ? [change] : [entry, change];
}

/** Blocks parts of a credit that has just been given. */
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

/** Less of a hold: what it gives is available again. It ends when nothing of it is left. */
export function reduceHold(hold: CreditHold, by_cents: bigint, now: number): Change[] {
  if (by_cents <= 0n) return [];
  const remaining_cents = hold.remaining_cents - by_cents;
  if (remaining_cents < 0n) throw new Error('A hold cannot give more than it has');
  const released_at = remaining_cents === 0n ? now : null;
  // A dispute has given it back already, and blocks the credit itself.
  const entry = hold.suspended ? null : holdEntry(hold, -by_cents);
  return changed({ ...hold, remaining_cents, released_at }, entry);
}

/**
 * A refund takes from the holds of its pay-in first: money that is kept back for refunds is there
 * for them. Those that a dispute has suspended keep back less once it ends.
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

/** In its time, and not ended by a release, which leaves nothing but what refunds took. */
function canRefill(hold: CreditHold, now: number): boolean {
  const is_ended = hold.remaining_cents === 0n && hold.used_cents < hold.amount_cents;
  return hold.used_cents > 0n && hold.release_at > now && !is_ended;
}

/**
 * A refund that came to nothing gives back what it took from the holds of its pay-in: else whoever
 * cancels one gets the money before its time. Last taken, first given back.
 */
function refillHolds(world: World, payin: Trade, amount_cents: bigint): Change[] {
  if (!isCredited(payin)) return [];
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
      // A dispute blocks the whole credit until it ends.
      const suspended = payin.state === 'disputed';
      const refilled = { ...hold, remaining_cents, used_cents, suspended, released_at: null };
      return changed(refilled, suspended ? null : holdEntry(hold, part));
    });
}

/** The pay-in that this entry's pay-out gives back, if it is a refund. */
function refundedBy(world: World, { trade_id }: EntryDraft): Trade | undefined {
  return world.trades.get(world.trades.get(trade_id ?? '')?.refund_of ?? '');
}

/** What a refund that came to nothing took goes back to the holds of its pay-in. */
export function refillByRefund(world: World, { entry }: Entry): Change[] {
  const payin = refundedBy(world, entry);
  const back = postedOn(entry.postings, 'available');
  return payin === undefined || back === null ? [] : refillHolds(world, payin, back.amount_cents);
}

/** A refund that was made after all takes from the holds of its pay-in, as at its creation. */
export function useByCharge(world: World, { entry }: Entry): Change[] {
  const payin = refundedBy(world, entry);
  const charged = postedOn(entry.postings, 'available');
  if (payin === undefined || charged === null) return [];
  return useHolds(world, payin, -charged.amount_cents);
}

/** The holds of the entry's pay-in of which something is left. */
function holdsLeft(world: World, { book, trade_id }: EntryDraft): CreditHold[] {
  return holdsOf(world, book, trade_id ?? '').filter((hold) => hold.remaining_cents > 0n);
}

/** A dispute blocks the whole credit itself. */
export function suspendHolds(world: World, { entry }: Entry): Change[] {
  return holdsLeft(world, entry)
    .filter(isHolding)
    .flatMap((hold) =>
      changed({ ...hold, suspended: true }, holdEntry(hold, -hold.remaining_cents)),
    );
}

export function resumeHolds(world: World, { entry }: Entry, all: readonly Change[]): Change[] {
  // Given back only to be taken for good.
  const is_reversed = all.some(
    (change) => change.kind === 'entry' && change.entry.act === 'payin_reversed',
  );
  if (is_reversed) return [];
  return holdsLeft(world, entry)
    .filter((hold) => hold.suspended)
    .flatMap((hold) =>
      changed({ ...hold, suspended: false }, holdEntry(hold, hold.remaining_cents)),
    );
}

/** A reversal takes the whole credit. */
export function endHolds(world: World, { entry }: Entry): Change[] {
  return holdsLeft(world, entry).flatMap((hold) =>
    reduceHold(hold, hold.remaining_cents, world.now),
  );
}
