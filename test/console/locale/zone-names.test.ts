// Zones by their names of today: each renamed one is the same zone, and no other is touched.
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { zoneName } from '../../../console/parts/list/periods.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const EACH_WEEK = Array.from({ length: 53 }, (_, week) => Date.UTC(2026, 0, 1 + 7 * week));

const clocks = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'long' });
  return EACH_WEEK.map((at) => format.format(at)).join();
};

test('a renamed zone has the same clocks', () => {
  equal(zoneName('Asia/Calcutta'), 'Asia/Kolkata');
  const renamed = ZONES.filter((zone) => zoneName(zone) !== zone);
  ok(renamed.length > 0, 'this ICU knows no zone by its older name');
  for (const zone of renamed) equal(clocks(zoneName(zone)), clocks(zone), zone);
});

test('a name of today stays as it is', () => {
  for (const zone of ZONES) equal(zoneName(zoneName(zone)), zoneName(zone));
});
