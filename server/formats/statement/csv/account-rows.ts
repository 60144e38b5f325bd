// The rows of one account in a bank's table: reads the money, joins texts that go on below, keeps
// rows of sums apart, and compares all that the file proves with what was read.

import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import type { LeftOutReason, StatementLine } from '../statement-line.ts';
import { isBlankCell, readCellAmount } from './cell-amount.ts';
import { FirstAndLast, type ReadMoney } from './first-and-last.ts';
import { LikeSums } from './like-sums.ts';
import { type CellOf, sideOf } from './row-amount.ts';
import {
  amountColumns,
  balanceRow,
  hasReference,
  isNamedIn,
  rowTexts,
  stateOf,
} from './row-state.ts';
import { StatedSums, type StatementSums } from './stated-sums.ts';
import { isSumText, sumSide } from './statement-labels.ts';
import type { StatementProfile } from './statement-profile.ts';
import { cellIn, readRow, type StatementHeader } from './statement-row.ts';
import { RunningBalance } from './statement-running-balance.ts';
import { SumRows } from './sum-rows.ts';

/**
 * What stands against an import: `turned` and `contradiction`: the file's own proof; `open`: a row
 * that may be a sum. A `warning` prevents nothing.
 */
export type TableFinding = {
  readonly kind: 'turned' | 'broken_balance' | 'contradiction' | 'open' | 'warning';
  readonly line: number;
  readonly message: string;
  /** Of an open row: its text, as a mapping can name it. */
  readonly text: string;
};

export type AccountOut = {
  line(line: StatementLine, at: number): void;
  leaveOut(reason: LeftOutReason): void;
  wrong(at: number, message: string): void;
};

const TURNED =
  'the balances add up only if every amount has the other sign; in the mapping turn incoming, or ' +
  'exchange credit and debit or their words';
const BROKEN =
  'the balance does not follow from the row before: amounts are read in another way than the ' +
  'bank means them, or rows are missing; if the column is no balance of these rows, leave ' +
  'balance out of the mapping (guess shows how)';

type Held = { readonly cells: readonly string[]; readonly line: number };

export class AccountRows {
  readonly running = new RunningBalance();
  readonly #profile: StatementProfile;
  readonly #header: StatementHeader;
  readonly #exponent: number;
  readonly #out: AccountOut;
  readonly #stated: StatedSums;
  readonly #sum_rows = new SumRows();
  readonly #like_sums = new LikeSums();
  readonly #ends = new FirstAndLast();
  /** The last row of money, whose text may go on below. */
  #held: Held | null = null;
  #has_wrong = false;
  #is_agreed = false;
  /** Balances between the amounts, which turn with the signs of these. */
  #has_own_balance = false;
  #sums: StatementSums = { in_cents: 0n, out_cents: 0n, in_count: 0, out_count: 0 };

  constructor(
    profile: StatementProfile,
    header: StatementHeader,
    exponent: number,
    out: AccountOut,
  ) {
    this.#profile = profile;
    this.#header = header;
    this.#exponent = exponent;
    this.#out = out;
    this.#stated = new StatedSums(profile, exponent);
  }

