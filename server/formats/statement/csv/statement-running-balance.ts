// Checks the balance column of a CSV: rows from the oldest down, from the newest or in no order,
// whether it adds up, and whether it says that money in is money out.

type Row = {
  readonly line: number;
  readonly amount_cents: bigint;
  readonly booked_at: number;
};
type Balanced = Row & { readonly balance_cents: bigint };

export type RunningSums =
  | { readonly opening_cents: bigint; readonly closing_cents: bigint }
  /** It adds up only if every amount has the other sign. */
  | { readonly turned_line: number }
  /**
   * The first line at which the column adds up in neither order; null if there is no such column.
   */
  | { readonly broken_line: number | null };

/** Whether all pairs of neighbours add up, for one order of the rows and one sense of the signs. */
class Order {
  holds = true;
  readonly #sign: bigint;
  readonly #is_down: boolean;

  constructor(sign: bigint, is_down: boolean) {
    this.#sign = sign;
    this.#is_down = is_down;
  }

  /** `between`: the sum of the rows without a balance that stand between the two. */
  compare(before: Balanced, between: bigint, now: Balanced): void {
    const moved = between + (this.#is_down ? now.amount_cents : before.amount_cents);
    const after = this.#is_down ? moved : -moved;
    this.holds &&= before.balance_cents + this.#sign * after === now.balance_cents;
  }
}

/**
 * Whether the rows form one chain in some order: each balance but the last one is the balance
 * before another row. Banks list the rows of a day in any order.
 */
class Chain {
  /** How often each balance ends a row, less how often it begins one. */
  readonly #open = new Map<bigint, number>();
  readonly #sign: bigint;

  constructor(sign: bigint) {
    this.#sign = sign;
  }

  add({ amount_cents, balance_cents }: Balanced): void {
    this.#count(balance_cents, 1);
    this.#count(balance_cents - this.#sign * amount_cents, -1);
  }

  /** The two ends; null if there is no chain, or it ends where it began. */
  ends(): { opening_cents: bigint; closing_cents: bigint } | null {
    const [one, other, ...more] = this.#open;
    if (one === undefined || other === undefined || more.length > 0) return null;
    const [opening, closing] = one[1] < 0 ? [one, other] : [other, one];
    if (opening[1] !== -1 || closing[1] !== 1) return null;
    return { opening_cents: opening[0], closing_cents: closing[0] };
  }

  #count(balance: bigint, step: number): void {
    const count = (this.#open.get(balance) ?? 0) + step;
    if (count === 0) this.#open.delete(balance);
    else this.#open.set(balance, count);
  }
}

export class RunningBalance {
  #first: Balanced | null = null;
  #last: Balanced | null = null;
  readonly #down = new Order(1n, true);
  readonly #up = new Order(1n, false);
  readonly #turned_down = new Order(-1n, true);
  readonly #turned_up = new Order(-1n, false);
  readonly #chain = new Chain(1n);
  readonly #turned_chain = new Chain(-1n);
  /** The sum of the rows without a balance since the last one with a balance. */
  #between = 0n;
  #broken_line: number | null = null;
  #has_gaps = false;
  #has_moved = false;

  add(row: Row, balance_cents: bigint | null): void {
    if (balance_cents === null) {
      this.#has_gaps = true;
      this.#between += row.amount_cents;
      return;
    }
    const now = { ...row, balance_cents };
    const [before, between] = [this.#last, this.#between];
    this.#first ??= now;
    this.#last = now;
    this.#between = 0n;
    this.#chain.add(now);
    this.#turned_chain.add(now);
    if (before === null) return;
    this.#has_moved ||= before.balance_cents !== balance_cents;
    for (const order of [this.#down, this.#up, this.#turned_down, this.#turned_up]) {
      order.compare(before, between, now);
    }
    if (!this.#down.holds && !this.#up.holds) this.#broken_line ??= row.line;
  }

  /** True if the signs as they are read make the column add up, and the other ones do not. */
  get proves_signs(): boolean {
    const is_right = this.#holdsFor(this.#down, this.#up);
    if (is_right) return this.#has_moved && !this.#holdsFor(this.#turned_down, this.#turned_up);
    if (this.#has_gaps || this.#turned_chain.ends() !== null) return false;
    return this.#chain.ends() !== null && !this.#turned_down.holds && !this.#turned_up.holds;
  }

  /** The line of the oldest row, if the balance after it is its own amount. */
  get begins_from_nothing(): number | null {
    const order = this.#inOrder();
    if (order === null || this.#first === this.#last) return null;
    const [oldest] = order;
    return oldest.balance_cents === oldest.amount_cents ? oldest.line : null;
  }

  sums(): RunningSums {
    const first = this.#first;
    if (first === null) return { broken_line: null };
    if (this.#broken_line !== null) return this.#sumsInAnyOrder(first.line, this.#broken_line);
    if (this.#has_gaps) return { broken_line: null };
    const [oldest, newest] = this.#inOrder() ?? [first, first];
    return {
      opening_cents: oldest.balance_cents - oldest.amount_cents,
      closing_cents: newest.balance_cents,
    };
  }

  #sumsInAnyOrder(first_line: number, broken_line: number): RunningSums {
    const ends = this.#has_gaps ? null : this.#chain.ends();
    if (ends !== null) return ends;
    const is_turned =
      this.#turned_down.holds ||
      this.#turned_up.holds ||
      (!this.#has_gaps && this.#turned_chain.ends() !== null);
    return is_turned ? { turned_line: first_line } : { broken_line };
  }

  /** The oldest and the newest row with a balance. */
  #inOrder(): readonly [oldest: Balanced, newest: Balanced] | null {
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null || this.#broken_line !== null) return null;
    const is_down = this.#down.holds && (!this.#up.holds || first.booked_at <= last.booked_at);
    return is_down ? [first, last] : [last, first];
  }

  /** Equal amounts add up in both orders with opposite signs: then the days tell the order. */
  #holdsFor(down: Order, up: Order): boolean {
    const [from, to] = [this.#first?.booked_at ?? 0, this.#last?.booked_at ?? 0];
    return (down.holds && from <= to) || (up.holds && from >= to);
  }
}
