// The limits of an endpoint: what a claim may start, and what it need not even lease.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_QUEUES } from '../../../server/domain/callback/delivery-places.ts';
import {
  allowedStarts,
  type LimitedCandidate,
  withinLimits,
} from '../../../server/domain/callback/endpoint-limits.ts';
import { fc } from '../../support/property.ts';

test('a claim starts as many as both limits leave', () => {
  const none = { max_concurrent: null, max_per_second: null };
  const cases = [
    [none, { leased: 90, started: 90 }, 7, 7],
    [{ ...none, max_concurrent: 4 }, { leased: 4, started: 90 }, 4, 4],
    [{ ...none, max_concurrent: 4 }, { leased: 6, started: 0 }, 3, 1],
    [{ ...none, max_concurrent: 4 }, { leased: 9, started: 0 }, 3, 0],
    [{ ...none, max_per_second: 5 }, { leased: 90, started: 0 }, 7, 5],
    [{ ...none, max_per_second: 5 }, { leased: 90, started: 3 }, 7, 2],
    [{ ...none, max_per_second: 5 }, { leased: 90, started: 8 }, 7, 0],
    [{ max_concurrent: 4, max_per_second: 5 }, { leased: 5, started: 4 }, 2, 1],
  ] as const;
  for (const [limits, attempts, claimed, allowed] of cases) {
    equal(allowedStarts(limits, attempts, claimed), allowed, JSON.stringify([limits, attempts]));
  }
});

test('claims one after the other never exceed a limit, and never leave room that is wanted', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 64 }));
  fc.assert(
    fc.property(limit, limit, fc.array(fc.nat({ max: 40 })), (at_once, in_second, claims) => {
      const limits = { max_concurrent: at_once, max_per_second: in_second };
      let running = 0;
      for (const claimed of claims) {
        running += allowedStarts(limits, { leased: running + claimed, started: running }, claimed);
      }
      const wanted = claims.reduce((sum, count) => sum + count, 0);
      const most = Math.min(at_once ?? wanted, in_second ?? wanted);
      equal(running, Math.min(wanted, most));
    }),
  );
});

test('of all queues together an endpoint gets its room, those in the first queue first', () => {
  const one = fc.record({
    merchant_id: fc.constantFrom('a', 'b'),
    endpoint: fc.bigInt({ min: 0n, max: 2n }),
    queue: fc.constantFrom(...DELIVERY_QUEUES),
    due_at: fc.nat({ max: 9 }),
  });
  const candidates = fc.array(one, { maxLength: 40 });
  const room = fc.option(fc.nat({ max: 5 }));
  fc.assert(
    fc.property(candidates, fc.array(room, { minLength: 6, maxLength: 6 }), (found, rooms) => {
      const roomOf = ({ merchant_id, endpoint }: LimitedCandidate | (typeof found)[number]) =>
        rooms[Number(endpoint) + (merchant_id === 'a' ? 0 : 3)] ?? null;
      const all = found.map((each): LimitedCandidate => {
        const limit_room = roomOf(each);
        return { ...each, limit_room, is_limited: limit_room !== null };
      });
      const kept = withinLimits(all);
      deepEqual(
        kept,
        all.filter((each) => kept.includes(each)),
        'in the same order',
      );
      for (const each of all) {
        const same = (other: LimitedCandidate) =>
          other.merchant_id === each.merchant_id && other.endpoint === each.endpoint;
        const most = roomOf(each) ?? all.length;
        equal(kept.filter(same).length, Math.min(most, all.filter(same).length));
        const left = all.filter((other) => same(other) && !kept.includes(other));
        const placeOf = ({ queue }: LimitedCandidate) => DELIVERY_QUEUES.indexOf(queue);
        ok(kept.filter(same).every((k) => left.every((l) => placeOf(k) <= placeOf(l))));
      }
    }),
  );
  deepEqual(withinLimits([]), []);
});
