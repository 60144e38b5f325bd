// One truth per account and day: which lines of a delivery stand for stored lines, which ones are
// new, and which ones a person has to look at first.

import { DAY_MS } from '../../lib/durations.ts';
import type { FormatCover } from '../record/interim-formats.ts';
import { dayOf } from '../values/day.ts';
import {
  areOutside,
  type BalanceSpan,
  balanceSpans,
  isInSpan,
  type KnownBalance,
  sumOfLines,
} from './balance-spans.ts';
import { DAYS_APART, type Edges, nearInDoubt } from './near-days.ts';
import {
  areTwoPayments,
  mayBeOneDay,
  movementOf,
  type PairedLine,
  pairAcrossMidnight,
  pairAlike,
  pairByCount,
} from './pair-reports.ts';
import { nearOnes, standing } from './standing-lines.ts';

/**
 * `day_reached`: with the stored lines the day has its closing balance already. `day_differs`: the
 * stored lines do not lead to the file's balances, and one of them may be this line. `day_closed`:
 * an earlier statement has closed the day. `maybe_stored`: another source has a line like it.
 * `day_removed`: lines of this day, or some days before, went with their month, and nobody can tell
 * any more whether it was among them.
 */
export const WAIT_REASONS = [
  'day_reached',
  'day_differs',
  'day_closed',
  'maybe_stored',
  'day_removed',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** A line of the delivery that is not stored yet. */
export type DeliveredLine = PairedLine & {
  /** The bank's number of the entry that collects several payments, if this is one of them. */
  readonly collected_id: string | null;
};

/** A stored line that the delivery does not have under any of its keys. */
export type OtherLine = PairedLine & {
  readonly bank_line_id: string;
  /** Of the same kind of file or feed as the delivery. */
  readonly is_own_source: boolean;
  /** What its file covers; null: a feed or a person gave it. */
  readonly cover: FormatCover | null;
  /** A line of this source stands for it already. */
  readonly is_confirmed: boolean;
};

export type Delivery<Line extends DeliveredLine, Other extends OtherLine> = {
  readonly lines: readonly Line[];
  readonly stored: readonly Other[];
  readonly cover: FormatCover | null;
  /** As the delivery itself says. */
  readonly balances: readonly KnownBalance[];
  /** Of statements that are stored. */
  readonly known_balances: readonly KnownBalance[];
  /** Days whose stored lines lead to the closing balance of a statement that came after them. */
  readonly closed_days: ReadonlySet<string>;
  /** Lines that other sources brought some days before or after, and what balances say of them. */
  readonly near: readonly Other[];
  readonly edges: Edges;
  /** The last day of which lines were removed; null: none was. */
  readonly removed_to: string | null;
};

export type Judged<Line, Other> = {
  /** Each of these lines stands for the stored ones, and counts no more. */
  readonly pairs: readonly (readonly [line: Line, stored: readonly Other[]])[];
  readonly waiting: readonly { line: Line; reason: WaitReason; beside: readonly Other[] }[];
};

/** A collected entry and its payments: they share the bank's number, and their sum is the entry. */
function pairCollected<Line extends DeliveredLine, Other extends OtherLine>(
  lines: readonly Line[],
  stored: readonly Other[],
): (readonly [Line, readonly Other[]])[] {
  const pairs: (readonly [Line, readonly Other[]])[] = [];
  const used = new Set<PairedLine>();
  const singles = Map.groupBy(
    lines.filter((line) => line.bank_id !== null || line.collected_id !== null),
    ({ collected_id, bank_id }) => collected_id ?? bank_id,
  );
  const by_id = Map.groupBy(
    stored.filter(({ bank_id }) => bank_id !== null),
    ({ bank_id }) => bank_id,
  );
  for (const [id, group] of singles) {
    const others = by_id.get(id) ?? [];
    const [first] = group;
    const entry = others.find(
      (one) =>
        one.amount_cents === sumOfLines(group) && group.every((line) => mayBeOneDay(line, one)),
    );
    if (group.length > 1 && entry !== undefined) {
      for (const line of group) pairs.push([line, [entry]]);
      used.add(entry);
      continue;
    }
    const free = others.filter((one) => !used.has(one));
    const is_entry = group.length === 1 && free.length > 1 && first !== undefined;
    if (!is_entry || sumOfLines(free) !== first.amount_cents) continue;
    if (!free.every((one) => mayBeOneDay(first, one))) continue;
    pairs.push([first, free]);
  }
  return pairs;
}

const idOf = ({ bank_line_id }: OtherLine): string => bank_line_id;

class Judging<Line extends DeliveredLine, Other extends OtherLine> {
  readonly pairs: (readonly [Line, readonly Other[]])[] = [];
  readonly waiting: { line: Line; reason: WaitReason; beside: readonly Other[] }[] = [];
  readonly #given: Delivery<Line, Other>;
  readonly #spans: readonly BalanceSpan[];
  readonly #lines: Set<Line>;
  readonly #stored: Set<Other>;

  constructor(given: Delivery<Line, Other>) {
    this.#given = given;
    this.#spans = balanceSpans(given.balances);
    this.#lines = new Set(given.lines);
    this.#stored = new Set(given.stored);
  }

  #spanOf(line: PairedLine): BalanceSpan | undefined {
    return this.#spans.find((span) => isInSpan(span, line));
  }

  #inSpan(span: BalanceSpan): Other[] {
    return [...this.#stored].filter((one) => isInSpan(span, one));
  }

  /** Neither balances nor stored lines say anything about what is not there any more. */
  judgeRemoved(): void {
    const { removed_to } = this.#given;
    if (removed_to === null) return;
    for (const line of [...this.#lines]) {
      if (dayOf(line.booked_at - DAYS_APART * DAY_MS) > removed_to) continue;
      this.#wait(line, 'day_removed', this.#ofMovement(line));
    }
  }

  /** Stored lines of another part of a day have nothing to do with this delivery. */
  leaveOutside(): void {
    for (const span of this.#spans) {
      const others = this.#inSpan(span);
      if (sumOfLines(others) === 0n || !areOutside(span, others, this.#given.known_balances))
        continue;
      for (const one of others) this.#stored.delete(one);
    }
  }

  /** Lines of one source are told apart by their keys, unless balances say that they disagree. */
  #candidates(): Other[] {
    return [...this.#stored].filter(
      (one) => !one.is_confirmed && (!one.is_own_source || this.#spanOf(one) !== undefined),
    );
  }

  #pair(found: readonly (readonly [Line, Other])[]): void {
    for (const [line, one] of found) this.#stand(line, [one]);
  }

  #stand(line: Line, stored: readonly Other[]): void {
    this.pairs.push([line, stored]);
    this.#lines.delete(line);
    for (const one of stored) this.#stored.delete(one);
  }

  pair(): void {
    for (const [line, stored] of pairCollected([...this.#lines], this.#candidates())) {
      this.#stand(line, stored);
    }
    this.#pair(pairAlike([...this.#lines], this.#candidates()));
    this.#pair(pairAcrossMidnight([...this.#lines], this.#candidates()));
    // The lines of a report are all in the statement of its day; balances prove as much.
    const { cover } = this.#given;
    const in_span = [...this.#lines].filter((line) => this.#spanOf(line) !== undefined);
    this.#pair(pairByCount(in_span, this.#candidates()));
    const isWhole = (one: Other) => one.cover === 'day' || one.cover === 'excerpt';
    const counted = this.#candidates().filter((one) =>
      cover === 'report' ? isWhole(one) : cover !== null && one.cover === 'report',
    );
    this.#pair(pairByCount([...this.#lines], counted));
  }

  #wait(line: Line, reason: WaitReason, beside: readonly Other[]): void {
    this.waiting.push({ line, reason, beside });
    this.#lines.delete(line);
  }

  /** Of each span the stored lines that the delivery should have, and does not. */
  #missing(): Map<BalanceSpan, Other[]> {
    const missing = new Map<BalanceSpan, Other[]>();
    for (const span of this.#spans) {
      const others = this.#inSpan(span);
      // Lines that add up to zero fit any balance, which proves nothing about them.
      const is_outside =
        sumOfLines(others) !== 0n && areOutside(span, others, this.#given.known_balances);
      if (others.length > 0 && !is_outside) missing.set(span, others);
    }
    return missing;
  }

  /** The lines that the balances of the delivery leave in doubt. */
  judgeSpans(): void {
    const missing = this.#missing();
    const all = [...missing.values()].flat();
    if (all.length === 0) return;
    for (const [span, own] of Map.groupBy(this.#lines, (line) => this.#spanOf(line))) {
      if (span !== undefined) this.#judgeSpan(own, missing.get(span) ?? [], all);
    }
  }

  #judgeSpan(own: readonly Line[], others: readonly Other[], all: readonly Other[]): void {
    const is_reached = others.length > 0 && sumOfLines(own) === sumOfLines(others);
    const mayStand = standing(others, own);
    for (const line of own) {
      const near = nearOnes(line, all);
      if (is_reached) this.#wait(line, 'day_reached', others);
      else if (near.length > 0) this.#wait(line, 'day_differs', near);
      else if (mayStand(line)) this.#wait(line, 'day_differs', others);
    }
  }

  /** Lines that another source may have, and those of days that are closed. */
  judgeOthers(): void {
    const by_amount = Map.groupBy(this.#candidates(), ({ amount_cents }) => amount_cents);
    for (const line of [...this.#lines]) {
      const alike = (by_amount.get(line.amount_cents) ?? []).filter(
        (one) => !one.is_own_source && mayBeOneDay(line, one) && !areTwoPayments(line, one),
      );
      const span = this.#spanOf(line);
      // Balances that agree with the stored lines of the day prove that the line is not among them.
      const doubtful = alike.filter((one) => span === undefined || !isInSpan(span, one));
      if (doubtful.length > 0) this.#wait(line, 'maybe_stored', doubtful);
      else if (span === undefined && this.#given.closed_days.has(dayOf(line.booked_at))) {
        this.#wait(line, 'day_closed', this.#ofMovement(line));
      }
    }
  }

  /** Lines that another source may have on another day. */
  judgeNear(): void {
    const { near, edges } = this.#given;
    const standing = new Set(this.pairs.flatMap(([, stored]) => stored.map(idOf)));
    const free = near.filter((one) => !standing.has(idOf(one)));
    const by_amount = Map.groupBy(free, ({ amount_cents }) => amount_cents);
    for (const line of [...this.#lines]) {
      const span = this.#spanOf(line);
      const others = (by_amount.get(line.amount_cents) ?? []).filter(
        (one) => span === undefined || !isInSpan(span, one),
      );
      const doubtful = nearInDoubt(line, others, { edges, has_span: span !== undefined });
      if (doubtful.length === 0) continue;
      const is_named = doubtful.some((one) => one.is_named);
      const beside = doubtful.map(({ one }) => one);
      this.#wait(line, is_named ? 'maybe_stored' : 'day_differs', beside);
    }
  }

  #ofMovement(line: Line): Other[] {
    return [...this.#stored].filter((one) => movementOf(one) === movementOf(line));
  }
}

/** Every line of the delivery is in one pair, or waits, or is new. */
export function judgeLines<Line extends DeliveredLine, Other extends OtherLine>(
  given: Delivery<Line, Other>,
): Judged<Line, Other> {
  const judging = new Judging(given);
  judging.judgeRemoved();
  judging.leaveOutside();
  judging.pair();
  judging.judgeSpans();
  judging.judgeOthers();
  judging.judgeNear();
  return { pairs: judging.pairs, waiting: judging.waiting };
}
