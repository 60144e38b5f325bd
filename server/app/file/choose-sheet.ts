// Finds the sheet of a workbook that has the bank's table.
import { MergedHeader, MergeSearch } from '../../formats/statement/xlsx/merged-cells.ts';
import type { SheetRow } from '../../formats/statement/xlsx/sheet-reader.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { type Sheet, sheetRows, type Workbook } from './open-workbook.ts';
import { unpackEntry } from './unpack-entry.ts';

/** More are not looked at, unless one of them is named. */
const MOST_LOOKED_AT = 40;

const shown = (sheets: readonly Sheet[]): string =>
  sheets
    .slice(0, 10)
    .map(({ name }) => name.slice(0, 40))
    .join(', ');

/** The named sheet, or all that people see. */
export function sheetsToRead({ sheets }: Workbook, name: string | null): readonly Sheet[] {
  if (name === null) {
    const visible = sheets.filter(({ is_hidden }) => !is_hidden);
    return (visible.length > 0 ? visible : sheets).slice(0, MOST_LOOKED_AT);
  }
  const wanted = name.trim().toLowerCase();
  const named = sheets.filter((sheet) => sheet.name.trim().toLowerCase() === wanted);
  if (named.length > 0) return named;
  const message = `the workbook has no sheet with that name; it has ${shown(sheets)}`;
  throw new UnreadableStatement(message, { line: 1 });
}

/** Reads the whole sheet once, which also checks that it is not damaged. */
export async function mergedHeader({ entry }: Sheet): Promise<MergedHeader> {
  const search = new MergeSearch();
  for await (const piece of unpackEntry(entry)) search.push(Buffer.from(piece).toString('latin1'));
  return new MergedHeader(search.merges);
}

/** The first rows of a sheet that have any text. */
export async function firstRows(book: Workbook, sheet: Sheet, count: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  if (count === 0) return rows;
  for await (const row of sheetRows(book, sheet)) {
    rows.push(row);
    if (rows.length >= count) break;
  }
  return rows;
}

/** The first of the sheets that `fits`, and the names of the others that do, too. */
export async function chooseSheet(
  sheets: readonly Sheet[],
  fits: (sheet: Sheet) => Promise<boolean>,
): Promise<{ sheet: Sheet | null; others: string | null }> {
  const found: Sheet[] = [];
  for (const sheet of sheets) if (await fits(sheet)) found.push(sheet);
  const [sheet, ...others] = found;
  return { sheet: sheet ?? null, others: others.length === 0 ? null : shown(others) };
}
