// Concurrent batches: whatever arrives and however they end, commands of one book keep their order,
// no book is in two batches at once, and every caller is answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createLanes } from '../../../server/app/process/lanes.ts';
import { plainAct } from '../../../server/app/trade/plain-act.ts';
import type { Command } from '../../../server/domain/batch/command.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';
import type { Answer } from '../../../server/store/batch/store.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';
import { fc } from '../../support/property.ts';

const LANES = 3;
const MOST_IN_BATCH = 256;
/** One more, and a command would be told of it. */
const MOST_CONFLICTS = 4;

const commandOf = (merchant_id: string, command_id: string): Command =>
  plainAct('take', {
    command_id,
    actor: { role: 'service', id: null },
    merchant_id,
    trade_id: 't',
  });

const answerTo = ({ command_id }: Command): Answer => refuse('not_found', command_id);
const bookOf = (command: Command) => ('merchant_id' in command ? command.merchant_id : '');

const conflict = () => Object.assign(new pg.DatabaseError('23505', 0, 'error'), { code: '23505' });

type Step = { books: readonly number[]; ends: 'answers' | 'conflict' | 'bug'; places: number };

/** Many shops or few, single commands or hundreds at once. */
const steps: fc.Arbitrary<Step[]> = fc.integer({ min: 1, max: 30 }).chain((shops) =>
  fc.array(
    fc.record({
      books: fc.oneof(
        fc.array(fc.nat({ max: shops - 1 }), { maxLength: 6 }),
        fc.array(fc.nat({ max: shops - 1 }), { minLength: 100, maxLength: 400, size: 'max' }),
      ),
      ends: fc.constantFrom('answers', 'answers', 'answers', 'conflict', 'bug'),
      places: fc.nat({ max: LANES - 1 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
);

type InFlight = { commands: readonly Command[]; lane: number; end: PromiseWithResolvers<Answer[]> };

/** A store whose batches end on command; it checks which batches run at the same time. */
function store() {
  const in_flight: InFlight[] = [];
  const done: Command[] = [];
  let conflicts = 0;
  const runIn = (lane: number) => (commands: readonly Command[]) => {
    const books = new Set(commands.map(bookOf));
    assert.ok(lane >= 0 && lane < LANES);
    assert.ok(commands.length > 0 && commands.length <= MOST_IN_BATCH);
    for (const other of in_flight) {
      assert.notEqual(other.lane, lane, 'two batches in one lane');
      assert.ok(!other.commands.some((command) => books.has(bookOf(command))), 'a book twice');
    }
    const end = Promise.withResolvers<Answer[]>();
    in_flight.push({ commands, lane, end });
    return end.promise;
  };
  const finish = (place: number, ends: Step['ends']) => {
    const [batch] = in_flight.splice(place % Math.max(in_flight.length, 1), 1);
    if (batch === undefined) return;
    if (ends === 'conflict' && conflicts < MOST_CONFLICTS) {
      conflicts += 1;
      batch.end.reject(conflict());
    } else if (ends === 'bug' && batch.commands.length > 1) {
      batch.end.reject(new Error('a bug that none of them has alone'));
    } else {
      done.push(...batch.commands);
      batch.end.resolve(batch.commands.map(answerTo));
    }
  };
  return { in_flight, done, runIn, finish };
}

/** Long enough for everything that follows an answer; nothing here waits for a clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const gatherings = fc.constantFrom(undefined, { least: 64, patience_ms: 600_000 });

test('each book in its order, never in two batches at once, and an answer for everybody', async () => {
  const property = fc.asyncProperty(steps, gatherings, async (given, gathering) => {
    const { in_flight, done, runIn, finish } = store();
    const writer = createLanes(runIn, LANES, { gathering });
    const asked: Command[] = [];
    const answers: Promise<PromiseSettledResult<Answer>[]>[] = [];
    const submit = (command: Command) => {
      asked.push(command);
      answers.push(Promise.allSettled([writer.submit(command)]));
    };
    for (const { books, ends, places } of given) {
      for (const book of books) submit(commandOf(`shop-${book}`, `c-${asked.length}`));
      await settle();
      // Nobody waits while a lane is idle, except for a book in a running batch or to fill a batch.
      assert.ok(asked.length === 0 || in_flight.length > 0 || done.length === asked.length);
      finish(places, ends);
      await settle();
    }
    const drained = writer.drain();
    while (in_flight.length > 0) {
      finish(0, 'answers');
      await settle();
    }
    await drained;
    for (const [index, [answer]] of (await Promise.all(answers)).entries()) {
      assert.equal(answer?.status, 'fulfilled');
      assert.equal('detail' in answer.value ? answer.value.detail : '', `c-${index}`);
    }
    const orderOf = (commands: readonly Command[]) => Object.groupBy(commands, bookOf);
    assert.deepEqual(orderOf(done), orderOf(asked));
  });
  await fc.assert(property, { numRuns: 150 });
});

test('an idle lane takes what others ask for while one lane is stuck', async () => {
  const { in_flight, runIn, finish } = store();
  const writer = createLanes(runIn, LANES);
  const stuck = writer.submit(commandOf('slow', 'a'));
  await settle();
  const others = Array.from({ length: 40 }, (_, index) =>
    writer.submit(commandOf(`shop-${index}`, `b-${index}`)),
  );
  const behind = writer.submit(commandOf('slow', 'z'));
  await settle();
  assert.ok(in_flight.length > 1);
  for (; in_flight.length > 1; await settle()) finish(1, 'answers');
  await Promise.all(others);
  assert.deepEqual(
    in_flight.map(({ commands }) => commands.map(({ command_id }) => command_id)),
    [['a']],
  );
  finish(0, 'answers');
  await stuck;
  await settle();
  finish(0, 'answers');
  await behind;
});

test('beyond 20,000 that wait the next is refused at once; those in flight do not count', async () => {
  const { in_flight, runIn, finish } = store();
  const writer = createLanes(runIn, LANES);
  const first = writer.submit(commandOf('m', 'first'));
  await settle();
  const waiting = Array.from({ length: 20_000 }, (_, index) =>
    writer.submit(commandOf('m', String(index))),
  );
  await assert.rejects(writer.submit(commandOf('other', 'late')), isStoreOutage);
  for (; in_flight.length > 0; await settle()) finish(0, 'answers');
  assert.equal((await Promise.all([first, ...waiting])).length, 20_001);
});
