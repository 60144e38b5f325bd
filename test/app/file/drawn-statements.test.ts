// Statements in random layouts are read exactly, or a person is asked, or they are refused: never
// is one line read as another amount, sign or day than the bank wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessHead } from '../../../server/app/file/guess-head.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import { type DrawnFile, drawnFiles } from '../../support/model/statement-layouts.ts';
import { fc, longRuns } from '../../support/property.ts';
import { bytes, only, profileNamed, readFile, TODAY } from './read-file.ts';

type Outcome = 'right' | 'asked' | 'refused' | 'wrong';

const plain = (cents: number | bigint, booked_at: number) =>
  `${cents} ${new Date(booked_at).toISOString().slice(0, 10)}`;

const expectedOf = ({ lines }: DrawnFile) =>
  lines.map(({ cents, day }) => plain(cents, Date.parse(day)));

async function readWith(file: DrawnFile, mapping: Record<string, unknown> | string) {
  const made = typeof mapping === 'string' ? null : mappingProfile(mapping);
  const profile = typeof mapping === 'string' ? profileNamed(mapping) : null;
  assert.ok(profile !== null || (made !== null && 'profile' in made));
  const own = made !== null && 'profile' in made ? made.profile : profile;
  const read = await readFile(bytes(file.text), only(file.currency), own);
  return read.errors.length > 0
    ? null
    : read.rows.map((row) => plain(row.amount_cents, row.booked_at));
}

async function outcomeOf(file: DrawnFile): Promise<{ outcome: Outcome; told: string }> {
  const found = guessHead(bytes(file.text), TODAY);
  if (isRefusal(found)) return { outcome: 'refused', told: found.detail };
  if (found.question !== null) return { outcome: 'asked', told: JSON.stringify(found.choices) };
  const rows = await readWith(file, found.profile ?? found.mapping ?? {});
  if (rows === null) return { outcome: 'refused', told: 'by the import' };
  const is_right = JSON.stringify(rows) === JSON.stringify(expectedOf(file));
  const told = `${found.profile} ${JSON.stringify(found.mapping)} read ${rows.join(', ')}`;
  return { outcome: is_right ? 'right' : 'wrong', told };
}

const RUNS = longRuns(1_500);

test('a statement in any layout is read exactly, asked for or refused, and never wrong', async () => {
  const counts: Record<Outcome, number> = { right: 0, asked: 0, refused: 0, wrong: 0 };
  await fc.assert(
    fc.asyncProperty(drawnFiles, async (file) => {
      const { outcome, told } = await outcomeOf(file);
      counts[outcome] += 1;
      assert.notEqual(outcome, 'wrong', `${file.text}\n${told}\nbut is ${expectedOf(file)}`);
    }),
    { numRuns: RUNS },
  );
  // Otherwise the property would say little.
  const least = (RUNS * 2) / 15;
  assert.ok(counts.right > least && counts.asked > least, JSON.stringify(counts));
});
