// A clock that was set is noticed, and a slow answer is never taken for one.
import { ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStepWatch } from '../../server/lib/clock-step.ts';
import { fc } from '../support/property.ts';

/** What happens before a look, in milliseconds: time passes, the clock is set, the answer waits. */
type Turn = { passes: number; set: number; waits_before: number; waits_after: number };

const wait = fc.oneof(fc.nat(100), fc.nat(60_000));
const turns = (set: fc.Arbitrary<number>) =>
  fc.array(fc.record({ passes: fc.nat(600_000), set, waits_before: wait, waits_after: wait }), {
    minLength: 2,
    maxLength: 30,
  });

/** What the watch says after each turn. */
function watched(history: readonly Turn[]): number[] {
  const stepOf = createStepWatch();
  let [steady_ms, offset_ms] = [0, 1_000_000];
  return history.map(({ passes, set, waits_before, waits_after }) => {
    steady_ms += passes;
    offset_ms += set;
    const asked_ms = steady_ms;
    const wall_ms = steady_ms + waits_before + offset_ms;
    steady_ms += waits_before + waits_after;
    return stepOf({ wall_ms, asked_ms, answered_ms: steady_ms });
  });
}

const QUICK = { passes: 1_000, set: 0, waits_before: 5, waits_after: 5 };

describe('a clock', () => {
  it('that nobody sets has no steps, however long its answers take', () => {
    fc.assert(
      fc.property(turns(fc.constant(0)), (history) => {
        ok(watched(history).every((step_ms) => step_ms === 0));
      }),
    );
  });

  it('that was set has its step at the next quick look, however slow those between were', () => {
    const far = fc.integer({ min: 3_000, max: 10_000_000 });
    fc.assert(
      fc.property(turns(fc.constant(0)), far, fc.boolean(), (slow, by, back) => {
        const set = back ? -by : by;
        const between = slow.map((turn) => ({ ...turn, waits_before: 5_000 }));
        const told = watched([QUICK, { ...QUICK, set, waits_after: 5_000 }, ...between, QUICK]);
        const last = told.at(-1) ?? 0;
        ok(told.slice(0, -1).every((step_ms) => step_ms === 0));
        ok(Math.abs(last - set) <= 1_000, `${last} beside ${set}`);
      }),
    );
  });
});
