// The other clock's offset stays where answers allow it, however late they come.
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { nearestOffset } from '../../server/lib/clock-offset.ts';
import { fc } from '../support/property.ts';

test('a late answer moves nothing that it allows; a step of the clock moves to what it allows', () => {
  for (const [kept, asked_ms, answered_ms, told_ms, offset] of [
    [1_000, 10, 10, 1_010, 1_000],
    // Half a second late: the clock is not behind by that.
    [1_000, 10, 510, 1_011, 1_000],
    // Too little, and too much, by what the answer says.
    [900, 10, 12, 1_011, 999],
    [1_100, 10, 12, 1_011, 1_001],
    // An hour ahead, and back again.
    [1_000, 10, 12, 3_601_011, 3_600_999],
    [3_600_999, 20, 22, 1_021, 1_001],
  ] as const) {
    equal(nearestOffset(kept, { asked_ms, answered_ms, told_ms }), offset);
  }
});

test('it is never farther from the truth than before, and within what the answer allows', () => {
  const ms = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(ms, ms, ms, ms, ms, (truth, kept, asked_ms, going, coming) => {
      const told_ms = asked_ms + going + truth;
      const answered_ms = asked_ms + going + coming;
      const found = nearestOffset(kept, { asked_ms, answered_ms, told_ms });
      ok(Math.abs(found - truth) <= Math.abs(kept - truth));
      ok(found >= told_ms - answered_ms && found <= told_ms - asked_ms);
    }),
  );
});
