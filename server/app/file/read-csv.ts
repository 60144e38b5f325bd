// Reads a bank's CSV row by row; no row is left out silently.
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import type { PartCollector } from './collect-parts.ts';
import { literalQuotes, withQuotes } from './literal-quotes.ts';
import { ROW_MAX_CELLS, ROW_MAX_CHARACTERS, StatementRows } from './statement-rows.ts';

/** Throws UnreadableStatement with the reason if the file as a whole cannot be read. */
export async function readCsv(
  text: AsyncIterable<string>,
  profile: StatementProfile,
  collector: PartCollector,
): Promise<void> {
  const reader = new CsvReader(profile, collector);
  const parser = parse({
    delimiter: profile.delimiter,
    escape: profile.quote_escape,
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
  await pipeline(Readable.from(literalQuotes(text, profile)), parser, nowhere);
  reader.end(parser.info.lines);
}

class CsvReader {
  readonly #rows: StatementRows;
  readonly #collector: PartCollector;
  #previous_end = 0;
  #broken_from: number | null = null;

  constructor(profile: StatementProfile, collector: PartCollector) {
    this.#rows = new StatementRows(profile, collector);
    this.#collector = collector;
  }

  take(cells: readonly string[], end_line: number): void {
    const line = end_line - breaksIn(cells);
    this.#endBroken(line - 1);
    this.#previous_end = end_line;
    this.#rows.take(cells, line);
  }

  /** Checked before the row is complete, because an endless row never is. */
  cell(text: string, index: number): string {
    if (index < ROW_MAX_CELLS) return withQuotes(text);
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
    this.#rows.end(last_line);
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

function breaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
}
