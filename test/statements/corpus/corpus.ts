// All files of the corpus with what the service does with each: tables made for it, the samples of
// real layouts, and what banks offer beside statements.
import { readdirSync, readFileSync } from 'node:fs';
import { readCamtShape } from '../real-shapes/camt-shape.ts';
import { CAMT_SHAPES } from '../real-shapes/camt-shapes.ts';
import { type ShapeLine, sampleBytes } from '../real-shapes/compare-lines.ts';
import { readShape } from '../real-shapes/csv-shape.ts';
import { CSV_SHAPES } from '../real-shapes/csv-shapes.ts';
import { readMt940Shape } from '../real-shapes/mt940-shape.ts';
import { MT940_SHAPES } from '../real-shapes/mt940-shapes.ts';
import { OFX_SHAPES, readOfxShape } from '../real-shapes/ofx-shapes.ts';
import { type CorpusLine, type Judged, judgeFile, judgeNamed } from './corpus-file.ts';
import { AFRICA, AMERICA, ASIA, OCEANIA } from './files-elsewhere.ts';
import { EUROPE } from './files-europe.ts';
import { NO_STATEMENTS } from './no-statements.ts';

export type CorpusRow = Judged & { readonly group: string; readonly shape: string };

/** The lines of nearly all tables that were made for the corpus. */
const LINES: readonly CorpusLine[] = [
  ['2026-03-15', 50_000],
  ['2026-03-16', -20_000],
  ['2026-03-18', -1_234],
];
const [FIRST = ['', 0], SECOND = ['', 0], THIRD = ['', 0]] = LINES;

const OTHER_LINES: Readonly<Record<string, readonly CorpusLine[]>> = {
  'hsbc-gb.csv': [['2026-03-15', 150_000], ['2026-03-16', -120_000], THIRD],
  'barclaycard-gb.csv': [['2026-03-15', -50_000], SECOND, THIRD],
  'otp-hu.csv': [FIRST, SECOND, ['2026-03-18', -1_200]],
  'paypal.csv': [['2026-03-15', 51_500], ['2026-03-15', -1_500], SECOND, THIRD],
  'words-missing-row.csv': [FIRST, SECOND],
  'bendigo-au.csv': [
    ['2026-03-05', 50_000],
    ['2026-03-06', -20_000],
    ['2026-03-08', -1_234],
  ],
};
const CURRENCIES: Readonly<Record<string, string>> = {
  'santander-cl.csv': 'CLP',
  'rakuten-jp.csv': 'JPY',
  'smbc-jp.csv': 'JPY',
  'kookmin-kr.csv': 'KRW',
  'kuwait-kw.csv': 'KWD',
  'otp-hu.csv': 'HUF',
};

const MADE = { Europe: EUROPE, America: AMERICA, Asia: ASIA, Africa: AFRICA, Oceania: OCEANIA };

const FOLDER = new URL('./files/', import.meta.url);
export const madeFiles = (): string[] => readdirSync(FOLDER).toSorted();
export const listedFiles = (): string[] =>
  Object.values(MADE)
    .flat()
    .map(([file]) => file)
    .toSorted();

export const linesOf = (file: string): readonly CorpusLine[] => OTHER_LINES[file] ?? LINES;
export const judgeMade = (file: string, lines = linesOf(file)): Promise<Judged> =>
  judgeFile(readFileSync(new URL(file, FOLDER)), lines, CURRENCIES[file] ?? 'EUR');

const asLines = (lines: readonly ShapeLine[]): CorpusLine[] =>
  lines.map(({ day, amount_cents }) => [day, Number(amount_cents)]);

async function judgeTables(): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = [];
  for (const [area, files] of Object.entries(MADE)) {
    for (const [file, shape] of files) {
      rows.push({ group: `CSV, ${area}`, shape, ...(await judgeMade(file)) });
    }
  }
  for (const shape of CSV_SHAPES) {
    const bytes = sampleBytes('csv', shape.file);
    const { lines } = readShape(shape, bytes);
    const currency = typeof shape.currency === 'string' ? shape.currency : lines[0]?.currency;
    const judged = await judgeFile(bytes, asLines(lines), currency ?? '');
    rows.push({ group: `CSV, ${shape.continent}`, shape: shape.bank, ...judged });
  }
  return rows;
}

async function judgeFormats(): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = [];
  const judge = async (group: string, shape: string, bytes: Uint8Array, lines: ShapeLine[]) => {
    const judged = await judgeNamed(bytes, asLines(lines), lines[0]?.currency ?? '');
    rows.push({ group, shape, ...judged });
  };
  for (const shape of CAMT_SHAPES) {
    const bytes = sampleBytes('camt', shape.file);
    await judge('camt', `${shape.bank}: ${shape.has}`, bytes, readCamtShape(shape, bytes));
  }
  for (const shape of MT940_SHAPES) {
    const bytes = sampleBytes('mt940', shape.file);
    await judge('MT940', `${shape.bank}: ${shape.has}`, bytes, readMt940Shape(shape, bytes));
  }
  for (const shape of OFX_SHAPES) {
    const bytes = sampleBytes('ofx', shape.file);
    await judge('OFX', shape.bank, bytes, readOfxShape(shape, bytes));
  }
  return rows;
}

/** What no statement is, or is not read: whatever comes of it but a refusal is wrong. */
export const NOT_READ = 'not read';

async function judgeOthers(): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = [];
  for (const [shape, text] of NO_STATEMENTS) {
    const judged = await judgeFile(new TextEncoder().encode(text), LINES, 'EUR');
    rows.push({ group: NOT_READ, shape, ...judged });
  }
  return rows;
}

/** In the order of the groups. */
export async function judgeCorpus(): Promise<readonly CorpusRow[]> {
  return [await judgeTables(), await judgeFormats(), await judgeOthers()].flat();
}
