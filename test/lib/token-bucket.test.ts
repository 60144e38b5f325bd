// The token bucket: burst, refill, what the headers say, and that nobody gets more than the rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BucketRule, TokenTaken } from '../../server/lib/token-bucket.ts';
import { drain, fullBucket, takeToken } from '../../server/lib/token-bucket.ts';
import { fc } from '../support/property.ts';

function run(rule: BucketRule, times_ms: readonly number[]): TokenTaken[] {
  let bucket = fullBucket(times_ms[0] ?? 0, rule);
  return times_ms.map((now_ms) => {
    const taken = takeToken(bucket, now_ms, rule);
    bucket = taken.bucket;
    return taken;
  });
}

test('a burst passes, then the rate', () => {
  const rule = { per_second: 2, burst: 3 };
  const times = [0, 0, 0, 0, 499, 500, 500, 2_000, 60_000];
  const shown = run(rule, times).map((taken) => [
    taken.allowed,
    taken.remaining,
    taken.retry_after_s,
    taken.reset_s,
  ]);
  assert.deepEqual(shown, [
    [true, 2, 0, 1],
    [true, 1, 0, 1],
    [true, 0, 0, 2],
    [false, 0, 1, 2],
    [false, 0, 1, 2],
    [true, 0, 0, 2],
    [false, 0, 1, 2],
    [true, 2, 0, 1],
    [true, 2, 0, 1],
  ]);
});

test('a slow rule tells how long to wait', () => {
  const rule = { per_second: 0.1, burst: 1 };
  const [, second, third] = run(rule, [0, 0, 4_000]);
  assert.deepEqual([second?.allowed, second?.retry_after_s], [false, 10]);
  assert.deepEqual([third?.allowed, third?.retry_after_s], [false, 6]);
});

const RULE = fc.record({
  per_second: fc.integer({ min: 1, max: 2_000 }),
  burst: fc.integer({ min: 1, max: 4_000 }),
});
const STEPS = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 200 });

test('no more pass than the burst and what was earned; waiting as told suffices', () => {
  fc.assert(
    fc.property(RULE, STEPS, (rule, steps) => {
      let now_ms = 1_000_000;
      const times = steps.map((step) => {
        now_ms += step;
        return now_ms;
      });
      const taken = run(rule, times);
      const elapsed_s = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
      const passed = taken.filter((each) => each.allowed).length;
      assert.ok(passed <= rule.burst + elapsed_s * rule.per_second + 1e-6);
      for (const { bucket, remaining, allowed, retry_after_s } of taken) {
        assert.ok(bucket.tokens >= 0 && bucket.tokens <= rule.burst);
        assert.ok(remaining >= 0 && remaining <= rule.burst);
        assert.equal(allowed, retry_after_s === 0);
        const later_ms = bucket.filled_at + Math.max(1, retry_after_s) * 1_000;
        assert.ok(takeToken(bucket, later_ms, rule).allowed);
      }
    }),
  );
});

test('a clock that goes back gives nothing away and does not lock anybody out', () => {
  const rule = { per_second: 1, burst: 1 };
  const [, back, later] = run(rule, [1_000_000, 1_000, 2_000]);
  assert.equal(back?.allowed, false);
  assert.equal(later?.allowed, true);
});

test('what was taken elsewhere is missing here, and is waited for', () => {
  const rule = { per_second: 2, burst: 4 };
  const drained = drain(fullBucket(0, rule), 3, 0, rule);
  assert.equal(drained.tokens, 1);
  const below = drain(drained, 2, 0, rule);
  const refused = takeToken(below, 0, rule);
  assert.deepEqual([refused.allowed, refused.remaining, refused.retry_after_s], [false, 0, 1]);
  assert.equal(takeToken(below, 1_000, rule).allowed, true);
});

test('the debt of a bucket has an end', () => {
  const rule = { per_second: 2, burst: 4 };
  const drained = drain(fullBucket(0, rule), 1_000_000, 0, rule);
  assert.equal(drained.tokens, -4);
  assert.equal(takeToken(drained, 2_500, rule).allowed, true);
});
