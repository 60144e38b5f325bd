// While the database does not answer, each caller waits for one batch: its own or the one before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLanes } from '../../../server/app/process/lanes.ts';
import { plainAct } from '../../../server/app/trade/plain-act.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';
import type { Answer } from '../../../server/store/batch/store.ts';
import { isStoreOutage, StoreUnavailable } from '../../../server/store/connection/outage.ts';

const commandOf = (command_id: string) =>
  plainAct('take', {
    command_id,
    actor: { role: 'service', id: null },
    merchant_id: 'one-for-all',
    trade_id: 't',
  });

/** The first batch fails after so long; all others are answered. */
function writerWhoseFirst(fails_after_ms: number) {
  const runs: number[] = [];
  const writer = createLanes(
    () => async (commands) => {
      runs.push(commands.length);
      if (runs.length > 1) return commands.map((): Answer => refuse('not_found', 'answered'));
      await sleep(fails_after_ms);
      throw new StoreUnavailable('Query read timeout');
    },
    1,
  );
  return { writer, runs };
}

const outcomeOf = (answer: Promise<Answer>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (isStoreOutage(error) ? 'outage' : 'bug'),
  );

test('a batch that got no answer is not tried again, and neither is who waits behind it', async () => {
  const { writer, runs } = writerWhoseFirst(1_200);
  const first = outcomeOf(writer.submit(commandOf('first')));
  while (runs.length === 0) await sleep(1);
  const behind = outcomeOf(writer.submit(commandOf('behind')));
  assert.deepEqual(await Promise.all([first, behind]), ['outage', 'outage']);
  assert.deepEqual(runs, [1]);
  assert.equal(await outcomeOf(writer.submit(commandOf('later'))), 'answered');
});

test('a connection that breaks at once costs nobody an answer', async () => {
  const { writer } = writerWhoseFirst(0);
  const first = outcomeOf(writer.submit(commandOf('first')));
  const behind = outcomeOf(writer.submit(commandOf('behind')));
  assert.deepEqual(await Promise.all([first, behind]), ['answered', 'answered']);
});
