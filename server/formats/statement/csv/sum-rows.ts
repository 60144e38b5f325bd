// Rows whose text names a sum: kept apart from the money until the end of the table, where the
// sums of the other rows show whether they are sums.

import type { Side } from './row-amount.ts';
import type { StatedSums, StatementSums } from './stated-sums.ts';

type SumRow = {
  readonly line: number;
  readonly text: string;
  /** Sizes in minor units: one, or one for money in and one for money out. */
  readonly figures: readonly bigint[];
  /** Money in or out, if its text or its word says so. */
  readonly side: Side | null;
  /** The sums of the rows above. */
  readonly before: StatementSums;
};

/** A payment to a shop called Total equals the sum of one other payment by chance. */
const FEWEST_ROWS = 2;

const sizeOf = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

const less = (all: StatementSums, before: StatementSums): StatementSums => ({
  in_cents: all.in_cents - before.in_cents,
  out_cents: all.out_cents - before.out_cents,
  in_count: all.in_count - before.in_count,
  out_count: all.out_count - before.out_count,
});

function isSumOf({ figures, side }: SumRow, lines: StatementSums, opening: bigint): boolean {
  const { in_cents, out_cents } = lines;
  const count = lines.in_count + lines.out_count;
  const net = in_cents - out_cents;
  const both = [net, in_cents + out_cents, opening + net];
  const sums = [
    ...(side === 'out' ? [] : [in_cents, opening + in_cents]),
    ...(side === 'in' ? [] : [out_cents]),
    ...(side === null ? both : []),
  ];
  const sizes = new Set(sums.map(sizeOf));
  const is_both = figures.length === 2 && figures.includes(in_cents) && figures.includes(out_cents);
  const has_any = figures.some((figure) => figure !== 0n);
  if (!has_any || (count < FEWEST_ROWS && !is_both)) return false;
  return figures.every((figure) => figure === 0n || sizes.has(figure));
}

export class SumRows {
  readonly #rows: SumRow[] = [];

  get count(): number {
    return this.#rows.length;
  }

  add(row: SumRow): void {
    this.#rows.push(row);
  }

  /** The rows that nothing proves to be sums. */
  open(all: StatementSums, stated: StatedSums, is_proven: boolean): readonly SumRow[] {
    if (is_proven) return [];
    const opening = stated.opening_cents ?? 0n;
    return this.#rows.filter((row, index) => {
      const { figures, before } = row;
      if (figures.length === 0) return false;
      const previous = this.#rows[index - 1]?.before;
      const parts = [all, before, ...(previous === undefined ? [] : [less(before, previous)])];
      return !parts.some((lines) => isSumOf(row, lines, opening));
    });
  }
}
