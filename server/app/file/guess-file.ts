// Proposes how to read a bank's file: a text from its first bytes, a workbook from the first rows
// of its sheets.
import type { Refusal } from '../../domain/service/refusal.ts';
import type { Sample } from '../../formats/statement/csv/guess/guess-columns.ts';
import { type Guess, guessProfile } from '../../formats/statement/csv/guess/statement-guess.ts';
import { textWith } from '../../formats/statement/xlsx/cell-text.ts';
import type { SheetRow } from '../../formats/statement/xlsx/sheet-reader.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { chooseSheet, firstRows, mergedHeader, sheetsToRead } from './choose-sheet.ts';
import { fileOf } from './detect-format.ts';
import {
  guessHead,
  MOST_SAMPLE_ROWS,
  NO_TABLE,
  refuseGuess,
  type StatementGuess,
  toldGuess,
} from './guess-head.ts';
import { openWorkbook, type Sheet, type Workbook } from './open-workbook.ts';

/** The columns that have numbers, and no other text that could be an amount. */
function numberColumns(rows: readonly SheetRow[]): ReadonlySet<number> {
  const [numbers, texts] = [new Set<number>(), new Set<number>()];
  for (const { cells } of rows) {
    for (const [at, { kind, text }] of cells.entries()) {
      if (kind === 'number') numbers.add(at);
      else if (/^\D{0,6}\d[\d.,' ]{0,30}\D{0,6}$/.test(text)) texts.add(at);
    }
  }
  return new Set([...numbers].filter((at) => !texts.has(at)));
}

/** One for each decimal sign that a profile may give the numbers. */
async function samplesOf(book: Workbook, sheet: Sheet): Promise<Sample[]> {
  const rows = await firstRows(book, sheet, MOST_SAMPLE_ROWS);
  const merged = await mergedHeader(sheet);
  // Names of columns are above the first row with a day and a number; below nothing is filled.
  const first = rows.findIndex(
    ({ cells }) => cells.filter(({ kind }) => kind !== 'text').length > 1,
  );
  const filled = rows.map((row, at) => (at < first ? merged.filled(row) : row.cells));
  const numbers = numberColumns(rows);
  return (['.', ','] as const).map((decimal) => ({
    delimiter: ',',
    sheet: { decimal, numbers },
    rows: filled.map((cells) => cells.map((cell) => textWith(cell, decimal))),
  }));
}

async function guessWorkbook(bytes: Uint8Array, name: string | null, today: number) {
  const book = await openWorkbook(bytes);
  const guesses = new Map<Sheet, Guess>();
  const { sheet, others } = await chooseSheet(sheetsToRead(book, name), async (one) => {
    const guess = guessProfile(await samplesOf(book, one), { encoding: 'utf-8', today });
    if (guess !== null) guesses.set(one, guess);
    return guess !== null;
  });
  const guess = sheet === null ? undefined : guesses.get(sheet);
  if (sheet === null || guess === undefined) return refuseGuess(NO_TABLE);
  const found = toldGuess(guess, { format: 'xlsx', sheet: sheet.name });
  const doubt = `other sheets have a table, too: ${others}; each is imported by its name`;
  return others === null ? found : { ...found, doubts: [doubt, ...found.doubts] };
}

export async function guessFile(
  bytes: Uint8Array,
  sheet: string | null,
  today: number,
): Promise<StatementGuess | Refusal> {
  try {
    const is_workbook = fileOf(bytes) === 'xlsx';
    if (is_workbook) return await guessWorkbook(bytes, sheet, today);
    return sheet === null
      ? guessHead(bytes, today)
      : refuseGuess('only an Excel workbook has sheets');
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    return refuseGuess(error.message);
  }
}
