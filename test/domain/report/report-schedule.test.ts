// When scheduled reports are due: whole periods, without gaps, whatever the clocks of a zone do.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openZone } from '../../../server/app/request/zone-time.ts';
import { dayName } from '../../../server/domain/report/report-periods.ts';
import {
  REPORT_CYCLES,
  type ReportCycle,
  reportsAround,
  type ZoneClock,
} from '../../../server/domain/report/report-schedule.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { fc } from '../../support/property.ts';

function zoneOf(name: string): ZoneClock {
  const zone = openZone(name);
  assert.ok(zone !== null);
  return zone;
}

type Asked = { every: ReportCycle; hour: number; zone?: string; now: string };

function shown({ every, hour, zone = 'UTC', now }: Asked): string[] {
  const { last, next } = reportsAround({ every, hour }, zoneOf(zone), Date.parse(now));
  return [last, next].map(
    ({ due_at, first_day, end_day }) =>
      `${new Date(due_at).toISOString().slice(0, 16)} of ${dayName(first_day)} ${dayName(end_day)}`,
  );
}

const CASES: readonly (readonly [string, Asked, string, string])[] = [
  [
    'a day: before its hour the one of yesterday is the last',
    { every: 'day', hour: 6, now: '2026-03-05T05:59:59Z' },
    '2026-03-04T06:00 of 2026-03-03 2026-03-04',
    '2026-03-05T06:00 of 2026-03-04 2026-03-05',
  ],
  [
    'at its moment it is the last one, not the next',
    { every: 'day', hour: 6, now: '2026-03-05T06:00:00Z' },
    '2026-03-05T06:00 of 2026-03-04 2026-03-05',
    '2026-03-06T06:00 of 2026-03-05 2026-03-06',
  ],
  [
    'a week ends with Sunday',
    { every: 'week', hour: 0, now: '2026-03-08T23:00:00Z' },
    '2026-03-02T00:00 of 2026-02-23 2026-03-02',
    '2026-03-09T00:00 of 2026-03-02 2026-03-09',
  ],
  [
    'a month, over the turn of the year',
    { every: 'month', hour: 7, now: '2026-01-01T06:00:00Z' },
    '2025-12-01T07:00 of 2025-11-01 2025-12-01',
    '2026-01-01T07:00 of 2025-12-01 2026-01-01',
  ],
  [
    'a leap day is of its month',
    { every: 'month', hour: 0, now: '2024-03-01T00:00:00Z' },
    '2024-03-01T00:00 of 2024-02-01 2024-03-01',
    '2024-04-01T00:00 of 2024-03-01 2024-04-01',
  ],
  [
    'the hour is that of the zone',
    { every: 'day', hour: 9, zone: 'Asia/Kolkata', now: '2026-03-05T04:00:00Z' },
    '2026-03-05T03:30 of 2026-03-04 2026-03-05',
    '2026-03-06T03:30 of 2026-03-05 2026-03-06',
  ],
  [
    'an hour that the clocks leave out: the first moment after it',
    { every: 'day', hour: 2, zone: 'Europe/Berlin', now: '2026-03-29T00:30:00Z' },
    '2026-03-28T01:00 of 2026-03-27 2026-03-28',
    '2026-03-29T01:00 of 2026-03-28 2026-03-29',
  ],
  [
    'an hour that the clocks show twice: the first of the two',
    { every: 'day', hour: 2, zone: 'Europe/Berlin', now: '2026-10-25T00:30:00Z' },
    '2026-10-25T00:00 of 2026-10-24 2026-10-25',
    '2026-10-26T01:00 of 2026-10-25 2026-10-26',
  ],
  [
    'clocks put back just after midnight show the day before again: it is not due twice',
    { every: 'day', hour: 0, zone: 'America/St_Johns', now: '2010-11-07T02:45:00Z' },
    '2010-11-07T02:30 of 2010-11-06 2010-11-07',
    '2010-11-08T03:30 of 2010-11-07 2010-11-08',
  ],
];

suite('when a report is due', () => {
  for (const [name, asked, last, next] of CASES) {
    test(name, () => assert.deepEqual(shown(asked), [last, next]));
  }
});

const ZONES = ['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'America/Havana'];
const FIRST_AT = Date.parse('2005-01-01T00:00:00Z');
const MINUTES = (25 * 365 * DAY_MS) / 60_000;

const drawn = fc.record({
  every: fc.constantFrom(...REPORT_CYCLES),
  hour: fc.integer({ min: 0, max: 23 }),
  zone: fc.constantFrom(...ZONES),
  now: fc.integer({ min: 0, max: MINUTES }).map((minutes) => FIRST_AT + minutes * 60_000),
});

suite('reports one after another', () => {
  test('cover every moment once, and only when it is over', () => {
    fc.assert(
      fc.property(drawn, ({ every, hour, zone: name, now }) => {
        const zone = zoneOf(name);
        const { last, next } = reportsAround({ every, hour }, zone, now);
        assert.ok(last.due_at <= now && now < next.due_at);
        assert.equal(last.to_at, next.from_at);
        assert.ok(next.from_at < next.to_at && next.to_at <= next.due_at);
        const later = reportsAround({ every, hour }, zone, next.due_at);
        assert.deepEqual(later.last, next);
      }),
      { numRuns: 300 },
    );
  });
});