  take(cells: readonly string[], line: number): void {
    this.#flush();
    if (!this.#takeOther(cells, line)) this.#held = { cells, line };
  }

  /** Takes rows that are no money whether dated or not; false if it is none of them. */
  takeUndated(cells: readonly string[], line: number): boolean {
    this.#flush();
    const state = stateOf(this.#profile, this.#cellOf(cells)(this.#profile.status));
    if (typeof state === 'string' && state !== 'booked') {
      this.#out.leaveOut(state);
      return true;
    }
    return this.#takeOther(cells, line);
  }

  /** Adds the text of a row that has nothing else to the row above; false if it is no such row. */
  goOn(cells: readonly string[]): boolean {
    const held = this.#held;
    const { profile, positions } = { profile: this.#profile, positions: this.#header.positions };
    if (held === null) return false;
    const texts = [...profile.text, profile.utr, profile.counterparty_name];
    const places = new Set(
      texts.flatMap((one) => (one === null ? [] : (positions.get(one) ?? []))),
    );
    const filled = cells.flatMap((cell, at) => (isBlankCell(cell.trim()) ? [] : [at]));
    const first = positions.get(profile.date) ?? 0;
    if (filled.length === 0 || filled.some((at) => !places.has(at) || at === first)) return false;
    const own = this.#cellOf(cells);
    if (rowTexts(profile, cells, own).some(isSumText)) return false;
    if (balanceRow(profile, cells, own, this.#exponent) !== null) return false;
    const joined = held.cells.map((cell, at) =>
      filled.includes(at) ? `${cell.trimEnd()} ${(cells[at] ?? '').trim()}` : cell,
    );
    this.#held = { cells: joined, line: held.line };
    return true;
  }

  /** A note around the table, which may state balances or totals. */
  offer(cells: readonly string[]): void {
    this.#stated.offer(cells);
  }

  /** After the end. */
  get proves_signs(): boolean {
    return this.running.proves_signs || this.#is_agreed;
  }

  get is_agreed(): boolean {
    return this.#is_agreed;
  }

  end(): {
    sums: { opening_cents: bigint; closing_cents: bigint } | null;
    findings: TableFinding[];
  } {
    this.#flush();
    const running = this.running.sums();
    const verdict = this.#profile.check_sums ? this.#stated.verdict(this.#sums) : 'silent';
    const findings: TableFinding[] = [];
    const find = (kind: TableFinding['kind'], line: number, message: string, text = '') =>
      findings.push({ kind, line, message, text });
    if ('turned_line' in running) find('turned', running.turned_line, TURNED);
    if ('broken_line' in running && running.broken_line !== null) {
      find(this.#has_wrong ? 'warning' : 'broken_balance', running.broken_line, BROKEN);
    }
    // Rows that could not be read are missing from the sums, and have been reported.
    if (typeof verdict === 'object' && !this.#has_wrong) {
      find('contradiction', this.#ends.first_line, contradictionOf(verdict.problem));
    }
    const has_moved = this.#sums.in_cents !== this.#sums.out_cents;
    this.#is_agreed = verdict === 'agree' && has_moved && !this.#has_own_balance;
    const is_agreed = verdict === 'agree';
    const open = [
      ...this.#sum_rows.open(this.#sums, this.#stated, is_agreed),
      ...(this.proves_signs ? [] : this.#like_sums.open(this.#profile)),
      ...this.#ends.open(this.#profile, this.#sums, {
        is_agreed,
        has_balances: this.running.proves_signs,
        begins_at: this.running.begins_from_nothing,
      }),
    ];
    for (const { line, text } of open) find('open', line, openMessage(text), text);
    for (let left = this.#sum_rows.count; left > 0; left -= 1) this.#out.leaveOut('balance');
    return { sums: this.#balances(running, is_agreed), findings };
  }

  #balances(running: ReturnType<RunningBalance['sums']>, is_agreed: boolean) {
    if ('opening_cents' in running) return running;
    const stated = is_agreed && !this.#has_wrong ? this.#stated.balancesFor(this.#sums) : null;
    if (stated === null || !stated.is_known) return null;
    return { opening_cents: stated.opening_cents, closing_cents: stated.closing_cents };
  }

  #cellOf(cells: readonly string[]): CellOf {
    return (column) => cellIn(column, cells, this.#header);
  }

  /** Balances and sums; of a row that was never booked nothing is known here. */
  #takeOther(cells: readonly string[], line: number): boolean {
    const profile = this.#profile;
    const cellOf = this.#cellOf(cells);
    const texts = rowTexts(profile, cells, cellOf);
    if (isNamedIn(profile.money_rows, texts)) return false;
    if (isNamedIn(profile.sum_rows, texts)) {
      this.#out.leaveOut('balance');
      return true;
    }
    const balance = balanceRow(profile, cells, cellOf, this.#exponent);
    if (balance !== null) {
      if (balance.cents !== null) {
        this.#stated.balance(balance.text, balance.cents, balance.is_unsigned);
      } else this.#stated.offer(cells);
      this.#has_own_balance ||= balance.is_in_amounts;
      this.#out.leaveOut('balance');
      return true;
    }
    const named = texts.filter(isSumText);
    const [text] = named;
    if (text === undefined || hasReference(profile, texts, named, cellOf)) return false;
    const figures = this.#figures(cellOf);
    const side = sumSide(text) ?? sideOf(profile, cellOf);
    this.#sum_rows.add({ line, text, figures, side, before: this.#sums });
    return true;
  }

  /** The sizes of the amounts of a row of sums. */
  #figures(cellOf: CellOf): bigint[] {
    return amountColumns(this.#profile).flatMap((column) => {
      const cell = cellOf(column);
      if (isBlankCell(cell)) return [];
      const amount = readCellAmount(cell, this.#profile, this.#exponent, MAX_BALANCE_CENTS);
      if ('problem' in amount) return [];
      return [amount.cents < 0n ? -amount.cents : amount.cents];
    });
  }

  #flush(): void {
    const held = this.#held;
    this.#held = null;
    if (held === null) return;
    const { cells, line } = held;
    const row = readRow(this.#profile, cells, this.#header, this.#exponent);
    if ('problem' in row) {
      this.#has_wrong = true;
      this.#out.wrong(line, `${row.problem.field} ${row.problem.message}`);
      return;
    }
    const { booked_at, moved_cents, balance_cents, left_out } = row;
    if (left_out !== null) this.#out.leaveOut(left_out);
    if (booked_at === null) return;
    this.running.add({ line, amount_cents: moved_cents, booked_at }, balance_cents);
    if (moved_cents !== 0n)
      this.#count(this.#moneyOf(cells, line, moved_cents, balance_cents !== null));
    for (const one of row.lines) this.#out.line(one, line);
  }

  #moneyOf(cells: readonly string[], line: number, cents: bigint, has_balance: boolean): ReadMoney {
    const { utr, end_to_end_id, counterparty_number, bank_id } = this.#profile;
    const cellOf = this.#cellOf(cells);
    const references = [utr, end_to_end_id, counterparty_number, bank_id].map(cellOf);
    return {
      line,
      cents,
      has_balance,
      texts: rowTexts(this.#profile, cells, cellOf).slice(1),
      has_reference: references.some((one) => !isBlankCell(one)),
    };
  }

  #count(money: ReadMoney): void {
    const { in_cents, out_cents, in_count, out_count } = this.#sums;
    const { cents } = money;
    this.#sums =
      cents > 0n
        ? { in_cents: in_cents + cents, out_cents, in_count: in_count + 1, out_count }
        : { in_cents, out_cents: out_cents - cents, in_count, out_count: out_count + 1 };
    this.#like_sums.add(money);
    this.#ends.add(money);
  }
}

const contradictionOf = (problem: string): string =>
  `the file contradicts its own sums: ${problem}; if they are not the sums of these rows, set ` +
  'check_sums to false in the mapping (guess shows how)';

const openMessage = (text: string): string =>
  `the row ${JSON.stringify(text)} may be a sum of other rows or money, and the file does not ` +
  'prove which: name its text in sum_rows or in money_rows of the mapping (guess shows both)';
