import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isTelling,
  type LimitRule,
  type LimitState,
  type LimitWindow,
  limitRule,
  nextLimit,
  noteAlone,
  startingLimit,
  targetTime,
} from '../../../server/http/admission/admission-limit.ts';

const RULE: LimitRule = { floor: 100, ceiling: 400, wait_ms: 20 };

/** Fifty creates of this mean time. */
const windowOf = (mean_ms: number, was_full: boolean): LimitWindow => ({
  lasted_ms: 100,
  creates: 50,
  creates_ms: mean_ms * 50,
  was_full,
});

describe('the limit of requests in work', () => {
  const CASES: readonly [what: string, from: LimitState, seen: LimitWindow, limit: number][] = [
    ['stays where nobody met it', { limit: 160, alone_ms: 0 }, windowOf(5, false), 160],
    ['grows by a sixteenth where it was met', { limit: 160, alone_ms: 0 }, windowOf(5, true), 170],
    ['grows no further than its ceiling', { limit: 399, alone_ms: 0 }, windowOf(5, true), 400],
    ['falls as the time is too long', { limit: 200, alone_ms: 0 }, windowOf(22.5, true), 177.777],
    ['falls by a fifth at most', { limit: 200, alone_ms: 0 }, windowOf(500, true), 160],
    ['falls also where nobody met it', { limit: 200, alone_ms: 0 }, windowOf(500, false), 160],
    ['falls no further than its floor', { limit: 101, alone_ms: 0 }, windowOf(500, true), 100],
    ['asks a slow database for no haste', { limit: 160, alone_ms: 60 }, windowOf(120, true), 170],
  ];
  for (const [what, from, seen, limit] of CASES) {
    it(what, () => {
      ok(Math.abs(nextLimit(from, seen, RULE).limit - limit) < 0.001);
    });
  }

  it('is judged where a window tells something, and not before', () => {
    const window = windowOf(5, true);
    ok(isTelling(window));
    ok(!isTelling({ ...window, lasted_ms: 99 }));
    ok(!isTelling({ ...window, creates: 7 }));
  });

  it('knows what a create takes alone: at once when it is less, slowly when it is more', () => {
    const known = noteAlone(startingLimit(RULE), 8);
    deepEqual(known, { limit: 100, alone_ms: 8 });
    equal(noteAlone(known, 4).alone_ms, 4);
    equal(noteAlone(known, 24).alone_ms, 9);
    equal(targetTime(known, RULE), 36);
  });

  it('is the smaller the more processes share the machine, and never none', () => {
    equal(limitRule(1).floor, 192);
    equal(limitRule(4).floor, 48);
    equal(limitRule(64).floor, 16);
  });

  // A machine that does so many creates a second, however many are in work: the time is Little's.
  for (const per_second of [500, 2_000, 5_000, 20_000, 100_000]) {
    it(`settles near the target on a machine that does ${per_second} a second`, () => {
      const rule = limitRule(1);
      let state = noteAlone(startingLimit(rule), 3);
      for (let step = 0; step < 500; step += 1) {
        const mean_ms = (state.limit / per_second) * 1_000;
        state = nextLimit(state, windowOf(mean_ms, true), rule);
        ok(state.limit >= rule.floor && state.limit <= rule.ceiling);
      }
      const wanted = (targetTime(state, rule) * per_second) / 1_000;
      const settled = Math.min(rule.ceiling, Math.max(rule.floor, wanted));
      ok(Math.abs(state.limit - settled) <= settled * 0.25, `${state.limit}, not ${settled}`);
    });
  }
});
