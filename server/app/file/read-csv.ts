// Reads a bank's CSV row by row into one part per account; no row is left out silently.
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
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

const ROW_MAX_CHARACTERS = 16_384;
/** Limited because empty cells do not add to the limit on characters. */
const ROW_MAX_CELLS = 1_000;

const TURNED =
  'the balances add up only if every amount has the other sign; in the mapping turn incoming, or ' +
  'exchange credit and debit or their words';

/** Throws UnreadableStatement with the reason if the file as a whole cannot be read. */
export async function readCsv(
  text: AsyncIterable<string>,
  profile: StatementProfile,
  collector: PartCollector,
): Promise<void> {
  const reader = new RowReader(profile, collector);
  const parser = parse({
    delimiter: profile.delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: ROW_MAX_CHARACTERS,
    cast: (text, { index }) => reader.cell(text, index),
    on_record: (cells: string[], { lines }) => {
      reader.take(cells, lines);
      return null;
    },
    on_skip: (error) => reader.skip(error),
  });
  const nowhere = new Writable({ objectMode: true, write: (_row, _encoding, done) => done() });
  await pipeline(Readable.from(text), parser, nowhere);
  reader.end(parser.info.lines);
}

type Target = { readonly part: OpenPart; readonly running: RunningBalance };

class RowReader {
  readonly #profile: StatementProfile;
  readonly #collector: PartCollector;
  readonly #header: HeaderSearch;
  /** By the account number in the rows; a single one if the rows name no account. */
  readonly #targets = new Map<string, Target>();
  #previous_end = 0;
  #broken_from: number | null = null;

  constructor(profile: StatementProfile, collector: PartCollector) {
    this.#profile = profile;
    this.#collector = collector;
    this.#header = new HeaderSearch(profile);
  }

  take(cells: readonly string[], end_line: number): void {
    const line = end_line - breaksIn(cells);
    this.#endBroken(line - 1);
    this.#previous_end = end_line;
    const header = this.#header.found ?? this.#header.offer(cells, line);
    if (header === null || this.#header.line === line) return;
    if (!isIgnoredRow(this.#profile, cells)) this.#takeRow(cells, header, line);
  }

  /** Checked before the row is complete, because an endless row never is. */
  cell(text: string, index: number): string {
    if (index < ROW_MAX_CELLS) return text;
    const message = `a row has more than ${ROW_MAX_CELLS} cells`;
    throw new UnreadableStatement(message, { line: this.#previous_end + 1 });
  }

  skip(error: CsvError | UnreadableStatement | undefined): undefined {
    if (error instanceof UnreadableStatement) throw error;
    if (error?.code === 'CSV_MAX_RECORD_SIZE') {
      const message = `a row is longer than ${ROW_MAX_CHARACTERS} characters`;
      throw new UnreadableStatement(`${message}; is a quotation mark open?`, {
        line: this.#previous_end + 1,
      });
    }
    this.#broken_from ??= this.#previous_end + 1;
  }

  end(last_line: number): void {
    this.#endBroken(last_line);
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

  #endBroken(line: number): void {
    const from = this.#broken_from;
    if (from === null) return;
    this.#broken_from = null;
    const lines = from >= line ? 'this line' : `lines ${from} to ${line}`;
    const message = `a quotation mark is in the wrong place; ${lines} could not be read`;
    this.#collector.wrong(from, message);
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

function breaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
}
