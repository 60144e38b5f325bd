// Compares the lines that the service reads from a bank's file with those that a test's own parser
// reads from it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { readFile } from '../../app/file/read-file.ts';

/** One movement of money, as the test's own parser reads it. */
export type ShapeLine = {
  readonly amount_cents: bigint;
  readonly currency: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Each must be the line's UTR, an id of it, or a part of its text. */
  readonly references: readonly string[];
  /** Each must be in its text, or be the name or number of the other side. */
  readonly words: readonly string[];
};

type Read = Awaited<ReturnType<typeof readFile>>;
type ReadRow = Read['rows'][number];

const FOLDER = new URL('./', import.meta.url);

/** The names of the samples in a folder of `test/statements/real-shapes`. */
export const samplesIn = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, FOLDER)).sort();

export const sampleBytes = (folder: string, name: string): Buffer =>
  readFileSync(new URL(`${folder}/${name}`, FOLDER));

const bare = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** All that a person, or the matching, can find of a line. */
function textsOf(row: ReadRow): string[] {
  const { utr, bank_id, end_to_end_id, text, counterparty_name, counterparty_number } = row;
  const all = [utr, bank_id, end_to_end_id, text, counterparty_name, counterparty_number];
  return all.filter((one) => one !== null).map(bare);
}

function assertFound(row: ReadRow, wanted: readonly string[], what: string): void {
  const texts = textsOf(row);
  for (const one of wanted) {
    assert.ok(
      texts.some((text) => text.includes(bare(one))),
      `${what}: ${JSON.stringify(one)} is not in ${JSON.stringify(texts)}`,
    );
  }
}

/** Every amount, sign, currency, day, reference and word, in the order of the file. */
export function assertSameLines(read: Read, expected: readonly ShapeLine[], what: string): void {
  assert.deepEqual(read.errors, [], what);
  const rows = read.parts
    .flatMap(({ rows: own, account }) => own.map((row) => ({ row, currency: account.currency })))
    .toSorted((a, b) => a.row.line - b.row.line);
  assert.deepEqual(
    rows.map(({ row, currency }) => [
      row.amount_cents,
      currency,
      new Date(row.booked_at).toISOString().slice(0, 10),
    ]),
    expected.map(({ amount_cents, currency, day }) => [amount_cents, currency, day]),
    what,
  );
  for (const [index, { references, words }] of expected.entries()) {
    const row = rows[index]?.row;
    assert.ok(row !== undefined, what);
    assertFound(row, [...references, ...words], `${what}, line ${row.line}`);
  }
}
