// Recognises what people upload instead of a bank's file, and says what it is and what to do.
import { A_STATEMENT_IS } from '../../formats/statement/statement-format.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';

const UNPACK = 'unpack it first';
const UNPACK_ALL = 'unpack it, and import each file by itself';
const WORKBOOK = 'save it as CSV in UTF-8';
const OLD_WORKBOOK = 'save it as .xlsx, or as CSV in UTF-8';

/** Recognised by the first bytes, written as Latin-1. */
const BY_BYTES: readonly (readonly [start: string, kind: string, cure: string])[] = [
  ['%PDF-', 'a PDF', ''],
  ['PK\x03\x04', 'a ZIP archive', UNPACK_ALL],
  ['PK\x05\x06', 'a ZIP archive', UNPACK_ALL],
  ['PK\x07\x08', 'a ZIP archive', UNPACK_ALL],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (.xls)', OLD_WORKBOOK],
  ['\x1f\x8b', 'compressed (gzip)', UNPACK],
  ['BZh91AY&SY', 'compressed (bzip2)', UNPACK],
  ['\xfd7zXZ\0', 'compressed (xz)', UNPACK],
  ['\x28\xb5\x2f\xfd', 'compressed (zstd)', UNPACK],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive', UNPACK],
  ['Rar!\x1a\x07', 'a RAR archive', UNPACK],
];

/** Recognised by the text. */
const BY_TEXT: readonly (readonly [start: RegExp, kind: string, cure: string])[] = [
  [/^\s*[{[]\s*["{[\]}]/, 'JSON', ''],
  [
    /^\s*<(?:!doctype html|html|table|head|meta)/i,
    'HTML',
    'if a bank calls it .xls, open it in a spreadsheet and save it as CSV in UTF-8',
  ],
  [/^\s*<(?:!doctype|\?xml|\w+[ >])/i, 'HTML or XML', ''],
  [
    /^\s*!(?:(?:Type|Option|Clear):|Account\s)/i,
    'QIF, which names neither a currency nor ids',
    'download OFX (also called QFX or Money) from the bank, or CSV',
  ],
  [/^\s*01,[^\n]{0,200}\/\s*02,/, 'BAI2', 'ask the bank for camt.053 or MT940, or download CSV'],
  [
    // The first record: date, bank and `05`, the application of statements.
    /^0{5}\d{6}\d{3}05/,
    'CODA, of Belgian banks',
    'ask the bank for camt.053, or download CSV',
  ],
];

/** Among the first files in the archive that is a workbook. */
const IN_WORKBOOK = ['[Content_Types].xml', '_rels/', 'docProps/', 'xl/'];

const LOOKED_AT = 1_024;

const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le').toString('latin1');

const startOf = (head: Uint8Array, length = LOOKED_AT): string =>
  Buffer.from(head.subarray(0, length)).toString('latin1');

export function looksLikeWorkbook(head: Uint8Array): boolean {
  const begins = startOf(head);
  return begins.startsWith('PK') && IN_WORKBOOK.some((name) => begins.includes(name));
}

/** Office keeps a workbook with a password inside of a file of the old kind. */
const isEncryptedWorkbook = (head: Uint8Array): boolean =>
  startOf(head).startsWith('\xd0\xcf\x11\xe0') &&
  startOf(head, head.length).includes(ENCRYPTED_PACKAGE);

function refuseAs(
  found: readonly [start: unknown, kind: string, cure: string] | undefined,
  taken: string,
): void {
  if (found === undefined) return;
  const [, kind, cure] = found;
  const message = `the file is ${kind}; ${cure === '' ? taken : cure}`;
  throw new UnreadableStatement(message, { line: 1 });
}

/** `taken` says which files are accepted, for use if there is nothing more precise to say. */
export function refuseOtherBytes(head: Uint8Array, taken: string): void {
  const begins = startOf(head);
  if (looksLikeWorkbook(head)) refuseAs(['', 'an Excel workbook (.xlsx)', WORKBOOK], taken);
  if (isEncryptedWorkbook(head)) {
    refuseAs(['', 'an Excel workbook with a password', 'save it without one'], taken);
  }
  refuseAs(
    BY_BYTES.find(([start]) => begins.startsWith(start)),
    taken,
  );
}

/** Refuses a file whose first bytes or characters show that it is no CSV. */
export function refuseOtherFiles(head: Uint8Array, text: string): void {
  refuseOtherBytes(head, A_STATEMENT_IS);
  const begins = text.slice(0, LOOKED_AT);
  refuseAs(
    BY_TEXT.find(([pattern]) => pattern.test(begins)),
    A_STATEMENT_IS,
  );
}
