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
} from '../../formats/statement/statement-format.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { type Collected, type FindAccount, noneLeftOut, PartCollector } from './collect-parts.ts';
import { beginningOf, fileOf, shownEncoding, xmlEncoding } from './detect-format.ts';
import { lineTexts, tagTexts } from './line-texts.ts';
import { refuseOtherFiles } from './other-files.ts';
import { readCsv } from './read-csv.ts';
import { type OpenedBytes, openBytes, type StatementBody } from './statement-bytes.ts';
import { statementText } from './statement-text.ts';

export type ReadFile = Collected & { readonly format: StatementFormat | null };

const DECLARE = 'its XML declaration (UTF-8 if it names none) must name the encoding of the file';

/**
 * A profile implies a CSV; without one the format is recognised from the file. If the file cannot
 * be read as a whole, there are no parts and one error says why.
 */
export async function readStatement(
  body: StatementBody,
  profile: StatementProfile | null,
  findAccount: FindAccount,
  now: number,
): Promise<ReadFile> {
  const collector = new PartCollector(findAccount, now);
  try {
    const bytes = await openBytes(body);
    try {
      const file = profile === null ? fileOf(bytes.head) : 'csv';
      const format = await READERS[file](collector, bytes, profile);
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

type Reader = (
  collector: PartCollector,
  bytes: OpenedBytes,
  profile: StatementProfile | null,
) => Promise<StatementFormat>;

/** The reader for each kind of file. */
const READERS: Readonly<Record<StatementFileKind, Reader>> = {
  csv: readCsvFile,
  camt: readCamt,
  mt940: readMt940,
  ofx: readOfx,
};

async function readCsvFile(
  collector: PartCollector,
  { head, all }: OpenedBytes,
  profile: StatementProfile | null,
): Promise<StatementFormat> {
  const row = STATEMENT_FILES.find(({ file }) => file === fileOf(head));
  if (profile !== null && row !== undefined && row.isLike !== null) {
    const message = `the file is ${row.name}; import it without a profile`;
    throw new UnreadableStatement(message, { line: 1 });
  }
  refuseOtherFiles(head, beginningOf(head));
  const chosen = profile ?? STANDARD;
  const encoding = shownEncoding(head) ?? chosen.encoding;
  await readCsv(statementText(all, { encoding, skip_lines: chosen.skip_lines }), chosen, collector);
  return 'csv';
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
