// Reads a bank's Excel workbook: the rows of one sheet as a CSV would have them.
import {
  type StatementProfile,
  withIsoDays,
} from '../../formats/statement/csv/statement-profile.ts';
import { findColumns } from '../../formats/statement/csv/statement-row.ts';
import { readDate } from '../../formats/statement/statement-date.ts';
import { type CellText, textWith } from '../../formats/statement/xlsx/cell-text.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { chooseSheet, firstRows, mergedHeader, sheetsToRead } from './choose-sheet.ts';
import type { PartCollector } from './collect-parts.ts';
import { openWorkbook, type Sheet, sheetRows, type Workbook } from './open-workbook.ts';
import { StatementRows } from './statement-rows.ts';

/** Packed: ten times the rows that an import may have. */
const WORKBOOK_MAX_BYTES = 64 * 1_024 * 1_024;

export async function wholeWorkbook(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > WORKBOOK_MAX_BYTES) {
      const message = `the workbook is larger than ${WORKBOOK_MAX_BYTES} bytes; export fewer days`;
      throw new UnreadableStatement(message, { line: 1 });
    }
    kept.push(piece);
  }
  return Buffer.concat(kept);
}

/**
 * A spreadsheet that opens a CSV of another country makes days of `05/03/2026`, with day and month
 * exchanged, and leaves `13/03/2026` as a text. No bank writes both.
 */
class DayColumn {
  readonly #profile: StatementProfile;
  #kind: 'day' | 'text' | null = null;

  constructor(profile: StatementProfile) {
    this.#profile = profile;
  }

  check(cell: CellText | undefined, line: number): void {
    if (cell === undefined || cell.kind === 'number') return;
    const isDayIn = (formats: readonly string[]) =>
      readDate({ date: cell.text, time: '' }, formats, 0) !== null;
    // Nobody exchanges day and month of 2026-03-05.
    const is_open = isDayIn(this.#profile.date_formats) && !isDayIn(['ISO']);
    if (cell.kind === 'text' && !is_open) return;
    this.#kind ??= cell.kind;
    if (this.#kind === cell.kind) return;
    const message =
      'some days of this column are days of a spreadsheet, others are texts: a spreadsheet may ' +
      'have exchanged day and month; export the file from the bank again';
    throw new UnreadableStatement(message, { line });
  }
}

async function hasTable(book: Workbook, sheet: Sheet, profile: StatementProfile) {
  const within = Math.max(1, profile.header_within_rows);
  const rows = await firstRows(book, sheet, within + profile.skip_lines);
  if (profile.header_within_rows === 0) return rows.length > 0;
  const merged = await mergedHeader(sheet);
  return rows.some((row) => {
    const names = merged.filled(row).map(({ text }) => text);
    return row.number > profile.skip_lines && !('missing' in findColumns(profile, names));
  });
}

/** Throws UnreadableStatement with the reason if the file as a whole cannot be read. */
export async function readXlsx(
  bytes: Uint8Array,
  given: StatementProfile,
  sheet_name: string | null,
  collector: PartCollector,
): Promise<void> {
  const profile = withIsoDays(given);
  const book = await openWorkbook(bytes);
  const candidates = sheetsToRead(book, sheet_name);
  const found = await chooseSheet(candidates, (sheet) => hasTable(book, sheet, profile));
  const sheet = found.sheet ?? candidates[0];
  if (sheet === undefined) throw new Error('A workbook without sheets was opened');
  if (found.others !== null) {
    const message = `only the sheet ${sheet.name.slice(0, 40)} was read; others have such a table`;
    collector.warn(1, `${message}, too: ${found.others}; name each with sheet`);
  }
  const merged = await mergedHeader(sheet);
  const reader = new StatementRows(profile, collector);
  const days = new DayColumn(given);
  let last = 1;
  for await (const row of sheetRows(book, sheet)) {
    last = row.number;
    if (row.number <= profile.skip_lines) continue;
    const { header } = reader;
    const cells = header === null ? merged.filled(row) : row.cells;
    const day_at = header?.positions.get(profile.date);
    if (day_at !== undefined) days.check(cells[day_at], row.number);
    reader.take(
      cells.map((cell) => textWith(cell, profile.decimal)),
      row.number,
    );
  }
  reader.end(last);
}
