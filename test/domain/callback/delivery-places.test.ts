// Who gets a place for a callback: merchants in rotation, then their endpoints, however busy others
// are.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aheadOf,
  answeredMs,
  type Candidate,
  chooseDeliveries,
  DELIVERY_QUEUES,
  ENDPOINT_SHARE_MAX,
  type EndpointRecord,
  endpointAfter,
  endpointKey,
  hasPlace,
  NONE_TAKEN,
  PACES,
  type PlacesNow,
  paceFor,
  type TakenPlaces,
  UNKNOWN_ENDPOINT,
} from '../../../server/domain/callback/delivery-places.ts';
import { fc } from '../../support/property.ts';

const PLACES = 256;
const quick = { share: ENDPOINT_SHARE_MAX, pace: 'quick' } as const;
const silent = { share: 1, pace: 'slow' } as const;

type World = Partial<Pick<PlacesNow, 'places' | 'by_all'>> & {
  taken?: Record<string, TakenPlaces>;
  endpoints?: Record<string, EndpointRecord & { room: number }>;
};

function now({ places = PLACES, by_all, taken = {}, endpoints = {} }: World): PlacesNow {
  const all = Object.values(taken).reduce(
    (sum, one) => ({
      quick: sum.quick + one.quick,
      unknown: sum.unknown + one.unknown,
      slow: sum.slow + one.slow,
    }),
    NONE_TAKEN,
  );
  return {
    places,
    by_all: by_all ?? all,
    byMerchant: (merchant_id) => taken[merchant_id] ?? NONE_TAKEN,
    byEndpoint: (of) => endpoints[endpointKey(of)] ?? { ...UNKNOWN_ENDPOINT, room: 1 },
  };
}

let next = 0;
const candidate = (merchant_id: string, more: Partial<Candidate> = {}): Candidate => {
  next += 1;
  const endpoint = BigInt(next);
  return { merchant_id, endpoint, queue: 'first', is_limited: false, due_at: next, ...more };
};

const many = (count: number, make: (index: number) => Candidate): Candidate[] =>
  Array.from({ length: count }, (_, index) => make(index));

const countBy = (chosen: readonly Candidate[], merchant_id: string) =>
  chosen.filter((one) => one.merchant_id === merchant_id).length;

describe('an endpoint', () => {
  test('is left one attempt at a time by silence; each answer doubles its share', () => {
    let record = endpointAfter(quick, null);
    assert.deepEqual(record, silent);
    for (const share of [2, 4, 8, 16, 16]) {
      record = endpointAfter(record, 10);
      assert.deepEqual(record, { share, pace: 'quick' });
    }
    assert.equal(endpointAfter(record, 9_000).pace, 'slow');
  });

  test('has some wait for it in memory only while it answers quickly', () => {
    assert.deepEqual([quick, silent, UNKNOWN_ENDPOINT].map(aheadOf), [48, 0, 0]);
  });

  test('has answered if it said anything in time, also no', () => {
    const end = { status: 500, error: 'bad_status', duration_ms: 7 };
    assert.equal(answeredMs(end), 7);
    assert.equal(answeredMs({ ...end, status: null, error: 'connection_refused' }), null);
    assert.equal(answeredMs({ ...end, status: 200, error: 'timeout' }), null);
  });
});

describe('among merchants', () => {
  test('one with 1,500 addresses that nobody has heard of takes a tenth of the places', () => {
    const chosen = chooseDeliveries(
      many(1_500, () => candidate('greedy')),
      now({}),
    );
    assert.ok(chosen.length >= 16 && chosen.length <= PLACES / 8, `${chosen.length}`);
  });

  test('the first of each comes before the second of any, the smallest first', () => {
    const greedy = many(100, () => candidate('greedy'));
    const small = ['a', 'b', 'c'].map((name) => candidate(name));
    const taken = { greedy: { ...NONE_TAKEN, quick: 5 } };
    const chosen = chooseDeliveries([...greedy, ...small], now({ taken }));
    assert.deepEqual(
      chosen.slice(0, 4).map((one) => one.merchant_id),
      ['a', 'b', 'c', 'greedy'],
    );
  });

  test('who has nothing under way finds a place beside a hundred that take what they can', () => {
    const hostile = many(100 * 20, (index) => candidate(`hostile ${index % 100}`));
    const taken: Record<string, TakenPlaces> = {};
    // Repeatedly, because places are requested while no delivery ends.
    for (let round = 0; round < 5; round += 1) {
      for (const one of chooseDeliveries(hostile, now({ taken }))) {
        const before = taken[one.merchant_id] ?? NONE_TAKEN;
        taken[one.merchant_id] = { ...before, unknown: before.unknown + 1 };
      }
    }
    const stranger = candidate('stranger');
    const regular = candidate('regular', { endpoint: 0n });
    const endpoints = { [endpointKey(regular)]: { ...quick, room: 16 } };
    const chosen = chooseDeliveries([stranger, regular], now({ taken, endpoints }));
    assert.deepEqual(new Set(chosen), new Set([stranger, regular]));
  });

  test('silent endpoints of all merchants together leave places for those not heard of', () => {
    const dead = many(1_000, (index) => candidate(`m${index}`, { queue: 'slow' }));
    const chosen = chooseDeliveries(dead, now({}));
    assert.equal(chosen.length, PLACES / 4);
    const by_all = { ...NONE_TAKEN, slow: PLACES / 4 };
    assert.equal(chooseDeliveries([candidate('new')], now({ by_all })).length, 1);
    assert.equal(chooseDeliveries([candidate('m0', { queue: 'slow' })], now({ by_all })).length, 0);
  });
});

