// Reads a bank's answer file, pain.002 or CSV, completely before any answer is applied.

import { CsvError, parse } from 'csv-parse/sync';
import type { ANSWER_FORMATS } from '../../domain/payout/payout-requests.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import { type BankAnswer, readPain002 } from '../../formats/payout-file/pain002.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { refuseOtherBytes } from './other-files.ts';

export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** Far more than the answer to a full batch needs. */
const MAX_BYTES = 16 * 1_024 * 1_024;
const MAX_ROWS = 50_000;
const MAX_CELLS = 100;

/** Words for people who write the file by hand; ISO 20022 codes are accepted, too. */
const WORDS: Readonly<Record<string, string>> = {
  received: 'RCVD',
  accepted: 'ACSP',
  paid: 'ACSC',
  rejected: 'RJCT',
};

const COLUMNS = ['end_to_end_id', 'status', 'utr', 'reason', 'text'] as const;

/** Throws UnreadableStatement if the body is too long. */
export async function answerBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MAX_BYTES) {
      throw new UnreadableStatement(`the file is larger than ${MAX_BYTES} bytes`, { line: 1 });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Throws UnreadableStatement if the bytes are no text. */
export function answerText(bytes: Uint8Array): string {
  refuseOtherBytes(bytes, 'an answer file must be a pain.002 or a CSV');
  const is_utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    const text = new TextDecoder(is_utf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
    return text.replace(/\r\n?/g, '\n');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnreadableStatement('the file is not UTF-8 text; convert it to UTF-8', {
      line: 1,
      cause: error,
    });
  }
}

type Row = { record: Record<string, string>; info: { lines: number } };

function statusOf(text: string, line: number): string {
  const status = WORDS[text.toLowerCase()] ?? text.toUpperCase();
  if (/^[A-Z]{4}$/.test(status)) return status;
  const known = Object.keys(WORDS).join(', ');
  throw new UnreadableStatement(`status must be one of ${known}, or a code of ISO 20022`, { line });
}

function answerOf({ record, info }: Row): BankAnswer {
  const line = info.lines;
  const value = (name: (typeof COLUMNS)[number]) => (record[name] ?? '').trim();
  const end_to_end_id = value('end_to_end_id');
  if (end_to_end_id === '') throw new UnreadableStatement('end_to_end_id is empty', { line });
  const utr = value('utr') === '' ? null : normaliseUtr(value('utr'));
  if (value('utr') !== '' && utr === null) {
    throw new UnreadableStatement('utr must be 8 to 35 letters and digits', { line });
  }
  return {
    line,
    about: { end_to_end_id: end_to_end_id.toUpperCase() },
    of_message: null,
    status: statusOf(value('status'), line),
    reason: value('reason') === '' ? null : value('reason').toUpperCase().slice(0, 35),
    text: value('text') === '' ? null : value('text').slice(0, 500),
    utr,
  };
}

/** Checked before the row is complete, because an endless row never is. */
function cellOf(text: string, { index, lines }: { index: number; lines: number }): string {
  if (index < MAX_CELLS) return text;
  throw new UnreadableStatement(`a row has more than ${MAX_CELLS} cells`, { line: lines });
}

/** If two columns have one name, nobody can say which one the bank means: one may say `paid`. */
function namesOf(header: string[]): string[] {
  const missing = ['end_to_end_id', 'status'].filter((name) => !header.includes(name));
  if (missing.length > 0) {
    const words = `the header has no ${missing.join(' and no ')}; commas separate its names`;
    throw new UnreadableStatement(words, { line: 1 });
  }
  const twice = COLUMNS.find((name) => header.indexOf(name) !== header.lastIndexOf(name));
  if (twice === undefined) return header;
  throw new UnreadableStatement(`the header has ${twice} more than once`, { line: 1 });
}

function readCsv(text: string): BankAnswer[] {
  let rows: Row[];
  try {
    rows = parse(text, {
      bom: true,
      cast: cellOf,
      columns: namesOf,
      info: true,
      skip_empty_lines: true,
      to: MAX_ROWS + 1,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1;
    throw new UnreadableStatement('the line does not have the cells of the first one', {
      line,
      cause: error,
    });
  }
  const beyond = rows[MAX_ROWS];
  if (beyond !== undefined) {
    const { lines: line } = beyond.info;
    throw new UnreadableStatement(`the file has more than ${MAX_ROWS} answers`, { line });
  }
  if (rows.length === 0) throw new UnreadableStatement('the file has no answers', { line: 1 });
  return rows.map(answerOf);
}

/** Recognised by its first letter, if the format is not given. */
export function readAnswers(text: string, format: AnswerFormat | null): BankAnswer[] {
  const chosen = format ?? (/^\uFEFF?\s*</.test(text) ? 'pain002' : 'csv');
  return chosen === 'pain002' ? readPain002(text.replace(/^\uFEFF/, '')) : readCsv(text);
}
