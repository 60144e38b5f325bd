// Reads the rows of a bank's table, a CSV or a sheet of a workbook, into one part per account.
import { isCurrency } from '../../domain/values/currency.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import {
  cellIn,
  columnsByPosition,
  findColumns,
  isIgnoredRow,
  readRow,
  type StatementHeader,
} from '../../formats/statement/csv/statement-row.ts';
import { RunningBalance } from '../../formats/statement/csv/statement-running-balance.ts';
import type { StatementBalance } from '../../formats/statement/statement-line.ts';
import { accountNumber } from '../../formats/statement/statement-wording.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { exponentOf } from '../request/views.ts';
import type { OpenPart, PartCollector } from './collect-parts.ts';

export const ROW_MAX_CHARACTERS = 16_384;
/** Limited because empty cells do not add to the limit on characters. */
export const ROW_MAX_CELLS = 1_000;

const TURNED =
  'the balances add up only if every amount has the other sign; in the mapping turn incoming, or ' +
  'exchange credit and debit or their words';

type Target = { readonly part: OpenPart; readonly running: RunningBalance };

export class StatementRows {
  readonly #profile: StatementProfile;
  readonly #collector: PartCollector;
  readonly #header: HeaderSearch;
  /** By the account number in the rows; a single one if the rows name no account. */
  readonly #targets = new Map<string, Target>();

  constructor(profile: StatementProfile, collector: PartCollector) {
    this.#profile = profile;
    this.#collector = collector;
    this.#header = new HeaderSearch(profile);
  }

  /** Null until the header was found. */
  get header(): StatementHeader | null {
    return this.#header.found;
  }

  take(cells: readonly string[], line: number): void {
    const header = this.#header.found ?? this.#header.offer(cells, line);
    if (header === null || this.#header.line === line) return;
    if (!isIgnoredRow(this.#profile, cells)) this.#takeRow(cells, header, line);
  }

  end(last_line: number): void {
    this.#header.end();
    for (const { part, running } of this.#targets.values()) this.#finish(part, running, last_line);
  }

  #takeRow(cells: readonly string[], header: StatementHeader, line: number): void {
    const { account: number_column, currency: currency_column } = this.#profile;
    const currency = cellIn(currency_column, cells, header).toUpperCase();
    const number = cellIn(number_column, cells, header);
    const { part, running } = this.#targetOf(number, isCurrency(currency) ? currency : null, line);
    const { account } = part;
    if (account === null) return;
    const row = readRow(this.#profile, cells, header, exponentOf(account.currency));
    if ('problem' in row) {
      this.#collector.wrong(line, `${row.problem.field} ${row.problem.message}`);
      return;
    }
    const { booked_at, moved_cents, balance_cents, left_out } = row;
    if (left_out !== null) this.#collector.leaveOut(left_out);
    if (booked_at !== null)
      running.add({ line, amount_cents: moved_cents, booked_at }, balance_cents);
    for (const one of row.lines) {
      this.#collector.add(part, { ...one, key: null }, line, String(this.#profile.date));
    }
  }

  /** Rows of several currencies belong to several accounts, even if these have one number. */
  #targetOf(number: string, currency: string | null, line: number): Target {
    const key = `${currency} ${number}`;
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const bare = accountNumber(number);
    const account_numbers = bare === null ? [] : [bare];
    const part = this.#collector.part({ line, account_numbers, currency, reference: null });
    const target = { part, running: new RunningBalance() };
    this.#targets.set(key, target);
    return target;
  }

  #finish(part: OpenPart, running: RunningBalance, line: number): void {
    const sums = running.sums();
    const { first_day, last_day } = part;
    const balances: StatementBalance[] = [];
    if ('turned_line' in sums) {
      this.#collector.wrong(sums.turned_line, TURNED);
      return;
    }
    if ('broken_line' in sums) {
      if (sums.broken_line !== null) {
        const message =
          'the balance does not follow from the row before; the balances of the file are not stored';
        this.#collector.warn(sums.broken_line, message);
      }
    } else if (first_day !== null && last_day !== null) {
      balances.push({ kind: 'opening' as const, day: first_day, cents: sums.opening_cents });
      balances.push({ kind: 'closing' as const, day: last_day, cents: sums.closing_cents });
    }
    this.#collector.finish(part, { line, balances, is_whole: true, sums: null });
  }
}

/** Looks for the header: the first row that has the names of the columns. */
class HeaderSearch {
  readonly #profile: StatementProfile;
  found: StatementHeader | null;
  line = 0;
  #rows = 0;
  #missing: readonly string[] = [];

  constructor(profile: StatementProfile) {
    this.#profile = profile;
    this.found = profile.header_within_rows === 0 ? columnsByPosition(profile) : null;
  }

  offer(cells: readonly string[], line: number): StatementHeader | null {
    const columns = findColumns(this.#profile, cells);
    this.#rows += 1;
    if (!('missing' in columns)) {
      this.found = columns;
      this.line = line;
      return columns;
    }
    const is_nearer = this.#rows === 1 || columns.missing.length < this.#missing.length;
    if (is_nearer) this.#missing = columns.missing;
    if (this.#rows >= this.#profile.header_within_rows) this.#fail();
    return null;
  }

  end(): void {
    if (this.found === null) this.#fail();
  }

  #fail(): never {
    const { name } = this.#profile;
    const found = `no row with the column names of the profile ${name} was found`;
    const where = this.#rows === 0 ? '; no row could be read' : ` in the first ${this.#rows} rows`;
    const missing = this.#missing.length > 0 ? `; missing: ${this.#missing.join(', ')}` : '';
    const cure = '; guess the layout to find the profile that fits';
    throw new UnreadableStatement(`${found}${where}${missing}${cure}`, { line: 1 });
  }
}
