// The formats of bank statements, one row for each kind of file: how a file shows which it is, the
// formats that it may hold, and the words for them in messages and documents.

import type { FORMAT_COVERS } from '../../domain/record/interim-formats.ts';

type Covers = typeof FORMAT_COVERS;

/** A report covers a part of its day: both tables say which formats are reports. */
type Format = {
  [Name in keyof Covers]: {
    readonly format: Name;
    readonly what: Covers[Name] extends 'report' ? 'report' : 'statement' | 'notice';
  };
}[keyof Covers] & {
  readonly name: string;
  readonly article: 'a' | 'an';
  /** For operators, as the page about formats words it. */
  readonly covers: string;
};

/** By the element around the statements: the name of one statement in it. */
type CamtMessage = { readonly message: string; readonly statement: string };

type FileRow<Member extends Format> = {
  readonly file: string;
  readonly name: string;
  /** Recognised by its first characters; null: any file that no other row recognises. */
  readonly isLike: ((start: string) => boolean) | null;
  readonly formats: readonly Member[];
};

const XML = /^\s*<(?:\?xml[\s?]|(?:[\w.-]+:)?Document[\s>])/;
/** Both forms: SGML with its header, and XML, which is no camt. */
const OFX_START =
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<\?OFX\b|OFXHEADER\s*:|DATA\s*:\s*OFXSGML|<OFX>)/i;
/** Some banks write a header of their own, or a part of it. */
const OFX_ROOT = /<OFX>\s?\s?\s?<(?:SIGNON|BANK|CREDITCARD)MSGSRSV1>/i;
const isOfx = (start: string): boolean => OFX_START.test(start) || OFX_ROOT.test(start);
const MT940_FIELD = /(?:^|[\r\n{:4}])[ \t]{0,20}:20:/;
const MT940_SECOND = /[\r\n]:(?:21|25|28C?|60[FM]):/;

const CSV = {
  file: 'csv',
  name: 'CSV',
  isLike: null,
  formats: [
    {
      format: 'csv',
      name: 'CSV',
      article: 'a',
      what: 'statement',
      covers: 'by a [profile](../reference/statement-profiles.md), or a mapping of your own',
    },
  ],
} as const satisfies FileRow<Format>;

export const CAMT = {
  file: 'camt',
  name: 'camt XML',
  isLike: (start: string) => XML.test(start) && !isOfx(start),
  formats: [
    {
      format: 'camt.053',
      name: 'camt.053',
      article: 'a',
      what: 'statement',
      covers: 'any version from .001.02 on: booked entries, batches with their payments, balances',
      message: 'BkToCstmrStmt',
      statement: 'Stmt',
    },
    {
      format: 'camt.054',
      name: 'camt.054',
      article: 'a',
      what: 'notice',
      covers: 'the same as camt.053 without balances',
      message: 'BkToCstmrDbtCdtNtfctn',
      statement: 'Ntfctn',
    },
    {
      format: 'camt.052',
      name: 'camt.052',
      article: 'a',
      what: 'report',
      covers: 'a report within the day: the same as camt.053 without balances',
      message: 'BkToCstmrAcctRpt',
      statement: 'Rpt',
    },
  ],
} as const satisfies FileRow<Format & CamtMessage>;

const MT940 = {
  file: 'mt940',
  name: 'MT940',
  isLike: (start: string) => MT940_FIELD.test(start) && MT940_SECOND.test(start),
  formats: [
    {
      format: 'mt940',
      name: 'MT940',
      article: 'an',
      what: 'statement',
      covers:
        "messages with or without SWIFT's envelope; `:86:` in the German structure, with words " +
        'between slashes, or as free text',
    },
    {
      format: 'mt942',
      name: 'MT942',
      article: 'an',
      what: 'report',
      covers: 'a report within the day: the same as MT940 without balances, and its totals',
    },
  ],
} as const satisfies FileRow<Format>;

const OFX = {
  file: 'ofx',
  name: 'OFX',
  isLike: isOfx,
  formats: [
    {
      format: 'ofx',
      name: 'OFX',
      article: 'an',
      what: 'statement',
      covers: 'versions 1 (SGML) and 2 (XML), of accounts and cards, also as QFX; without balances',
    },
  ],
} as const satisfies FileRow<Format>;

const XLSX = {
  file: 'xlsx',
  name: 'Excel workbook',
  // Any ZIP archive: only its directory, at its end, shows whether it is a workbook.
  isLike: (start: string) => start.startsWith('PK\x03\x04'),
  formats: [
    {
      format: 'xlsx',
      name: 'Excel workbook (.xlsx)',
      article: 'an',
      what: 'statement',
      covers: 'one sheet, as a CSV: by a profile, or a mapping of your own',
    },
  ],
} as const satisfies FileRow<Format>;

export const STATEMENT_FILES = [CSV, CAMT, MT940, OFX, XLSX] as const;

/** Read with a profile, which names their columns. */
export const TABLE_FILES: readonly string[] = [CSV.file, XLSX.file];

type Row = (typeof STATEMENT_FILES)[number];
export type StatementFileKind = Row['file'];
export type StatementFormat = Row['formats'][number]['format'];
export type CamtFormat = (typeof CAMT)['formats'][number]['format'];

export const STATEMENT_FORMATS = STATEMENT_FILES.flatMap((row) => [...row.formats]);

export function fileLike(start: string): StatementFileKind {
  const rows: readonly Row[] = STATEMENT_FILES;
  return (rows.find(({ isLike }) => isLike?.(start) === true) ?? CSV).file;
}

/** Joined as `a, b or c`. */
export const enumerate = (words: readonly string[], last: 'or' | 'nor'): string =>
  `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** Such as `CSV, camt.053 or MT940`. */
export const FORMAT_NAMES = enumerate(
  STATEMENT_FORMATS.map(({ name }) => name),
  'or',
);

/** What a file should have been. */
export const A_STATEMENT_IS = `a statement must be ${enumerate(
  STATEMENT_FORMATS.map(({ article, name }) => `${article} ${name}`),
  'or',
)}`;

export const NO_CAMT = `the XML is neither ${enumerate(
  CAMT.formats.map(({ article, name, what }) => `${article} ${name} ${what}`),
  'nor',
)}`;
