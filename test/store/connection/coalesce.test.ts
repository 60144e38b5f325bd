// Reads gathered into queries: whatever arrives and however the queries end, every caller gets the
// requested values, and a slow query delays only its own callers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { coalesce, MOST_FLIGHTS } from '../../../server/store/connection/coalesce.ts';
import { fc } from '../../support/property.ts';

const MOST_AT_ONCE = 256;

type Query = { keys: readonly number[]; end: PromiseWithResolvers<readonly string[]> };

/** A store whose queries end on command. */
function store() {
  const in_flight: Query[] = [];
  const read = coalesce<number, string>(
    (keys) => {
      const end = Promise.withResolvers<readonly string[]>();
      in_flight.push({ keys, end });
      assert.ok(keys.length > 0 && keys.length <= MOST_AT_ONCE);
      assert.equal(new Set(keys).size, keys.length, 'nothing is asked for twice in one query');
      assert.ok(in_flight.length <= MOST_FLIGHTS);
      return end.promise;
    },
    { key: String, value: (value) => value.slice('value '.length) },
  );
  /** Odd keys have no value; the values come in another order than they were asked for. */
  const end = (place: number, fails = false) => {
    const [query] = in_flight.splice(place % in_flight.length, 1);
    if (query === undefined) return;
    if (fails) query.end.reject(new Error(`failed: ${query.keys.join(' ')}`));
    else {
      const even = query.keys.filter((key) => key % 2 === 0);
      query.end.resolve(even.toReversed().map((key) => `value ${key}`));
    }
  };
  return { in_flight, read, end };
}

type Step = { asks: readonly number[]; ends: number; place: number; fails: boolean };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    asks: fc.oneof(
      fc.array(fc.nat({ max: 20 }), { maxLength: 6 }),
      fc.array(fc.nat({ max: 2_000 }), { minLength: 50, maxLength: 600, size: 'max' }),
    ),
    ends: fc.nat({ max: MOST_FLIGHTS }),
    place: fc.nat({ max: MOST_FLIGHTS }),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

test('everybody is answered with what they asked for, or told why not', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { in_flight, read, end } = store();
      const answers: Promise<void>[] = [];
      const ask = (key: number) =>
        read(key).then(
          (value) => assert.equal(value, key % 2 === 0 ? `value ${key}` : null),
          (error: Error) => assert.ok(error.message.split(' ').includes(String(key))),
        );
      for (const { asks, ends, place, fails } of given) {
        answers.push(...asks.map(ask));
        await turn();
        assert.ok(asks.length === 0 || in_flight.length > 0, 'somebody is being answered');
        for (let ended = 0; ended < ends; ended += 1) end(place, fails);
        await turn();
      }
      while (in_flight.length > 0) {
        end(0);
        await turn();
      }
      await Promise.all(answers);
    }),
  );
});

test('those who come while a query is slow are answered before it', async () => {
  const { in_flight, read, end } = store();
  const slow = read(2);
  await turn();
  const others = Array.from({ length: 40 }, (_, index) => read(4 + 2 * index));
  await turn();
  assert.ok(in_flight.length > 1);
  while (in_flight.length > 1) {
    end(1);
    await turn();
  }
  const [first] = await Promise.all(others);
  assert.equal(first, 'value 4');
  // A few would wait for a quick one; nobody waits for one that was overtaken.
  const late = read(6);
  await turn();
  assert.deepEqual(
    in_flight.map((query) => query.keys),
    [[2], [6]],
  );
  end(1);
  assert.equal(await late, 'value 6');
  end(0);
  assert.equal(await slow, 'value 2');
});

test('a lone read waits for nobody, and a few gather behind it', async () => {
  const { in_flight, read, end } = store();
  const answers = [read(2)];
  await turn();
  assert.deepEqual(
    in_flight.map((query) => query.keys),
    [[2]],
  );
  answers.push(read(4), read(6), read(4));
  await turn();
  assert.equal(in_flight.length, 1);
  end(0);
  await turn();
  assert.deepEqual(
    in_flight.map((query) => query.keys),
    [[4, 6]],
  );
  end(0);
  assert.deepEqual(await Promise.all(answers), ['value 2', 'value 4', 'value 6', 'value 4']);
});
