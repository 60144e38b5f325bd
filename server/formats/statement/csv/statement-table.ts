// Reads the rows below the header of a bank's table: which of them are money, which are balances,
// sums or notes, and whether the file's own proof agrees with the money.

import { readDate } from '../statement-date.ts';
import type { LeftOutReason, StatementLine } from '../statement-line.ts';
import { AccountRows, type TableFinding } from './account-rows.ts';
import { amountColumns } from './row-state.ts';
import { StatedSums } from './stated-sums.ts';
import type { StatementProfile } from './statement-profile.ts';
import { cellIn, isBlankRow, isIgnoredRow, type StatementHeader } from './statement-row.ts';

export type TableSums = { readonly opening_cents: bigint; readonly closing_cents: bigint } | null;

/** Where the rows go. */
export type TableOut<Account> = {
  /** The account of a row by its cells; null if there is none, which was reported. */
  account(number: string, currency: string, line: number): Account | null;
  exponentOf(account: Account): number;
  line(account: Account, line: StatementLine, at: number): void;
  leaveOut(reason: LeftOutReason): void;
  /** A row that cannot be read. */
  wrong(at: number, message: string): void;
  /** Read, but not to be imported as it is. */
  finding(finding: TableFinding): void;
  done(account: Account, sums: TableSums): void;
};

type Target<Account> = { readonly account: Account; readonly rows: AccountRows };
type Note = { readonly cells: readonly string[]; readonly line: number };

/** Notes around a table; a file with more is no table. */
const MOST_NOTES = 2_000;

export class StatementTable<Account> {
  readonly #profile: StatementProfile;
  readonly #header: StatementHeader;
  readonly #out: TableOut<Account>;
  readonly #targets = new Map<string, Target<Account> | null>();
  readonly #notes: Note[];
  #last: Target<Account> | null = null;

  constructor(
    profile: StatementProfile,
    header: StatementHeader,
    above: readonly Note[],
    out: TableOut<Account>,
  ) {
    this.#profile = profile;
    this.#header = header;
    this.#notes = [...above];
    this.#out = out;
  }

  take(cells: readonly string[], line: number): void {
    if (isBlankRow(cells)) return;
    if (isIgnoredRow(this.#profile, cells)) {
      this.#note({ cells, line });
      return;
    }
    if (!this.#isDated(cells)) this.#takeUndated({ cells, line });
    else this.#targetOf(cells, line)?.rows.take(cells, line);
  }

  /** True if balances, or sums that the file states, prove the signs of an account's rows. */
  get proves_signs(): boolean {
    return [...this.#targets.values()].some((one) => one?.rows.proves_signs === true);
  }

  /** True if the sums that the file states prove the signs of all rows of an account. */
  get is_agreed(): boolean {
    return [...this.#targets.values()].some((one) => one?.rows.is_agreed === true);
  }

  end(): void {
    const targets = [...this.#targets.values()].filter((one) => one !== null);
    const [only, ...others] = targets;
    for (const note of this.#notes) {
      if (only !== undefined && others.length === 0) only.rows.offer(note.cells);
    }
    for (const { account, rows } of targets) {
      const { sums, findings } = rows.end();
      for (const finding of findings) this.#out.finding(finding);
      if (findings.every(({ kind }) => kind === 'warning')) this.#out.done(account, sums);
    }
  }

  #isDay(cell: string): boolean {
    const { date_formats, zone_offset_minutes } = this.#profile;
    return (
      cell !== '' && readDate({ date: cell, time: '' }, date_formats, zone_offset_minutes) !== null
    );
  }

  #isDated(cells: readonly string[]): boolean {
    return this.#isDay(cellIn(this.#profile.date, cells, this.#header));
  }

  /** An amount in its column, or a row whose cells are shifted by a delimiter in a text. */
  #mayBeMoney(cells: readonly string[]): boolean {
    const { width } = this.#header;
    const is_shifted = cells.some((cell) => this.#isDay(cell.trim()));
    if (is_shifted || (width !== null && cells.length > width)) {
      return cells.some((cell) => /\d[.,]\d/.test(cell));
    }
    return amountColumns(this.#profile).some((column) =>
      /\d/.test(cellIn(column, cells, this.#header)),
    );
  }

  #takeUndated(note: Note): void {
    const { cells, line } = note;
    if (this.#last?.rows.goOn(cells) === true) return;
    const { account, currency } = this.#profile;
    const is_single = account === null && currency === null;
    const target = is_single ? this.#targetOf(cells, line) : this.#last;
    if (target?.rows.takeUndated(cells, line) === true) return;
    const is_understood = this.#isUnderstood(note);
    if (!is_understood && this.#mayBeMoney(cells)) {
      this.#targetOf(cells, line)?.rows.take(cells, line);
      return;
    }
    this.#note(note);
    this.#out.leaveOut(is_understood ? 'balance' : 'information');
  }

  /** Whether the row, perhaps with the one above, names balances or totals. */
  #isUnderstood({ cells, line }: Note): boolean {
    const sums = new StatedSums(this.#profile, 3);
    const above = this.#notes.at(-1);
    if (above !== undefined && above.line < line) sums.offer(above.cells);
    return sums.offer(cells);
  }

  #note(note: Note): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(note);
  }

  /** Rows of several currencies belong to several accounts, even if these have one number. */
  #targetOf(cells: readonly string[], line: number): Target<Account> | null {
    const number = cellIn(this.#profile.account, cells, this.#header);
    const currency = cellIn(this.#profile.currency, cells, this.#header).toUpperCase();
    // A row that names neither belongs to the only account that the others name.
    if (number === '' && currency === '' && this.#targets.size === 1) return this.#last;
    const key = `${currency} ${number}`;
    const known = this.#targets.get(key);
    if (known !== undefined) {
      this.#last = known;
      return known;
    }
    const account = this.#out.account(number, currency, line);
    const target = account === null ? null : { account, rows: this.#rowsOf(account) };
    this.#targets.set(key, target);
    this.#last = target;
    return target;
  }

  #rowsOf(account: Account): AccountRows {
    const out = this.#out;
    return new AccountRows(this.#profile, this.#header, out.exponentOf(account), {
      line: (line, at) => out.line(account, line, at),
      leaveOut: (reason) => out.leaveOut(reason),
      wrong: (at, message) => out.wrong(at, message),
    });
  }
}