describe('among the endpoints of a merchant', () => {
  test('one that answers has its place, whatever its twenty neighbours do', () => {
    const good = candidate('shop', { due_at: Number.MAX_SAFE_INTEGER });
    const endpoints = { [endpointKey(good)]: { ...quick, room: 64 } };
    const neighbours = many(20, () => candidate('shop'));
    const taken = { shop: { ...NONE_TAKEN, unknown: 20, slow: 13 } };
    assert.ok(chooseDeliveries([...neighbours, good], now({ taken, endpoints })).includes(good));
  });

  test('they take turns, and a first attempt comes before another one', () => {
    const of = (endpoint: bigint, queue: Candidate['queue'] = 'first') =>
      candidate('shop', { endpoint, queue });
    const [a1, a2, b1, c1] = [of(1n), of(1n), of(2n), of(3n, 'again')];
    const record = { ...quick, room: 9 };
    const endpoints = { 'shop 1': record, 'shop 2': record, 'shop 3': record };
    const chosen = chooseDeliveries([c1, a1, a2, b1], now({ endpoints }));
    assert.deepEqual(chosen, [a1, b1, c1, a2]);
  });

  test('none gets more than it has room for', () => {
    const endpoints = { 'shop 5': { ...quick, room: 3 } };
    const all = many(10, () => candidate('shop', { endpoint: 5n }));
    assert.deepEqual(chooseDeliveries(all, now({ endpoints })), all.slice(0, 3));
  });
});

const anyTaken = fc.record({
  quick: fc.nat({ max: 40 }),
  unknown: fc.nat({ max: 20 }),
  slow: fc.nat({ max: 10 }),
});
const anyCandidate = fc.record({
  merchant_id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  endpoint: fc.bigInt({ min: 0n, max: 6n }),
  queue: fc.constantFrom(...DELIVERY_QUEUES),
  is_limited: fc.boolean(),
  due_at: fc.nat({ max: 9 }),
});
const anyRecord = fc.record({
  share: fc.constantFrom(1, 2, 16),
  pace: fc.constantFrom(...PACES),
  room: fc.integer({ min: -1, max: 5 }),
});

test('nobody who has nothing under way is passed over for somebody who has', () => {
  const property = fc.property(
    fc.array(anyCandidate, { maxLength: 60 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), anyTaken),
    fc.array(anyRecord, { minLength: 35, maxLength: 35 }),
    fc.integer({ min: 1, max: 300 }),
    (given, taken, records, places) => {
      const candidates = given.map((one) => ({ ...one }));
      const endpoints: Record<string, EndpointRecord & { room: number }> = {};
      for (const one of candidates) {
        const index = 'abcde'.indexOf(one.merchant_id) * 7 + Number(one.endpoint);
        endpoints[endpointKey(one)] = records[index] ?? assert.fail();
      }
      const world = now({ places, taken, endpoints });
      const chosen = chooseDeliveries(candidates, world);
      const paceIn = (one: Candidate) => paceFor(one.queue, world.byEndpoint(one));
      const add = (before: TakenPlaces, one: Candidate): TakenPlaces => {
        const pace = paceIn(one);
        return { ...before, [pace]: before[pace] + 1 };
      };
      const by_all = chosen.reduce(add, world.by_all);
      for (const one of candidates) {
        const { merchant_id } = one;
        const { room } = world.byEndpoint(one);
        const same = (other: Candidate) => endpointKey(other) === endpointKey(one);
        assert.ok(chosen.filter(same).length <= Math.max(0, room), 'an endpoint has its room');
        const has_none = countBy(chosen, merchant_id) === 0 && taken[merchant_id] === undefined;
        if (!has_none || room <= 0) continue;
        const free = hasPlace(paceIn(one), { by_all, by_merchant: NONE_TAKEN }, places);
        assert.ok(!free, `${merchant_id} has nothing, though there is a place`);
      }
    },
  );
  fc.assert(property, { numRuns: 500 });
});
