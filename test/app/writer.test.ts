// The writer's batches: what goes together, what is tried again, and who is told of whose error.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import { plainAct } from '../../server/app/plain-act.ts';
import { createWake } from '../../server/app/wake.ts';
import { createWriter } from '../../server/app/writer.ts';
import type { Command } from '../../server/domain/command.ts';
import { refuse } from '../../server/domain/refusal.ts';
import { isOutage } from '../../server/store/outage.ts';
import type { Answer } from '../../server/store/store.ts';

type Run = (commands: readonly Command[]) => Promise<Answer[]>;

const command = (command_id: string): Command =>
  plainAct('take', {
    command_id,
    actor: { role: 'service', id: null },
    merchant_id: 'm',
    trade_id: 't',
  });

/** Says which command it answers. */
const answerTo = (given: Command): Answer => refuse('not_found', given.command_id);

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
}

const outage = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A writer over a store that does as told, batch by batch, and keeps what it was given. */
function writerOver(...script: (Error | 'answers')[]) {
  const batches: string[][] = [];
  const run: Run = async (commands) => {
    batches.push(commands.map(({ command_id }) => command_id));
    const next = script.shift() ?? 'answers';
    await Promise.resolve();
    if (next !== 'answers') throw next;
    return commands.map(answerTo);
  };
  const writer = createWriter(run, createWake());
  const submit = async (...ids: string[]) => {
    const answers = await Promise.allSettled(ids.map((id) => writer.submit(command(id))));
    return answers.map((answer) =>
      answer.status === 'fulfilled' && 'detail' in answer.value ? answer.value.detail : answer,
    );
  };
  return { batches, submit, writer };
}

suite('batches', () => {
  test('what arrives in one turn goes together, what arrives meanwhile forms the next', async () => {
    const { batches, submit } = writerOver();
    const first = submit('a', 'b');
    await Promise.resolve();
    await Promise.resolve();
    const second = submit('c', 'd');
    assert.deepEqual(await first, ['a', 'b']);
    assert.deepEqual(await second, ['c', 'd']);
    assert.deepEqual(batches, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('no batch has more than 256 commands, and all are answered in order', async () => {
    const { batches, submit } = writerOver();
    const ids = Array.from({ length: 600 }, (_, index) => String(index));
    assert.deepEqual(await submit(...ids), ids);
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [256, 256, 88],
    );
  });

  test('drained means that everything has its answer', async () => {
    const { batches, submit, writer } = writerOver();
    const answers = submit('a');
    await writer.drain();
    assert.deepEqual(batches, [['a']]);
    await answers;
    await writer.drain();
  });

  test('a queue that is far too long is refused at once, as an outage', async () => {
    const gate = Promise.withResolvers<void>();
    const writer = createWriter(async (commands) => {
      await gate.promise;
      return commands.map(answerTo);
    }, createWake());
    const waiting = Array.from({ length: 20_000 }, (_, index) =>
      writer.submit(command(String(index))),
    );
    await assert.rejects(writer.submit(command('late')), isOutage);
    gate.resolve();
    assert.equal((await Promise.all(waiting)).length, 20_000);
  });
});

suite('tried again', () => {
  for (const code of ['23505', '40P01', '40001']) {
    test(`${code}: the same batch is decided again, whole`, async () => {
      const { batches, submit } = writerOver(databaseError(code), databaseError(code));
      assert.deepEqual(await submit('a', 'b'), ['a', 'b']);
      assert.equal(batches.length, 3);
      for (const batch of batches) assert.deepEqual(batch, ['a', 'b']);
    });
  }

  test('a conflict that does not end is told to the one that has it', async () => {
    const five = Array.from({ length: 5 }, () => databaseError('23505'));
    const { batches, submit } = writerOver(...five, ...five);
    const [a, b] = await submit('a', 'b');
    assert.equal(typeof a === 'object' && a.status, 'rejected');
    assert.equal(b, 'b');
    assert.equal(batches.length, 11);
  });

  test('after a bug each command goes alone, and only its own is told', async () => {
    const bug = new Error('a bug');
    const { batches, submit } = writerOver(bug, 'answers', bug, 'answers');
    const [a, b, c] = await submit('a', 'b', 'c');
    assert.deepEqual([a, c], ['a', 'c']);
    assert.deepEqual(b, { status: 'rejected', reason: bug });
    assert.deepEqual(batches, [['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  });

  test('an outage is tried once, then told to all without asking for each', async () => {
    const { batches, submit } = writerOver(outage(), outage());
    const answers = await submit('a', 'b', 'c');
    for (const answer of answers) {
      assert.ok(typeof answer === 'object' && answer.status === 'rejected');
      assert.ok(isOutage(answer.reason));
    }
    assert.deepEqual(batches, [['a', 'b', 'c'], ['a']]);
    assert.deepEqual(await submit('d'), ['d']);
  });

  test('a link that breaks once is no error to anybody', async () => {
    const { submit } = writerOver(outage());
    assert.deepEqual(await submit('a', 'b'), ['a', 'b']);
  });
});
