// Checks the balance column of a CSV: rows from the oldest down or from the newest, and whether it
// adds up.

type Row = {
  readonly line: number;
  readonly amount_cents: bigint;
  readonly balance_cents: bigint;
  readonly booked_at: number;
};

export type RunningSums =
  | { readonly opening_cents: bigint; readonly closing_cents: bigint }
  /**
   * The first line at which the column adds up in neither order; null if there is no such column.
   */
  | { readonly broken_line: number | null };

export class RunningBalance {
  #first: Row | null = null;
  #last: Row | null = null;
  #is_down = true;
  #is_up = true;
  #broken_line: number | null = null;
  #has_gaps = false;

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
    this.#is_down &&= before.balance_cents + now.amount_cents === balance_cents;
    this.#is_up &&= before.balance_cents - before.amount_cents === balance_cents;
    if (!this.#is_down && !this.#is_up) this.#broken_line ??= row.line;
  }

  sums(): RunningSums {
    const [first, last] = [this.#first, this.#last];
    if (first === null || last === null || this.#has_gaps) return { broken_line: null };
    if (this.#broken_line !== null) return { broken_line: this.#broken_line };
    const is_down = this.#is_down && (!this.#is_up || first.booked_at <= last.booked_at);
    const [oldest, newest] = is_down ? [first, last] : [last, first];
    return {
      opening_cents: oldest.balance_cents - oldest.amount_cents,
      closing_cents: newest.balance_cents,
    };
  }
}
