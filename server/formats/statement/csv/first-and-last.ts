// The first and the last money of a table, where banks put balances and sums under names that
// nobody has listed.

import { isNamedIn } from './row-state.ts';
import type { StatementSums } from './stated-sums.ts';
import { mentionsBalance, readsLikeBalance } from './statement-labels.ts';
import type { StatementProfile } from './statement-profile.ts';

export type ReadMoney = {
  readonly line: number;
  readonly cents: bigint;
  readonly texts: readonly string[];
  /** An id or a number of the bank or of the other side: no sum has one. */
  readonly has_reference: boolean;
  readonly has_balance: boolean;
};

type Proof = {
  /** All lines are what the file says they add up to. */
  readonly is_agreed: boolean;
  /** Lines with a balance are proven by it. */
  readonly has_balances: boolean;
  /** The line whose balance is its own amount. */
  readonly begins_at: number | null;
};

/** In a table of fewer rows one is often the sum of the others by chance. */
const FEWEST_OTHERS = 3;

export class FirstAndLast {
  #first: ReadMoney | null = null;
  #last: ReadMoney | null = null;

  get first_line(): number {
    return this.#first?.line ?? 1;
  }

  add(money: ReadMoney): void {
    this.#first ??= money;
    this.#last = money;
  }

  /** Rows that may be a balance or a sum, and that the person has not named yet. */
  open(
    { money_rows }: StatementProfile,
    sums: StatementSums,
    { is_agreed, has_balances, begins_at }: Proof,
  ): { line: number; text: string }[] {
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null || first === last) return [];
    return [first, last].flatMap((money) => {
      const { texts, line, has_reference } = money;
      const [text] = texts;
      if (text === undefined || has_reference || isNamedIn(money_rows, texts)) return [];
      if (texts.some((one) => /\d{4}/.test(one))) return [];
      const is_proven = is_agreed || (has_balances && money.has_balance);
      // A balance proves the money of a row, but not that the account did not begin with it.
      const is_open = is_proven
        ? line === begins_at && texts.some(mentionsBalance)
        : texts.some(readsLikeBalance) || isSumOfOthers(money, sums, has_balances);
      return is_open ? [{ line, text: text.slice(0, 100) }] : [];
    });
  }
}

/**
 * With its sign, because what sweeps the money of a day away is no sum of it; unless the row has no
 * balance where the others have one.
 */
function isSumOfOthers({ cents }: ReadMoney, sums: StatementSums, is_odd: boolean): boolean {
  const is_in = cents > 0n;
  const [in_cents, in_count] = is_in
    ? [sums.in_cents - cents, sums.in_count - 1]
    : [sums.in_cents, sums.in_count];
  const [out_cents, out_count] = is_in
    ? [sums.out_cents, sums.out_count]
    : [sums.out_cents + cents, sums.out_count - 1];
  if (in_count + out_count < FEWEST_OTHERS) return false;
  const parts = [
    ...(in_count > 1 ? [in_cents] : []),
    ...(out_count > 1 ? [-out_cents] : []),
    in_cents - out_cents,
  ];
  return parts.some((sum) => sum === cents || (is_odd && -sum === cents));
}
