// The CSV files of real banks: what the service reads, by guess as well as by the profile of the
// bank, is what an independent parser reads from them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessHead } from '../../../server/app/file/guess-head.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import { profileNamed, readFile, TODAY } from '../../app/file/read-file.ts';
import { accountWith, idOf } from '../../support/model/domain-commands.ts';
import { accepted } from '../../support/test-app.ts';
import { assertSameLines, sampleBytes, samplesIn } from './compare-lines.ts';
import { type CsvShape, readShape } from './csv-shape.ts';
import { CSV_SHAPES } from './csv-shapes.ts';

/** An account in each currency that the lines have. */
const accountsOf = (shape: CsvShape, first: string) => (head: { currency: string | null }) => {
  const currency = head.currency ?? (typeof shape.currency === 'string' ? shape.currency : first);
  const index = [...currency].reduce((sum, one) => sum * 32 + one.charCodeAt(0), 0);
  return accountWith({ receiving_account_id: idOf(2, index), currency });
};

function guessed(bytes: Uint8Array) {
  const { profile, mapping } = accepted(guessHead(bytes, TODAY));
  if (profile !== null) return profileNamed(profile);
  const made = mappingProfile(mapping ?? {});
  assert.ok('profile' in made, JSON.stringify(made));
  return made.profile;
}

const countsOf = (left_out: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(left_out).filter(([, count]) => count > 0));

for (const shape of CSV_SHAPES) {
  test(`${shape.bank}: every amount, sign, day and reference of its file`, async () => {
    const bytes = sampleBytes('csv', shape.file);
    const { lines, left_out } = readShape(shape, bytes);
    const [count, in_cents, out_cents] = shape.sums;
    const sumOf = (sign: bigint) =>
      lines.reduce((sum, { amount_cents: one }) => (one * sign > 0n ? sum + one * sign : sum), 0n);
    assert.deepEqual([lines.length, sumOf(1n), sumOf(-1n)], [count, in_cents, out_cents]);
    const find = accountsOf(shape, lines[0]?.currency ?? '');
    const found = await readFile(bytes, find, guessed(bytes));
    assertSameLines(found, lines, 'by guess');
    assert.deepEqual([found.warnings, countsOf(found.left_out)], [[], left_out]);
    if (shape.profile === undefined) return;
    const by_name = await readFile(bytes, find, profileNamed(shape.profile));
    assertSameLines(by_name, lines, 'by profile');
    assert.deepEqual([by_name.warnings, countsOf(by_name.left_out)], [[], left_out]);
  });
}

test('every sample has its shape, and every shape its sample', () => {
  const files = CSV_SHAPES.map(({ file }) => file).sort();
  assert.deepEqual(samplesIn('csv'), files);
  const continents = new Set(CSV_SHAPES.map(({ continent }) => continent));
  assert.ok(files.length >= 28 && continents.size === 5);
});
