// Checks the balance column of a CSV: rows from the oldest down or from the newest, whether it adds
// up, and whether it says that money in is money out.

type Row = {
  readonly line: number;
  readonly amount_cents: bigint;
  readonly balance_cents: bigint;
  readonly booked_at: number;
};

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

  compare(before: Row, now: Row): void {
    const moved = this.#is_down ? now.amount_cents : -before.amount_cents;
    this.holds &&= before.balance_cents + this.#sign * moved === now.balance_cents;
  }
}

export class RunningBalance {
  #first: Row | null = null;
  #last: Row | null = null;
  readonly #down = new Order(1n, true);
  readonly #up = new Order(1n, false);
  readonly #turned_down = new Order(-1n, true);
  readonly #turned_up = new Order(-1n, false);
  #broken_line: number | null = null;
  #has_gaps = false;
  #has_moved = false;

  add(row: Omit<Row, 'balance_cents'>, balance_cents: bigint | null): void {
    if (balance_cents === null) {
      this.#has_gaps = true;
      return;
    }
    const now = { ...row, balance_cents };
    const before = this.#last;
    this.#first ??= now;
    this.#last = now;
    if (before === null) return;
    this.#has_moved ||= before.balance_cents !== balance_cents;
    for (const order of [this.#down, this.#up, this.#turned_down, this.#turned_up]) {
      order.compare(before, now);
    }
    if (!this.#down.holds && !this.#up.holds) this.#broken_line ??= row.line;
  }

  /** True if the signs as they are read make the column add up, and the other ones do not. */
  get proves_signs(): boolean {
    const is_right = this.#holdsFor(this.#down, this.#up);
    return this.#has_moved && is_right && !this.#holdsFor(this.#turned_down, this.#turned_up);
  }

  sums(): RunningSums {
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null) return { broken_line: null };
    const is_turned = this.#turned_down.holds || this.#turned_up.holds;
    if (this.#broken_line !== null && is_turned) return { turned_line: first.line };
    if (this.#has_gaps) return { broken_line: null };
    if (this.#broken_line !== null) return { broken_line: this.#broken_line };
    const is_down = this.#down.holds && (!this.#up.holds || first.booked_at <= last.booked_at);
    const [oldest, newest] = is_down ? [first, last] : [last, first];
    return {
      opening_cents: oldest.balance_cents - oldest.amount_cents,
      closing_cents: newest.balance_cents,
    };
  }

  /** Equal amounts add up in both orders with opposite signs: then the days tell the order. */
  #holdsFor(down: Order, up: Order): boolean {
    const [from, to] = [this.#first?.booked_at ?? 0, this.#last?.booked_at ?? 0];
    return (down.holds && from <= to) || (up.holds && from >= to);
  }
}
