// The keyed hashes of the words of bank lines: made some time after the lines are written, so that
// taking a line costs one row per batch, and read by searches.

import {
  ENDING_FIELDS,
  type EndingField,
  endingsOfLine,
  searchWords,
  WORD_FIELDS,
  type WordField,
  wordsOfLine,
} from '../../domain/line/search-words.ts';
import type { Database, Queryable, Transaction } from '../connection/database.ts';
import { mapInPieces } from '../connection/pace/in-pieces.ts';
import { plainArray } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { openTold } from './sealed-lines.ts';

/**
 * The first 8 bytes of the keyed hash. Lines that share a hash by chance would be 1 of 10^12 with a
 * million different words.
 */
function hashWord(cipher: Cipher, field: WordField | EndingField, word: string): bigint {
  return cipher.lookup(`bank_lines/word/${field}/${word}`).readBigInt64BE(0);
}

export const hashOfEnding = (cipher: Cipher, field: EndingField, ending: string): bigint =>
  hashWord(cipher, field, ending);

/** The hashes of the words in a query; empty if it has no word. */
export const hashesOfQuery = (cipher: Cipher, field: WordField, text: string): bigint[] =>
  searchWords(text).map((word) => hashWord(cipher, field, word));

/** Notes, in the transaction that writes the lines, that their words are to be made. */
export async function queueWords(tx: Transaction, bank_line_ids: readonly string[]): Promise<void> {
  const [first_line_id] = bank_line_ids;
  if (first_line_id === undefined) return;
  await tx.query(
    'queue-words',
    'insert into wordless_lines (first_line_id, bank_line_ids) values ($1::uuid, $2::uuid[])',
    [first_line_id, plainArray(bank_line_ids)],
  );
}

type SealedLine = { bank_line_id: string; sealed: Buffer; utr: string | null };
type HashWord = (field: WordField | EndingField, word: string) => bigint;

/** Lines of one bank share many words, and hashing is most of the work: each is hashed once. */
function onceEach(cipher: Cipher): HashWord {
  const known = new Map<string, bigint>();
  return (field, word) => {
    const key = `${field}/${word}`;
    const hashed = known.get(key) ?? hashWord(cipher, field, word);
    known.set(key, hashed);
    return hashed;
  };
}

function hashedWords(
  cipher: Cipher,
  { bank_line_id, sealed, utr }: SealedLine,
  hashOf: HashWord,
): string {
  const told = openTold(cipher, bank_line_id, sealed);
  const words = wordsOfLine(told);
  const endings = endingsOfLine({ ...told, utr });
  return plainArray([
    ...WORD_FIELDS.flatMap((field) => words[field].map((word) => hashOf(field, word))),
    ...ENDING_FIELDS.flatMap((field) => endings[field].map((ending) => hashOf(field, ending))),
  ]);
}

/**
 * Makes the words of some batches of lines; returns how many batches. Another process skips those
 * that this one has locked.
 */
export async function makeWords(db: Database, cipher: Cipher, batches: number): Promise<number> {
  return await db.transaction(async (tx) => {
    const taken = await tx.query<{ first_line_id: string; bank_line_ids: string[] }>(
      'lock-wordless-lines',
      `select first_line_id, bank_line_ids from wordless_lines
       order by first_line_id limit $1 for update skip locked`,
      [batches],
    );
    if (taken.length === 0) return 0;
    const lines = await tx.query<SealedLine>(
      'read-wordless-lines',
      `select bank_line_id, sealed, utr from bank_lines where bank_line_id = any($1::uuid[])
       order by bank_line_id`,
      [taken.flatMap((batch) => batch.bank_line_ids)],
    );
    const hashOf = onceEach(cipher);
    const words = await mapInPieces(lines, (line) => hashedWords(cipher, line, hashOf));
    await tx.query(
      'insert-line-words',
      `insert into bank_line_words (bank_line_id, words)
       select w.bank_line_id, w.words::bigint[]
       from unnest($1::uuid[], $2::text[]) as w(bank_line_id, words)
       on conflict (bank_line_id) do nothing`,
      [plainArray(lines.map((line) => line.bank_line_id)), words],
    );
    await tx.query(
      'delete-wordless-lines',
      'delete from wordless_lines where first_line_id = any($1::uuid[])',
      [taken.map((batch) => batch.first_line_id)],
    );
    return taken.length;
  });
}

/** How many lines have no words yet. */
export async function countWordless(db: Queryable): Promise<number> {
  const [row] = await db.query<{ lines: number }>(
    'count-wordless-lines',
    'select coalesce(sum(cardinality(bank_line_ids)), 0)::integer as lines from wordless_lines',
    [],
  );
  return row?.lines ?? 0;
}
