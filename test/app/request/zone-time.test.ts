// Days of time zones: where clocks are put forward or back, and where offsets are no whole hours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone } from '../../../server/app/request/zone-time.ts';
import { SLOT_MS } from '../../../server/domain/trade/trade-measures.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { fc } from '../../support/property.ts';

/** When the zone's clocks show this, and the moment in UTC. */
const MOMENTS: readonly (readonly [zone: string, shown: string, at: string])[] = [
  ['UTC', '2026-03-01T00:00', '2026-03-01T00:00'],
  ['Asia/Kolkata', '2026-03-01T00:00', '2026-02-28T18:30'],
  ['Asia/Kathmandu', '2026-03-01T00:00', '2026-02-28T18:15'],
  ['America/New_York', '2026-03-08T00:00', '2026-03-08T05:00'],
  ['America/New_York', '2026-03-09T00:00', '2026-03-09T04:00'],
  // 02:30 does not exist on this day.
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00'],
  // 01:30 is there twice: the first one.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  // Midnight does not exist on these days.
  ['America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00'],
  ['Asia/Beirut', '2026-03-29T00:00', '2026-03-28T22:00'],
  // Midnight is there twice: the day begins with the first one.
  ['America/Havana', '2026-11-01T00:00', '2026-11-01T04:00'],
  // This day was left out.
  ['Pacific/Apia', '2011-12-30T00:00', '2011-12-30T10:00'],
  ['Pacific/Apia', '2011-12-31T00:00', '2011-12-30T10:00'],
  ['Pacific/Kiritimati', '2026-03-01T00:00', '2026-02-28T10:00'],
];

for (const [name, shown, at] of MOMENTS) {
  test(`${shown} in ${name}`, () => {
    const moment = openZone(name)?.momentOf(Date.parse(`${shown}Z`)) ?? 0;
    assert.equal(new Date(moment).toISOString(), `${at}:00.000Z`);
  });
}

test('there is no zone of any other name', () => {
  for (const name of ['', 'Mars/Olympus', 'x'.repeat(64), '../etc/passwd', '٠']) {
    assert.equal(openZone(name), null, name);
  }
});

test('each day of each zone begins with a quarter of an hour, after the one before', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const days = fc.integer({
    min: Date.parse('2015-01-01') / DAY_MS,
    max: Date.parse('2035-01-01') / DAY_MS,
  });
  fc.assert(
    fc.property(zones, days, (name, day) => {
      const zone = openZone(name);
      assert.ok(zone !== null);
      const [start, next] = [zone.momentOf(day * DAY_MS), zone.momentOf((day + 1) * DAY_MS)];
      assert.equal(start % SLOT_MS, 0);
      assert.ok(start < next);
      assert.ok(zone.shownAt(start) >= day * DAY_MS);
      assert.ok(zone.shownAt(start - SLOT_MS) < day * DAY_MS);
    }),
    { numRuns: 300 },
  );
});
