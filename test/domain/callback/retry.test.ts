// The retry schedule: its delays, its jitter, Retry-After and its end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAttemptAt, RETRY_DELAYS_MS } from '../../../server/domain/callback/retry.ts';
import { fc } from '../../support/property.ts';

const NOW = 1_700_000_000_000;
const HOUR_S = 3_600;

test('the delays are those that merchants were promised', () => {
  const seconds = [5, 30, 120, 600, 1_800, ...[2, 6, 12, 24, 30].map((hours) => hours * HOUR_S)];
  for (const [index, delay_s] of seconds.entries()) {
    const next = (jitter: number) => nextAttemptAt({ attempt: index + 1, now: NOW, jitter });
    assert.equal(next(0.5), NOW + delay_s * 1_000);
    assert.equal(next(0), NOW + delay_s * 900);
    assert.equal(next(1), NOW + delay_s * 1_100);
  }
  assert.equal(nextAttemptAt({ attempt: 11, now: NOW, jitter: 0.5 }), null);
  assert.equal(nextAttemptAt({ attempt: 12, now: NOW, jitter: 0.5, retry_after_ms: 1 }), null);
  assert.equal(RETRY_DELAYS_MS.length, 10);
});

test('Retry-After wins when it is later, up to a day', () => {
  const table: [attempt: number, retry_after_s: number, expected_s: number][] = [
    [1, 60, 60],
    [1, 1, 5],
    [1, 0, 5],
    [1, -60, 5],
    [1, 48 * HOUR_S, 24 * HOUR_S],
    [1, Number.POSITIVE_INFINITY, 24 * HOUR_S],
    [10, 48 * HOUR_S, 30 * HOUR_S],
    [5, 1_801, 1_801],
  ];
  for (const [attempt, after_s, expected_s] of table) {
    const retry_after_ms = after_s * 1_000;
    const next = nextAttemptAt({ attempt, now: NOW, jitter: 0.5, retry_after_ms });
    assert.equal(next, NOW + expected_s * 1_000, `${attempt} ${after_s}`);
  }
});

test('always later, whole milliseconds, within 10 % of the schedule', () => {
  const jitters = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), jitters, (attempt, jitter) => {
      const next = nextAttemptAt({ attempt, now: NOW, jitter });
      const delay = RETRY_DELAYS_MS[attempt - 1];
      assert.ok(next !== null && delay !== undefined && Number.isInteger(next));
      assert.ok(Math.abs(next - NOW - delay) <= delay / 10);
    }),
  );
});

test('attempts count from one', () => {
  for (const attempt of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => nextAttemptAt({ attempt, now: NOW, jitter: 0 }), /count from 1/);
  }
});
