// Reads a bank's file of any format completely before any line counts: returns its parts, or
// everything that is wrong with it.
import { setImmediate } from 'node:timers/promises';
import { createCamtReader } from '../../formats/statement/camt/camt.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import { STANDARD } from '../../formats/statement/csv/statement-profiles.ts';
import { Mt940Reader } from '../../formats/statement/mt940/mt940.ts';
import { OfxReader } from '../../formats/statement/ofx/ofx.ts';
import {
  STATEMENT_FILES,
  type StatementFileKind,
  type StatementFormat,
  TABLE_FILES,
} from '../../formats/statement/statement-format.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { type Collected, type FindAccount, noneLeftOut, PartCollector } from './collect-parts.ts';
import { beginningOf, fileOf, shownEncoding, xmlEncoding } from './detect-format.ts';
import { lineTexts, tagTexts } from './line-texts.ts';
import { refuseOtherFiles } from './other-files.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx, wholeWorkbook } from './read-xlsx.ts';
import { type OpenedBytes, openBytes, type StatementBody } from './statement-bytes.ts';
import { statementText } from './statement-text.ts';

export type ReadFile = Collected & { readonly format: StatementFormat | null };

const DECLARE = 'its XML declaration (UTF-8 if it names none) must name the encoding of the file';

function refuseProfile(file: StatementFileKind): never {
  const name = STATEMENT_FILES.find((row) => row.file === file)?.name;
  throw new UnreadableStatement(`the file is ${name}; import it without a profile`, { line: 1 });
}

function refuseSheet(): never {
  throw new UnreadableStatement('only an Excel workbook has sheets', { line: 1 });
}

/**
 * A profile implies a table; without one the format is recognised from the file. If the file cannot
 * be read as a whole, there are no parts and one error says why.
 */
export async function readStatement(
  body: StatementBody,
  profile: StatementProfile | null,
  findAccount: FindAccount,
  now: number,
  sheet: string | null = null,
): Promise<ReadFile> {
  const collector = new PartCollector(findAccount, now);
  try {
    const bytes = await openBytes(body);
    try {
      const file = fileOf(bytes.head);
      if (profile !== null && !TABLE_FILES.includes(file)) refuseProfile(file);
      if (sheet !== null && file !== 'xlsx') refuseSheet();
      const format = await READERS[file](collector, bytes, { profile, sheet });
      return { format, ...collector.collected() };
    } finally {
      await bytes.close();
    }
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error;
    const { line, message } = error;
    return {
      format: null,
      parts: [],
      warnings: [],
      left_out: noneLeftOut(),
      errors: [{ line, message }],
    };
  }
}

type Layout = { readonly profile: StatementProfile | null; readonly sheet: string | null };

type Reader = (
  collector: PartCollector,
  bytes: OpenedBytes,
  layout: Layout,
) => Promise<StatementFormat>;

/** The reader for each kind of file. */
const READERS: Readonly<Record<StatementFileKind, Reader>> = {
  csv: readCsvFile,
  camt: readCamt,
  mt940: readMt940,
  ofx: readOfx,
  xlsx: readWorkbook,
};

async function readCsvFile(
  collector: PartCollector,
  { head, all }: OpenedBytes,
  { profile }: Layout,
): Promise<StatementFormat> {
  refuseOtherFiles(head, beginningOf(head));
  const chosen = profile ?? STANDARD;
  const encoding = shownEncoding(head) ?? chosen.encoding;
  await readCsv(statementText(all, { encoding, skip_lines: chosen.skip_lines }), chosen, collector);
  return 'csv';
}

async function readWorkbook(
  collector: PartCollector,
  { all }: OpenedBytes,
  { profile, sheet }: Layout,
): Promise<StatementFormat> {
  await readXlsx(await wholeWorkbook(all), profile ?? STANDARD, sheet, collector);
  return 'xlsx';
}

async function readCamt(collector: PartCollector, { head, all }: OpenedBytes) {
  const found = xmlEncoding(head);
  if ('problem' in found) throw new UnreadableStatement(found.problem, { line: 1 });
  const form = { encoding: found.encoding, skip_lines: 0, cure: DECLARE };
  const reader = createCamtReader(collector);
  for await (const text of statementText(all, form)) reader.push(text);
  return reader.end();
}

async function readMt940(collector: PartCollector, { all }: OpenedBytes) {
  return await readTexts(lineTexts(all), new Mt940Reader(collector));
}

async function readOfx(collector: PartCollector, { all }: OpenedBytes) {
  return await readTexts(tagTexts(all), new OfxReader(collector));
}

type TextReader = { push(text: string): void; end(): StatementFormat };

async function readTexts(all: AsyncIterable<string[]>, reader: TextReader) {
  for await (const texts of all) {
    for (const text of texts) reader.push(text);
    await setImmediate();
  }
  return reader.end();
}
