// Rows whose text has a word for a sum beside other words (`Day total`, `Total 15/03`), which may
// be a shop's name as well: in doubt if each of them is the sum of the rows since the one before.

import type { ReadMoney } from './first-and-last.ts';
import { isNamedIn } from './row-state.ts';
import { readsLikeSum, withoutDigits } from './statement-labels.ts';
import type { StatementProfile } from './statement-profile.ts';

type Sums = { readonly in_cents: bigint; readonly out_cents: bigint; readonly count: number };
const NOTHING: Sums = { in_cents: 0n, out_cents: 0n, count: 0 };

type Group = {
  readonly rows: { line: number; text: string }[];
  /** The sums up to the last row of the group. */
  before: Sums;
  /** Each is the sum of rows above it. */
  are_sums: boolean;
  /** At least one is the sum of several rows: a payment equals one other by chance. */
  has_several: boolean;
};

/** A file with more texts like sums has names of shops. */
const MOST_GROUPS = 20;
const FEWEST_PARTS = 2;

const less = (all: Sums, before: Sums): Sums => ({
  in_cents: all.in_cents - before.in_cents,
  out_cents: all.out_cents - before.out_cents,
  count: all.count - before.count,
});

const sizeOf = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

const isSumOf = (cents: bigint, { in_cents, out_cents, count }: Sums): boolean =>
  count > 0 && [in_cents - out_cents, in_cents, out_cents].some((sum) => sizeOf(sum) === cents);

export class LikeSums {
  readonly #groups = new Map<string, Group>();
  #all = NOTHING;

  add(money: ReadMoney): void {
    const text = money.has_reference ? undefined : money.texts.find(readsLikeSum);
    if (text === undefined) {
      this.#count(money.cents);
      return;
    }
    const key = withoutDigits(text);
    const first = { rows: [], before: NOTHING, are_sums: true, has_several: false };
    const group: Group = this.#groups.get(key) ?? first;
    if (this.#groups.size < MOST_GROUPS || group.rows.length > 0) this.#groups.set(key, group);
    const parts = [less(this.#all, group.before), this.#all];
    const found = parts.filter((one) => isSumOf(sizeOf(money.cents), one));
    group.rows.push({ line: money.line, text: text.slice(0, 100) });
    group.are_sums &&= found.length > 0;
    group.has_several ||= found.some(({ count }) => count >= FEWEST_PARTS);
    group.before = this.#all;
  }

  /** Those that a person has not named yet. */
  open({ money_rows }: StatementProfile): { line: number; text: string }[] {
    return [...this.#groups.values()]
      .filter(({ are_sums, has_several }) => are_sums && has_several)
      .flatMap(({ rows }) => rows.filter(({ text }) => !isNamedIn(money_rows, [text])));
  }

  #count(cents: bigint): void {
    const { in_cents, out_cents, count } = this.#all;
    this.#all =
      cents > 0n
        ? { in_cents: in_cents + cents, out_cents, count: count + 1 }
        : { in_cents, out_cents: out_cents - cents, count: count + 1 };
  }
}
