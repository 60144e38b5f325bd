// Which proofs a month lies between, and when it cannot be archived.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import {
  archiveName,
  daysOfMonth,
  monthOfArchive,
  monthsBetween,
  proofsOfMonth,
} from '../../../server/domain/archive/archive-document.ts';

const proofs = (...days: readonly string[]) => [{ day: null }, ...days.map((day) => ({ day }))];

test('a month has the days of the calendar', () => {
  equal(daysOfMonth('2026-02')?.length, 28);
  deepEqual(daysOfMonth('2028-02')?.at(-1), '2028-02-29');
  for (const none of ['2026-13', '2026-1', '2026', 'january', '2026-02-01']) {
    equal(daysOfMonth(none), null);
  }
});

test('the name of a file tells its month, and no other name does', () => {
  equal(monthOfArchive(archiveName('2026-02')), '2026-02');
  for (const other of ['archive-2026-02.unfinished', 'x-archive-2026-02.jsonl.gz', 'archive.gz']) {
    equal(monthOfArchive(other), null);
  }
});

test('a month begins after the last proof before it, and ends with its own last one', () => {
  const days = daysOfMonth('2026-02') ?? [];
  const found = proofsOfMonth('2026-02', proofs('2026-01-30', '2026-01-31', ...days, '2026-03-01'));
  deepEqual(found, {
    before: { day: '2026-01-31' },
    last: { day: '2026-02-28' },
    days_without_proof: [],
  });
});

test('days without a proof of their own are told; what was written on them comes later', () => {
  const gap = proofs('2026-01-30', '2026-02-03', '2026-02-26', '2026-03-02');
  const found = proofsOfMonth('2026-02', gap);
  if (typeof found === 'string') throw new Error(found);
  deepEqual([found.before, found.last], [{ day: '2026-01-30' }, { day: '2026-02-26' }]);
  equal(found.days_without_proof.length, 26);
  equal(found.days_without_proof[0], '2026-02-01');
});

test('before the first proof of all there was nothing', () => {
  const found = proofsOfMonth('2026-02', proofs('2026-02-27', '2026-02-28'));
  deepEqual(found, { before: null, last: { day: '2026-02-28' }, days_without_proof: [] });
});

test('a month that is not over, or has no proof, is none', () => {
  equal(
    proofsOfMonth('2026-02', proofs('2026-02-26', '2026-02-27')),
    'the last signed proof is of 2026-02-27: 2026-02 has to be over, and its end proven',
  );
  const none = 'there is no signed proof of a day of 2026-02';
  equal(proofsOfMonth('2026-02', proofs('2026-01-31', '2026-03-01')), none);
  equal(proofsOfMonth('2026-02', proofs()), none);
  equal(proofsOfMonth('2026-2', proofs()), '2026-2 is no month: give it as 2026-01');
});

test('between two months lie those of the calendar, also over a new year', () => {
  deepEqual(monthsBetween('2026-11', '2027-02'), ['2026-12', '2027-01']);
  for (const none of ['2026-12', '2026-11', '2026-01', '2026-99', 'copy']) {
    deepEqual(monthsBetween('2026-11', none), [], none);
  }
  deepEqual(monthsBetween('copy', '2026-11'), []);
  // The calendar of months ends with the year 9999, whatever a file says.
  equal(monthsBetween('9999-10', '9999-12').length, 1);
});
