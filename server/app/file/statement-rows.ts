// Reads the rows of a bank's table, a CSV or a sheet of a workbook, into one part per account.
import { isCurrency } from '../../domain/values/currency.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import {
  columnsByPosition,
  findColumns,
  type StatementHeader,
} from '../../formats/statement/csv/statement-row.ts';
import {
  StatementTable,
  type TableOut,
  type TableSums,
} from '../../formats/statement/csv/statement-table.ts';
import type { StatementBalance } from '../../formats/statement/statement-line.ts';
import { accountNumber } from '../../formats/statement/statement-wording.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { exponentOf } from '../request/views.ts';
import type { OpenPart, PartCollector } from './collect-parts.ts';

export const ROW_MAX_CHARACTERS = 16_384;
/** Limited because empty cells do not add to the limit on characters. */
export const ROW_MAX_CELLS = 1_000;

type Row = { readonly cells: readonly string[]; readonly line: number };

export class StatementRows {
  readonly #profile: StatementProfile;
  readonly #collector: PartCollector;
  readonly #header: HeaderSearch;
  /** The rows above the header, which may state balances. */
  readonly #above: Row[] = [];
  #table: StatementTable<OpenPart> | null = null;
  #last_line = 1;

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
    if (header === null) this.#above.push({ cells, line });
    else if (this.#header.line !== line) this.#tableOf(header).take(cells, line);
  }

  end(last_line: number): void {
    this.#header.end();
    this.#last_line = last_line;
    this.#table?.end();
  }

  #tableOf(header: StatementHeader): StatementTable<OpenPart> {
    this.#table ??= new StatementTable(this.#profile, header, this.#above, this.#out());
    return this.#table;
  }

  #out(): TableOut<OpenPart> {
    const collector = this.#collector;
    const date = String(this.#profile.date);
    return {
      account: (number, currency, line) => this.#account(number, currency, line),
      exponentOf: ({ account }) => exponentOf(account?.currency ?? ''),
      line: (part, line, at) => collector.add(part, { ...line, key: null }, at, date),
      leaveOut: (reason) => collector.leaveOut(reason),
      wrong: (at, message) => collector.wrong(at, message),
      finding: ({ kind, line, message }) =>
        kind === 'warning' ? collector.warn(line, message) : collector.wrong(line, message),
      done: (part, sums) => this.#finish(part, sums),
    };
  }

  #account(number: string, currency: string, line: number): OpenPart | null {
    const bare = accountNumber(number);
    const part = this.#collector.part({
      line,
      account_numbers: bare === null ? [] : [bare],
      currency: isCurrency(currency) ? currency : null,
      reference: null,
    });
    return part.account === null ? null : part;
  }

  #finish(part: OpenPart, sums: TableSums): void {
    const { first_day, last_day } = part;
    const balances: StatementBalance[] = [];
    if (sums !== null && first_day !== null && last_day !== null) {
      balances.push({ kind: 'opening' as const, day: first_day, cents: sums.opening_cents });
      balances.push({ kind: 'closing' as const, day: last_day, cents: sums.closing_cents });
    }
    const end = { line: this.#last_line, balances, is_whole: true, sums: null };
    this.#collector.finish(part, end);
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
