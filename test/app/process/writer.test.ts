// The writer's batches: which commands go together and in which lane, which are tried again, and
// who receives which error.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pg from 'pg';
import { createLanes, type Writer } from '../../../server/app/process/lanes.ts';
import { createWriter } from '../../../server/app/process/writer.ts';
import { plainAct } from '../../../server/app/trade/plain-act.ts';
import type { Command } from '../../../server/domain/batch/command.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';
import type { Answer } from '../../../server/store/batch/store.ts';
import { isStoreOutage } from '../../../server/store/connection/outage.ts';

type Run = (commands: readonly Command[]) => Promise<Answer[]>;

const command = (command_id: string, merchant_id = 'm'): Command =>
  plainAct('take', {
    command_id,
    actor: { role: 'service', id: null },
    merchant_id,
    trade_id: 't',
  });

const line = (command_id: string): Command => ({
  kind: 'rematch_line',
  command_id,
  actor: { role: 'service', id: null },
  bank_line_id: command_id,
  merchants: new Map(),
});

/** Names the command that it answers. */
const answerTo = (given: Command): Answer => refuse('not_found', given.command_id);

function databaseError(code: string): Error {
  return Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
}

const outage = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A writer over a scripted store, which also records the commands of each batch. */
function writerOver(...script: (Error | 'answers')[]) {
  const batches: string[][] = [];
  const run: Run = async (commands) => {
    batches.push(commands.map(({ command_id }) => command_id));
    const next = script.shift() ?? 'answers';
    await Promise.resolve();
    if (next !== 'answers') throw next;
    return commands.map(answerTo);
  };
  const writer = createLanes(() => run, 2);
  const submit = async (...ids: string[]) => {
    const answers = await Promise.allSettled(ids.map((id) => writer.submit(command(id))));
    return answers.map((answer) =>
      answer.status === 'fulfilled' && 'detail' in answer.value ? answer.value.detail : answer,
    );
  };
  return { batches, submit, writer };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A writer whose batches keep running until they are released; ids may name a merchant. */
function heldWriter(make: (run: Run) => Pick<Writer, 'submit' | 'drain'> = twoLanes) {
  const batches: string[][] = [];
  const gate = Promise.withResolvers<void>();
  const writer = make(async (commands) => {
    batches.push(commands.map(({ command_id }) => command_id));
    await gate.promise;
    return commands.map(answerTo);
  });
  const submit = async (...given: (string | Command)[]) => {
    const commands = given.map((one) => (typeof one === 'string' ? command(one) : one));
    return (await Promise.all(commands.map((one) => writer.submit(one)))).length;
  };
  return { batches, submit, writer, open: () => gate.resolve() };
}

const twoLanes = (run: Run) => createLanes(() => run, 2);
const many = (count: number, merchant: string) =>
  Array.from({ length: count }, (_, index) => command(`${merchant}${index}`, merchant));

suite('lanes', () => {
  test('a second batch starts beside the first for a whole share of the load only', async () => {
    const { batches, open, submit } = heldWriter();
    const first = submit(command('x', 'one'));
    await nextTurn();
    const few = submit(...many(3, 'two'));
    await nextTurn();
    assert.deepEqual(batches, [['x']]);
    const more = submit(...many(12, 'three'));
    await nextTurn();
    assert.deepEqual(
      batches.map((batch) => batch.length),
      [1, 8],
    );
    open();
    assert.deepEqual(await Promise.all([first, few, more]), [1, 3, 12]);
  });

  test('a book in flight waits for its batch, those of others go on; order is kept', async () => {
    const { batches, open, submit } = heldWriter();
    const first = submit(...many(4, 'busy'));
    await nextTurn();
    const later = many(6, 'busy').map((one) => ({ ...one, command_id: `later-${one.command_id}` }));
    const all = submit(...later, ...many(10, 'free'));
    await nextTurn();
    assert.equal(batches.length, 2);
    assert.ok(batches[1]?.every((id) => id.startsWith('free')));
    open();
    await Promise.all([first, all]);
    assert.deepEqual(
      batches.flat().filter((id) => id.startsWith('later')),
      later.map(({ command_id }) => command_id),
    );
  });

  test('drained means also what waited for a busy book', async () => {
    const { batches, open, submit, writer } = heldWriter();
    const answers = [submit(command('a', 'busy'))];
    await nextTurn();
    answers.push(submit(command('b', 'busy')));
    const drained = writer.drain();
    open();
    await drained;
    assert.deepEqual(batches, [['a'], ['b']]);
    await Promise.all(answers);
  });

  test('bank lines never stand before orders, however many', async () => {
    const { batches, open, submit } = heldWriter((run) => createWriter(() => run));
    const lines = submit(...Array.from({ length: 2_000 }, (_, index) => line(`line-${index}`)));
    await nextTurn();
    const order = submit('order');
    await nextTurn();
    assert.deepEqual(batches.at(-1), ['order']);
    assert.ok(batches.slice(0, -1).every((batch) => batch.every((id) => id.startsWith('line'))));
    open();
    assert.deepEqual(await Promise.all([lines, order]), [2_000, 1]);
  });

  test('lines go in two large batches, and while orders are written in one small one', async () => {
    const linesOf = (batches: readonly string[][]) =>
      batches.filter(([id]) => id?.startsWith('line')).map(({ length }) => length);
    const ids = Array.from({ length: 2_000 }, (_, index) => line(`line-${index}`));
    const alone = heldWriter((run) => createWriter(() => run));
    const lines = alone.submit(...ids);
    await nextTurn();
    assert.deepEqual(linesOf(alone.batches), [512, 512]);
    alone.open();
    await lines;
    const shared = heldWriter((run) => createWriter(() => run));
    const both = [shared.submit('order'), nextTurn().then(() => shared.submit(...ids))];
    await nextTurn();
    await nextTurn();
    assert.deepEqual(linesOf(shared.batches), [128]);
    shared.open();
    await Promise.all(both);
    assert.equal(
      linesOf(shared.batches).reduce((sum, one) => sum + one, 0),
      2_000,
    );
  });
});

test('batches are counted and timed by what they are about, and each conflict is counted', async () => {
  const told: string[] = [];
  let conflicts = 1;
  const run: Run = async (commands) => {
    conflicts -= 1;
    await Promise.resolve();
    if (conflicts >= 0) throw databaseError('40P01');
    return commands.map(answerTo);
  };
  const writer = createWriter(() => run, {
    count: (name, labels) => told.push(`${name} ${labels?.['writer']}`),
    observe: (name, value, labels) => {
      const shown = name.endsWith('_seconds') ? value >= 0 : value;
      told.push(`${name} ${labels?.['writer']} ${shown}`);
    },
  });
  await Promise.all([command('a'), command('b')].map(writer.submit));
  await writer.submit(line('l'));
  const orders = ['writer_batch_commands orders 2', 'writer_batch_duration_seconds orders true'];
  assert.deepEqual(told, [
    'writer_batch_conflicts orders',
    ...orders,
    ...orders,
    'writer_batch_commands lines 1',
    'writer_batch_duration_seconds lines true',
  ]);
});

suite('batches', () => {
  test('what arrives in one turn goes together, what arrives meanwhile forms the next', async () => {
    const { batches, open, submit } = heldWriter();
    const first = submit('a', 'b');
    await nextTurn();
    const second = submit('c', 'd');
    await nextTurn();
    assert.deepEqual(batches, [['a', 'b']]);
    open();
    assert.deepEqual([await first, await second], [2, 2]);
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
    const run: Run = async (commands) => {
      await gate.promise;
      return commands.map(answerTo);
    };
    const writer = createLanes(() => run, 2);
    const waiting = Array.from({ length: 20_000 }, (_, index) =>
      writer.submit(command(String(index))),
    );
    await assert.rejects(writer.submit(command('late')), isStoreOutage);
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
      assert.ok(isStoreOutage(answer.reason));
    }
    assert.deepEqual(batches, [['a', 'b', 'c'], ['a']]);
    assert.deepEqual(await submit('d'), ['d']);
  });

  test('a link that breaks once is no error to anybody', async () => {
    const { submit } = writerOver(outage());
    assert.deepEqual(await submit('a', 'b'), ['a', 'b']);
  });
});
