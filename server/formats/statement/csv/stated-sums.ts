// Collects the balances, totals and counts that a file states around its lines, and says whether
// the lines agree with them.

import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import type { AmountForm } from '../statement-amount.ts';
import { isBlankCell, readCellAmount } from './cell-amount.ts';
import { type Stated, statedIn } from './statement-labels.ts';

/** What the lines add up to. */
export type StatementSums = {
  readonly in_cents: bigint;
  readonly out_cents: bigint;
  readonly in_count: number;
  readonly out_count: number;
};

type StatedPair = {
  readonly opening_cents: bigint;
  readonly closing_cents: bigint;
  /** False if the file does not tell whether the account is overdrawn. */
  readonly is_known: boolean;
};

export type SumsVerdict = 'agree' | 'silent' | { readonly problem: string };

/** A file that states more has sums of pages or days, which are no proof of the whole. */
const MOST_VALUES = 1_000;

export class StatedSums {
  readonly #form: AmountForm;
  readonly #exponent: number;
  readonly #found: { what: Stated; value: bigint }[] = [];
  /** Balances of which only the size is known. */
  readonly #unsigned = new Set<Stated>();
  /** Words above the values of a summary, by their positions. */
  #above: ReadonlyMap<number, Stated> = new Map();

  constructor(form: AmountForm, exponent: number) {
    this.#form = form;
    this.#exponent = exponent;
  }

  /** Takes a row that is no line; true if it was understood. */
  offer(cells: readonly string[]): boolean {
    const above = this.#above;
    this.#above = new Map();
    if (above.size > 1 && this.#takeBelow(above, cells)) return true;
    const cellsOf = cells.map((cell) => cell.trim());
    const stated = cellsOf.map(statedIn);
    const labels = new Map(
      stated.flatMap((one, at) => (one === null ? [] : [[at, one.what] as const])),
    );
    const count = [...labels].filter(([at, what]) => {
      const own = stated[at]?.value ?? '';
      // The value may be in the next filled cell.
      const next = cellsOf.findIndex((cell, other) => other > at && !isBlankCell(cell));
      const value = own === '' && !labels.has(next) ? (cellsOf[next] ?? '') : own;
      return value !== '' && this.#keep(what, value);
    }).length;
    if (count === 0) this.#above = labels;
    return count > 0 || labels.size > 0;
  }

  /** A balance that stands in a column of the table. */
  balance(text: string, cents: bigint, is_unsigned: boolean): void {
    const what = statedIn(text)?.what;
    if (what !== 'opening' && what !== 'closing') return;
    this.#add(what, cents);
    if (is_unsigned) this.#unsigned.add(what);
  }

  /** The only value that the file states; pages and days that follow each other cancel out. */
  #only(what: 'opening' | 'closing'): bigint | null {
    const other = what === 'opening' ? 'closing' : 'opening';
    const counts = new Map<bigint, number>();
    for (const kind of [what, other]) {
      const values = this.#found.filter((one) => one.what === kind).map(({ value }) => value);
      const step = kind === what ? 1 : -1;
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + step);
    }
    const left = [...counts].filter(([, count]) => count > 0).map(([value]) => value);
    const own = new Set(this.#found.filter((one) => one.what === what).map(({ value }) => value));
    const [only] = left.length === 1 ? left : own;
    return left.length === 1 || own.size === 1 ? (only ?? null) : null;
  }

  get opening_cents(): bigint | null {
    return this.#only('opening');
  }

  get closing_cents(): bigint | null {
    return this.#only('closing');
  }

  /** Both balances, if the lines lead from one to the other in one sense of unsigned ones. */
  balancesFor({ in_cents, out_cents }: StatementSums): StatedPair | null {
    const [opening, closing] = [this.opening_cents, this.closing_cents];
    if (opening === null || closing === null) return null;
    const senses = (what: Stated, cents: bigint) =>
      this.#unsigned.has(what) && cents !== 0n ? [cents, -cents] : [cents];
    const [fitting, ...others] = senses('opening', opening).flatMap((opening_cents) =>
      senses('closing', closing)
        .map((closing_cents) => ({ opening_cents, closing_cents }))
        .filter((one) => one.opening_cents + in_cents - out_cents === one.closing_cents),
    );
    // Several: the lines add up to nothing, and the balance is the same in either sense.
    return fitting === undefined ? null : { ...fitting, is_known: others.length === 0 };
  }

  verdict(lines: StatementSums): SumsVerdict {
    const problem = this.#balanceProblem(lines) ?? this.#totalProblem(lines);
    if (problem !== null) return { problem };
    const is_pair = this.opening_cents !== null && this.closing_cents !== null;
    const has_total = this.#totalOf('credits') !== null || this.#totalOf('debits') !== null;
    return is_pair || has_total ? 'agree' : 'silent';
  }

  #balanceProblem(lines: StatementSums): string | null {
    const moved = lines.in_cents - lines.out_cents;
    const [opening, closing] = [this.opening_cents, this.closing_cents];
    if (opening === null || closing === null || this.balancesFor(lines) !== null) return null;
    const turned = opening - moved === closing ? ', with the opposite sign' : '';
    return (
      `from the balance ${opening} to ${closing} minor units that it states its lines should ` +
      `add up to ${closing - opening}, but they add up to ${moved}${turned}`
    );
  }

  #totalProblem(lines: StatementSums): string | null {
    const others = [
      ['credits', lines.in_cents, 'credits of'],
      ['debits', lines.out_cents, 'debits of'],
      ['credit_count', BigInt(lines.in_count), 'a number of credits of'],
      ['debit_count', BigInt(lines.out_count), 'a number of debits of'],
    ] as const;
    for (const [what, read, words] of others) {
      const said = this.#totalOf(what);
      if (said !== null && said !== read) {
        return `it states ${words} ${said}, but its lines have ${read}`;
      }
    }
    return null;
  }

  /** Null if the file states none, or several. */
  #totalOf(what: Stated): bigint | null {
    const values = this.#found.filter((one) => one.what === what).map(({ value }) => value);
    const [only, ...others] = new Set(values.map((value) => (value < 0n ? -value : value)));
    return others.length === 0 ? (only ?? null) : null;
  }

  #takeBelow(above: ReadonlyMap<number, Stated>, cells: readonly string[]): boolean {
    let count = 0;
    for (const [at, what] of above) {
      if (this.#keep(what, (cells[at] ?? '').trim())) count += 1;
    }
    return count > 0;
  }

  #keep(what: Stated, text: string): boolean {
    if (what === 'credit_count' || what === 'debit_count') {
      if (!/^\d{1,7}$/.test(text)) return false;
      this.#add(what, BigInt(text));
      return true;
    }
    const amount = readCellAmount(text, this.#form, this.#exponent, MAX_BALANCE_CENTS);
    if ('problem' in amount) return false;
    this.#add(what, amount.cents);
    return true;
  }

  #add(what: Stated, value: bigint): void {
    if (this.#found.length < MOST_VALUES) this.#found.push({ what, value });
  }
}
