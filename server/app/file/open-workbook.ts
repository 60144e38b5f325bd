// Opens an Excel workbook (.xlsx): its sheets, and what their cells refer to. Everything else that
// is a ZIP archive is named with what to do.
import type { BookContext, SheetRow } from '../../formats/statement/xlsx/sheet-reader.ts';
import { SheetReader } from '../../formats/statement/xlsx/sheet-reader.ts';
import {
  type PartReader,
  partName,
  relationsReader,
  sharedTextsReader,
  stylesReader,
  workbookReader,
} from '../../formats/statement/xlsx/workbook-parts.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { XmlReader } from '../../lib/xml/xml-tokenizer.ts';
import { readZipDirectory, type ZipDirectory, type ZipEntry } from '../../lib/zip/zip-directory.ts';
import { looksLikeWorkbook } from './other-files.ts';
import { ROW_MAX_CELLS, ROW_MAX_CHARACTERS } from './statement-rows.ts';
import { statementText } from './statement-text.ts';
import { unpackEntry } from './unpack-entry.ts';

export type Sheet = {
  readonly name: string;
  readonly is_hidden: boolean;
  readonly entry: ZipEntry;
};

export type Workbook = { readonly sheets: readonly Sheet[]; readonly context: BookContext };

const ARCHIVE = 'a ZIP archive; unpack it, and import each file by itself';
const AS_WORKBOOK = 'save it as an Excel workbook (.xlsx) or as CSV in UTF-8';

/** By an entry that only such a file has. */
const OTHER_ARCHIVES: readonly (readonly [entry: string, kind: string])[] = [
  ['xl/workbook.bin', `a binary Excel workbook (.xlsb); ${AS_WORKBOOK}`],
  ['xl/vbaproject.bin', 'an Excel workbook with macros (.xlsm); save it as .xlsx without them'],
  ['word/document.xml', 'a Word document; export the statement from the bank as a table'],
  ['ppt/presentation.xml', 'a presentation; export the statement from the bank as a table'],
  ['content.xml', `an OpenDocument file (.ods); ${AS_WORKBOOK}`],
  ['index/document.iwa', `a Numbers document; ${AS_WORKBOOK}`],
];

function fail(message: string): never {
  throw new UnreadableStatement(message, { line: 1 });
}

const failAs = (kind: string): never => fail(`the file is ${kind}`);

const DECLARE = 'save the workbook again with a spreadsheet program';
const FORM = { encoding: 'utf-8', skip_lines: 0, cure: DECLARE };

async function readPart<Value>(
  { entries }: ZipDirectory,
  name: string,
  { handler, value }: PartReader<Value>,
): Promise<Value> {
  const entry = entries.get(name.toLowerCase());
  if (entry === undefined) return value;
  const reader = new XmlReader(handler);
  for await (const text of statementText(unpackEntry(entry), FORM)) reader.push(text);
  reader.end();
  return value;
}

type Relations = Awaited<ReturnType<typeof relationsOf>>;

/** The parts that a part names, with their full names. */
async function relationsOf(directory: ZipDirectory, part: string) {
  const at = part.lastIndexOf('/');
  const [folder, file] = [part.slice(0, Math.max(0, at)), part.slice(at + 1)];
  const name = `${folder === '' ? '' : `${folder}/`}_rels/${file}.rels`;
  const found = await readPart(directory, name, relationsReader());
  return found.map((one) => ({ ...one, name: partName(folder, one.target) }));
}

const targetOf = (relations: Relations, kind: string): string | null =>
  relations.find((one) => one.kind === kind)?.name ?? null;

/** Named by the archive; some programs name it nowhere. */
async function workbookPart(directory: ZipDirectory): Promise<string> {
  const name = targetOf(await relationsOf(directory, ''), 'officeDocument') ?? 'xl/workbook.xml';
  return directory.entries.has(name.toLowerCase()) ? name : failAs(ARCHIVE);
}

/** Of all entries together, whether they are read or not. */
const MOST_UNPACKED = 1_024 * 1_024 * 1_024;

function directoryOf(bytes: Uint8Array): ZipDirectory {
  const directory = readZipDirectory(bytes);
  if (!('problem' in directory)) {
    const sizes = [...directory.entries.values()].map(({ size }) => size);
    const total = sizes.reduce((sum, one) => sum + one, 0);
    if (total > MOST_UNPACKED) fail(`the archive unpacks to more than ${MOST_UNPACKED} bytes`);
    return directory;
  }
  if (!looksLikeWorkbook(bytes)) return failAs(ARCHIVE);
  return failAs(
    `an Excel workbook (.xlsx), but ${directory.problem}; download it again, or save it as CSV ` +
      'in UTF-8',
  );
}

export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const directory = directoryOf(bytes);
  const other = OTHER_ARCHIVES.find(([entry]) => directory.entries.has(entry));
  if (other !== undefined) failAs(other[1]);
  const part = await workbookPart(directory);
  const relations = await relationsOf(directory, part);
  const { sheets, date_system } = await readPart(directory, part, workbookReader());
  const styles = targetOf(relations, 'styles');
  const texts = targetOf(relations, 'sharedStrings');
  const tables = relations.filter(({ kind }) => kind === 'worksheet');
  const context = {
    date_system,
    meanings: styles === null ? [] : await readPart(directory, styles, stylesReader()),
    texts: texts === null ? [] : await readPart(directory, texts, sharedTextsReader()),
  };
  const found = sheets.flatMap(({ name, is_hidden, relation }): Sheet[] => {
    // Sheets that only show a chart have relations of another kind.
    const target = tables.find(({ id }) => id === relation)?.name;
    const entry = directory.entries.get(target?.toLowerCase() ?? '');
    return entry === undefined ? [] : [{ name, is_hidden, entry }];
  });
  return found.length > 0 ? { sheets: found, context } : fail('the workbook has no sheet of cells');
}

const LIMITS = { cells: ROW_MAX_CELLS, characters: ROW_MAX_CHARACTERS };

/** Rows without any text are left out. */
export async function* sheetRows(
  { context }: Workbook,
  { entry }: Sheet,
): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  const sheet = new SheetReader(context, LIMITS, (row) => {
    if (row.cells.length > 0) rows.push(row);
  });
  const reader = new XmlReader(sheet);
  for await (const text of statementText(unpackEntry(entry), FORM)) {
    reader.push(text);
    yield* rows;
    rows = [];
  }
  reader.end();
  yield* rows;
}
