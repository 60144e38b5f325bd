// Pairs lines of two sources (a report within the day and the day's statement, two formats of one
// statement, a feed and a statement): both show the same movements, often with other ids and texts.
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { BankLine } from '../record/bank-line.ts';
import { utrClass } from '../values/utr.ts';

export type PairedLine = Pick<
  BankLine,
  'amount_cents' | 'booked_at' | 'booked_exactly' | 'utr' | 'end_to_end_id' | 'bank_id' | 'text'
> &
  Pick<BankLine, 'counterparty_name' | 'counterparty_number'>;

/** Lines with the same amount on the same day may be one movement. */
export const movementOf = ({
  amount_cents,
  booked_at,
}: Pick<BankLine, 'amount_cents' | 'booked_at'>) =>
  `${amount_cents}/${Math.floor(booked_at / DAY_MS)}`;

const differ = (one: string | null, other: string | null) =>
  one !== null && other !== null && one !== other;

/** West and east of UTC, a day of a bank begins and ends so much later or earlier. */
const ZONE_AHEAD_MS = 14 * HOUR_MS;
const ZONE_BEHIND_MS = 12 * HOUR_MS;

/** A day may be that of any time zone: a line with its time may be of another day in UTC. */
export function mayBeOneDay(one: PairedLine, other: PairedLine): boolean {
  if (Math.floor(one.booked_at / DAY_MS) === Math.floor(other.booked_at / DAY_MS)) return true;
  if (one.booked_exactly === other.booked_exactly) return false;
  const [exact, day] = one.booked_exactly ? [one, other] : [other, one];
  const after = exact.booked_at - day.booked_at;
  return after >= -ZONE_AHEAD_MS && after < DAY_MS + ZONE_BEHIND_MS;
}

/** A UTR and the payer's own number stay with a payment, whoever reports it. */
const contradict = (one: PairedLine, other: PairedLine): boolean =>
  differ(one.utr, other.utr) || differ(one.end_to_end_id, other.end_to_end_id);

/** What makes two lines the likelier pair, the most telling first. */
const LIKENESSES: readonly ((line: PairedLine) => string | null)[] = [
  ({ utr }) => utr,
  ({ end_to_end_id }) => end_to_end_id,
  ({ bank_id }) => bank_id,
  ({ counterparty_number }) => counterparty_number,
  ({ text }) => text,
  ({ counterparty_name }) => counterparty_name,
];

type Kind = 'both' | 'utr' | 'end_to_end' | 'none';

function kindOf({ utr, end_to_end_id }: PairedLine): Kind {
  if (utr !== null) return end_to_end_id === null ? 'utr' : 'both';
  return end_to_end_id === null ? 'none' : 'end_to_end';
}

/**
 * What never contradicts, if nothing tells the lines apart: first the lines that can be paired with
 * few others, so that as many as possible are paired.
 */
const COMPATIBLE: readonly (readonly [Kind, Kind])[] = [
  ['utr', 'end_to_end'],
  ['end_to_end', 'utr'],
  ['both', 'none'],
  ['none', 'both'],
  ['utr', 'none'],
  ['none', 'utr'],
  ['end_to_end', 'none'],
  ['none', 'end_to_end'],
  ['none', 'none'],
];

type Pair<Reported, Stored> = readonly [reported: Reported, stored: Stored];

class Pairing<Reported extends PairedLine, Stored extends PairedLine> {
  readonly pairs: Pair<Reported, Stored>[] = [];
  readonly #reported: Set<Reported>;
  readonly #stored: Set<Stored>;

  constructor(reported: readonly Reported[], stored: readonly Stored[]) {
    this.#reported = new Set(reported);
    this.#stored = new Set(stored);
  }

  byLikeness(
    likeness: (line: PairedLine) => string | null,
    fits: (line: PairedLine, other: PairedLine) => boolean = () => true,
  ): void {
    const groups = Map.groupBy(this.#stored, likeness);
    for (const line of [...this.#reported]) {
      const like = likeness(line);
      const group = like === null ? undefined : groups.get(like);
      const place = group?.findIndex((one) => fits(line, one) && !contradict(line, one)) ?? -1;
      const [found] = place === -1 ? [] : (group?.splice(place, 1) ?? []);
      if (found !== undefined) this.#pair(line, found);
    }
  }

  byKind(kind: Kind, other: Kind): void {
    const stored = [...this.#stored].filter((line) => kindOf(line) === other);
    const reported = [...this.#reported].filter((line) => kindOf(line) === kind);
    for (const [index, line] of reported.slice(0, stored.length).entries()) {
      const found = stored[index];
      if (found !== undefined) this.#pair(line, found);
    }
  }

  #pair(line: Reported, found: Stored): void {
    this.#reported.delete(line);
    this.#stored.delete(found);
    this.pairs.push([line, found]);
  }
}

/** Each line is in one pair at most; only lines that have something in common are paired. */
export function pairAlike<Reported extends PairedLine, Stored extends PairedLine>(
  reported: readonly Reported[],
  stored: readonly Stored[],
): Pair<Reported, Stored>[] {
  const by_movement = Map.groupBy(stored, movementOf);
  return [...Map.groupBy(reported, movementOf)].flatMap(([movement, lines]) => {
    const pairing = new Pairing(lines, by_movement.get(movement) ?? []);
    for (const likeness of LIKENESSES) pairing.byLikeness(likeness);
    return pairing.pairs;
  });
}

/** The same for lines whose days differ because only one of them has its time. */
export function pairAcrossMidnight<Reported extends PairedLine, Stored extends PairedLine>(
  reported: readonly Reported[],
  stored: readonly Stored[],
): Pair<Reported, Stored>[] {
  const by_amount = Map.groupBy(stored, ({ amount_cents }) => amount_cents);
  return [...Map.groupBy(reported, ({ amount_cents }) => amount_cents)].flatMap(
    ([amount_cents, lines]) => {
      const pairing = new Pairing(lines, by_amount.get(amount_cents) ?? []);
      for (const likeness of LIKENESSES) pairing.byLikeness(likeness, mayBeOneDay);
      return pairing.pairs;
    },
  );
}

/** Lines of one movement that nothing tells apart: as many as possible are paired. */
export function pairByCount<Reported extends PairedLine, Stored extends PairedLine>(
  reported: readonly Reported[],
  stored: readonly Stored[],
): Pair<Reported, Stored>[] {
  const by_movement = Map.groupBy(stored, movementOf);
  return [...Map.groupBy(reported, movementOf)].flatMap(([movement, lines]) => {
    const pairing = new Pairing(lines, by_movement.get(movement) ?? []);
    for (const [kind, other] of COMPATIBLE) pairing.byKind(kind, other);
    return pairing.pairs;
  });
}

/**
 * No movement has both numbers. UTRs of different classes may be two numbers of one payment: many
 * files have the bank's own reference in their place.
 */
export function areTwoPayments(one: PairedLine, other: PairedLine): boolean {
  if (differ(one.end_to_end_id, other.end_to_end_id)) return true;
  if (one.utr === null || other.utr === null || one.utr === other.utr) return false;
  return utrClass(one.utr) !== 'other' && utrClass(one.utr) === utrClass(other.utr);
}
