// A process with siblings gathers larger batches of orders, but not behind a batch that is stuck.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BatchGathering,
  createLanes,
  type Writer,
} from '../../../server/app/process/lanes.ts';
import type { Run } from '../../../server/app/process/settle-batch.ts';
import { createWriter } from '../../../server/app/process/writer.ts';
import { plainAct } from '../../../server/app/trade/plain-act.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';

const commandOf = (merchant_id: string) =>
  plainAct('take', {
    command_id: merchant_id,
    actor: { role: 'service', id: null },
    merchant_id,
    trade_id: 't',
  });

/** A writer whose batches run until they are released; each command is of another merchant. */
function heldWriter(make: (run: Run) => Pick<Writer, 'submit'>) {
  const sizes: number[] = [];
  const gate = Promise.withResolvers<void>();
  let submitted = 0;
  const writer = make(async (commands) => {
    sizes.push(commands.length);
    await gate.promise;
    return commands.map(({ command_id }) => refuse('not_found', command_id));
  });
  const submit = (count: number) =>
    Array.from({ length: count }, () => {
      submitted += 1;
      return writer.submit(commandOf(`m${submitted}`));
    });
  return { sizes, submit, open: () => gate.resolve() };
}

const gatheringBy = (gathering: BatchGathering) =>
  heldWriter((run) => createLanes(() => run, 2, { gathering }));

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const NEVER_STUCK: BatchGathering = { least: 64, patience_ms: 600_000 };

suite('a process with siblings', () => {
  test('takes all for its first batch, and gathers the next one behind it', async () => {
    const { sizes, submit, open } = gatheringBy(NEVER_STUCK);
    const answers = submit(20);
    await nextTurn();
    answers.push(...submit(63));
    await nextTurn();
    assert.deepEqual(sizes, [20]);
    answers.push(...submit(1));
    await nextTurn();
    assert.deepEqual(sizes, [20, 64]);
    open();
    assert.equal((await Promise.all(answers)).length, 84);
  });

  test('writes what it has gathered as soon as the batch before it ends', async () => {
    const { sizes, submit, open } = gatheringBy(NEVER_STUCK);
    const answers = submit(1);
    await nextTurn();
    answers.push(...submit(9));
    await nextTurn();
    assert.deepEqual(sizes, [1]);
    open();
    assert.equal((await Promise.all(answers)).length, 10);
    assert.deepEqual(sizes, [1, 9]);
  });

  test('divides a large load between its lanes as a single process does', async () => {
    const { sizes, submit, open } = gatheringBy(NEVER_STUCK);
    const answers = submit(200);
    await nextTurn();
    assert.deepEqual(sizes, [100, 100]);
    open();
    assert.equal((await Promise.all(answers)).length, 200);
  });

  test('lets nobody wait behind a batch that is stuck, even if no other command comes', async () => {
    const { sizes, submit, open } = gatheringBy({ least: 64, patience_ms: 1 });
    const answers = submit(1);
    await nextTurn();
    answers.push(...submit(8));
    for (let tries = 0; sizes.length < 2 && tries < 30_000; tries += 1) await sleep(1);
    assert.deepEqual(sizes, [1, 8]);
    open();
    assert.equal((await Promise.all(answers)).length, 9);
  });
});

for (const [has_siblings, expected] of [
  [true, [20]],
  [false, [10, 10]],
] as const) {
  test(`with has_siblings ${has_siblings}, 20 orders go in ${expected.length}`, async () => {
    const options = { count: () => undefined, observe: () => undefined, has_siblings };
    const { sizes, submit, open } = heldWriter((run) => createWriter(() => run, options));
    const answers = submit(20);
    await nextTurn();
    assert.deepEqual(sizes, expected);
    open();
    assert.equal((await Promise.all(answers)).length, 20);
  });
}
