// When an endpoint counts as failing, and when a failing one is probed.
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import {
  FAILING_AFTER,
  isFailing,
  nextProbeAt,
  PROBE_FARTHEST_MS,
} from '../../../server/domain/callback/endpoint-health.ts';
import { fc } from '../../support/property.ts';

const HOUR_MS = 3_600_000;
const START = 1_800_000_000_000;

const CASES: [string, number, number | null, boolean][] = [
  ['nothing failed', 0, null, false],
  ['many at once', 1_000, 0, false],
  ['few, for days', 4, 48 * HOUR_MS, false],
  ['enough, but not for so long', 5, HOUR_MS - 1, false],
  ['enough for so long', 5, HOUR_MS, true],
  ['many for long', 500, 75 * HOUR_MS, true],
];

for (const [name, failures, lasted_ms, expected] of CASES) {
  test(`an endpoint with ${name} is ${expected ? 'failing' : 'not failing'}`, () => {
    const last_failure_at = lasted_ms === null ? null : START + lasted_ms;
    const failures_since = lasted_ms === null ? null : START;
    equal(isFailing({ failures, failures_since, last_failure_at }), expected);
  });
}

test('an endpoint that fails from the first attempt on is failing before an event is given up', () => {
  // Attempts of one event by the schedule: at 0, 5 s, 35 s, 2.6 min, 12.6 min, 42.6 min, 2.7 h.
  const seventh = { failures: 7, failures_since: START, last_failure_at: START + 9_755_000 };
  ok(isFailing(seventh));
  equal(FAILING_AFTER.failures, 5);
});

const probe = fc.record({
  probes: fc.nat({ max: 1_000 }),
  now: fc.integer({ min: START, max: START + 1e9 }),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  retry_after_ms: fc.option(fc.nat({ max: 1e10 }), { nil: null }),
});

test('the next probe is a minute to an hour away, and as far as the receiver asks, up to a day', () => {
  fc.assert(
    fc.property(probe, (given) => {
      const wait_ms = nextProbeAt(given) - given.now;
      ok(wait_ms >= 54_000 && wait_ms <= PROBE_FARTHEST_MS);
      ok(wait_ms >= Math.min(given.retry_after_ms ?? 0, PROBE_FARTHEST_MS));
      if (given.retry_after_ms === null) ok(wait_ms <= 1.1 * HOUR_MS);
    }),
  );
});

test('probes get rarer', () => {
  const waits = [0, 1, 2, 3, 4, 5, 50].map(
    (probes) => nextProbeAt({ probes, now: 0, jitter: 0.5, retry_after_ms: null }) / 60_000,
  );
  equal(waits.join(' '), '1 5 15 30 60 60 60');
});
