// Pairs the lines of reports within the day with those of the day's statement: both show the same
// movements, often with other ids and texts.
import { DAY_MS } from '../../lib/durations.ts';
import type { BankLine } from '../record/bank-line.ts';

export type PairedLine = Pick<
  BankLine,
  'amount_cents' | 'booked_at' | 'utr' | 'end_to_end_id' | 'bank_id' | 'text'
> &
  Pick<BankLine, 'counterparty_name' | 'counterparty_number'>;

/** Only lines with the same amount on the same day can be one movement. */
export const movementOf = ({
  amount_cents,
  booked_at,
}: Pick<BankLine, 'amount_cents' | 'booked_at'>) =>
  `${amount_cents}/${Math.floor(booked_at / DAY_MS)}`;

const differ = (one: string | null, other: string | null) =>
  one !== null && other !== null && one !== other;

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

  byLikeness(likeness: (line: PairedLine) => string | null): void {
    const groups = Map.groupBy(this.#stored, likeness);
    for (const line of [...this.#reported]) {
      const like = likeness(line);
      const group = like === null ? undefined : groups.get(like);
      const place = group?.findIndex((one) => !contradict(line, one)) ?? -1;
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

/** Each line is in one pair at most. */
export function pairReports<Reported extends PairedLine, Stored extends PairedLine>(
  reported: readonly Reported[],
  stored: readonly Stored[],
): Pair<Reported, Stored>[] {
  const by_movement = Map.groupBy(stored, movementOf);
  return [...Map.groupBy(reported, movementOf)].flatMap(([movement, lines]) => {
    const pairing = new Pairing(lines, by_movement.get(movement) ?? []);
    for (const likeness of LIKENESSES) pairing.byLikeness(likeness);
    for (const [kind, other] of COMPATIBLE) pairing.byKind(kind, other);
    return pairing.pairs;
  });
}
