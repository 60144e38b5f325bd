// The ages of money in suspense: one by one, as bounds of a filter, and as ends that a sum counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ageAfter,
  ageOf,
  bookedWithin,
  endsOfAges,
  SUSPENSE_AGE_NAMES,
} from '../../../server/domain/line/suspense-age.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { fc } from '../../support/property.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test('an age begins with its day', () => {
  const ages: [booked_at: number, age: string][] = [
    [NOW + DAY_MS, 'under_1_day'],
    [NOW, 'under_1_day'],
    [NOW - DAY_MS + 1, 'under_1_day'],
    [NOW - DAY_MS, '1_to_3_days'],
    [NOW - 3 * DAY_MS + 1, '1_to_3_days'],
    [NOW - 3 * DAY_MS, '3_to_7_days'],
    [NOW - 7 * DAY_MS, '7_to_30_days'],
    [NOW - 30 * DAY_MS + 1, '7_to_30_days'],
    [NOW - 30 * DAY_MS, 'over_30_days'],
  ];
  assert.deepEqual(
    ages.map(([booked_at]) => ageOf(booked_at, NOW)),
    ages.map(([, age]) => age),
  );
});

test('a time has the age after as many ends as are not later, and lies within its bounds', () => {
  const ends = endsOfAges(NOW);
  assert.deepEqual(
    ends,
    ends.toSorted((a, b) => a - b),
  );
  const near_an_end = fc
    .tuple(fc.constantFrom(...ends), fc.integer({ min: -2, max: 2 }))
    .map(([end, by]) => end + by);
  const any = fc.integer({ min: NOW - 40 * DAY_MS, max: NOW + DAY_MS });
  fc.assert(
    fc.property(fc.oneof(near_an_end, any), (booked_at) => {
      const age = ageAfter(ends.filter((end) => end <= booked_at).length);
      assert.equal(age, ageOf(booked_at, NOW));
      const { booked_from, booked_to } = bookedWithin(age, NOW);
      assert.ok(booked_from === null || booked_at >= booked_from);
      assert.ok(booked_to === null || booked_at < booked_to);
    }),
  );
});

test('there is an age after each number of ends, and none after more', () => {
  const ages = Array.from({ length: endsOfAges(NOW).length + 1 }, (_, ends) => ageAfter(ends));
  assert.deepEqual(ages.toReversed(), SUSPENSE_AGE_NAMES);
  assert.throws(() => ageAfter(ages.length), /no age/);
});
