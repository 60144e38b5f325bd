// Reads a bank's CSV into rows and errors, each with its line; nothing is left out silently.
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CsvError, parse } from 'csv-parse';
import type { StatementProfile } from '../../domain/statement-profile.ts';
import {
  columnsByPosition,
  findColumns,
  isIgnoredRow,
  readRow,
  type StatementHeader,
  type StatementLine,
} from '../../domain/statement-row.ts';
import { type StatementBody, statementText } from './statement-text.ts';
import { UnreadableStatement } from './unreadable-statement.ts';

export type StatementRow = StatementLine & { readonly line: number };
export type StatementError = { readonly line: number; readonly message: string };
export type Statement = { rows: StatementRow[]; errors: StatementError[] };

export const STATEMENT_MAX_ROWS = 200_000;
const ROW_MAX_CHARACTERS = 16_384;
/** A file with more is the wrong file, or the wrong profile. */
const MAX_ERRORS = 1_000;

/** Where the file as a whole cannot be read, there are no rows and one error says why. */
export async function readStatement(
  body: StatementBody,
  profile: StatementProfile,
  exponent: number,
): Promise<Statement> {
  const reader = createRowReader(profile, exponent);
  const parser = parse({
    delimiter: profile.delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: ROW_MAX_CHARACTERS,
    on_record: (cells: string[], { lines }) => {
      reader.take(cells, lines);
      return null;
    },
    on_skip: (error) => reader.skip(error),
  });
  const nowhere = new Writable({ objectMode: true, write: (_row, _encoding, done) => done() });
  try {
    await pipeline(Readable.from(statementText(body, profile)), parser, nowhere);
    return reader.end(parser.info.lines);
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return { rows: [], errors: [{ line: error.line, message: error.message }] };
  }
}

function createRowReader(profile: StatementProfile, exponent: number) {
  const statement: Statement = { rows: [], errors: [] };
  const headers = createHeaderSearch(profile);
  let previous_end = 0;
  let broken_from: number | null = null;

  const report = (line: number, message: string): void => {
    statement.errors.push({ line, message });
    if (statement.errors.length < MAX_ERRORS) return;
    const first = statement.errors[0];
    const example = `the first, in line ${first?.line ?? 1}: ${first?.message ?? ''}`;
    throw new UnreadableStatement(`the file has ${MAX_ERRORS} wrong rows or more; ${example}`, {
      line,
    });
  };

  const endBroken = (line: number): void => {
    if (broken_from === null) return;
    const lines = broken_from >= line ? 'this line' : `lines ${broken_from} to ${line}`;
    report(broken_from, `a quotation mark stands in the wrong place; ${lines} could not be read`);
    broken_from = null;
  };

  return {
    take: (cells: readonly string[], end_line: number): void => {
      const line = end_line - breaksIn(cells);
      endBroken(line - 1);
      previous_end = end_line;
      const header = headers.current ?? headers.offer(cells, line);
      if (header === null || headers.line === line || isIgnoredRow(profile, cells)) return;
      const row = readRow(profile, cells, header, exponent);
      if ('problem' in row) {
        report(line, `${row.problem.field} ${row.problem.message}`);
        return;
      }
      if (statement.rows.length === STATEMENT_MAX_ROWS) {
        throw new UnreadableStatement(`the file has more than ${STATEMENT_MAX_ROWS} rows`, {
          line,
        });
      }
      statement.rows.push({ line, ...row });
    },
    skip: (error: CsvError | undefined): undefined => {
      if (error?.code === 'CSV_MAX_RECORD_SIZE') {
        const message = `a row is longer than ${ROW_MAX_CHARACTERS} characters`;
        throw new UnreadableStatement(`${message}; is a quotation mark open?`, {
          line: previous_end + 1,
        });
      }
      broken_from ??= previous_end + 1;
    },
    end: (last_line: number): Statement => {
      endBroken(last_line);
      headers.end();
      return statement;
    },
  };
}

/** The header is a row like any other until the names in it say that it is the one. */
function createHeaderSearch(profile: StatementProfile) {
  const search = {
    current: profile.header_within_rows === 0 ? columnsByPosition(profile) : null,
    line: 0,
    rows: 0,
    missing: [] as readonly string[],
    offer: (cells: readonly string[], line: number): StatementHeader | null => {
      const found = findColumns(profile, cells);
      search.rows += 1;
      if (!('missing' in found)) {
        search.current = found;
        search.line = line;
        return found;
      }
      const is_nearer = search.rows === 1 || found.missing.length < search.missing.length;
      if (is_nearer) search.missing = found.missing;
      if (search.rows >= profile.header_within_rows) search.fail();
      return null;
    },
    fail: (): never => {
      const where = `in the first ${search.rows} rows for the profile ${profile.name}`;
      const missing = search.missing.length > 0 ? `; missing: ${search.missing.join(', ')}` : '';
      throw new UnreadableStatement(`no row with the column names was found ${where}${missing}`, {
        line: 1,
      });
    },
    end: (): void => {
      if (search.current === null) search.fail();
    },
  };
  return search;
}

function breaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell.includes('\n')) count += cell.split('\n').length - 1;
  return count;
}
