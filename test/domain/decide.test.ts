// All rules in random histories: books, lines and states stay right, and it does not matter how
// commands are divided into batches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, withAllFacts } from '../../server/domain/batch/decision.ts';
import { emptyWorld } from '../../server/domain/batch/world.ts';
import { decide, decideAll } from '../../server/domain/decide.ts';
import { LINE_STATUSES } from '../../server/domain/record/bank-line.ts';
import { isRefusal } from '../../server/domain/service/refusal.ts';
import { checkBooks, checkLines } from '../support/model/domain-books.ts';
import {
  adjust,
  lineWith,
  merchantWith,
  payin,
  payout,
  START,
  take,
} from '../support/model/domain-commands.ts';
import { runningCounters } from '../support/model/domain-counts.ts';
import { batches, type CommandHistory, historyOf } from '../support/model/domain-model.ts';
import { scene } from '../support/model/domain-scene.ts';
import { follower, readAgain } from '../support/model/domain-steps.ts';
import { fc, longRuns } from '../support/property.ts';

const RUNS = { numRuns: longRuns(400) };

/** Keeps the histories from becoming empty without anybody noticing. */
const OFTEN = [
  ...['created', 'pending', 'verifying', 'completed', 'expired', 'canceled', 'disputed'].map(
    (state) => `deposit.${state}`,
  ),
  ...['created', 'processing', 'completed', 'failed'].map((state) => `withdrawal.${state}`),
  ...LINE_STATUSES.map((status) => `line ${status}`),
  'refund',
  'unmatch',
];

function namesOf(change: Change): string[] {
  if ('event' in change) return [change.event.type, change.event.act];
  if (change.kind === 'line_added') return [`line ${change.record.outcome.status}`];
  return change.kind === 'line_moved' ? [`line ${change.outcome.status}`] : [];
}

test('books, lines and states stay right at every step', () => {
  const seen = new Map<string, number>();
  const property = fc.property(batches, (random) => {
    let world = emptyWorld(START);
    const followed = follower();
    const counters = runningCounters();
    for (const { wait_ms, commands } of historyOf(random)) {
      world = readAgain(world, world.now + wait_ms);
      for (const command of commands) {
        const { changes } = withAllFacts(decideAll(world, [command]));
        followed.follow(changes, world.now);
        counters.follow(changes);
        counters.check(world);
        checkLines(world);
        for (const change of changes) {
          for (const name of namesOf(change)) seen.set(name, (seen.get(name) ?? 0) + 1);
        }
      }
      checkBooks(world);
    }
  });
  fc.assert(property, RUNS);
  for (const type of OFTEN) assert.ok((seen.get(type) ?? 0) > 0, `no history reached ${type}`);
});

/** Decides each batch as a whole or command by command, and reads the facts again after each. */
function live(history: CommandHistory, cut: 'whole' | 'single') {
  let world = emptyWorld(START);
  const answers: unknown[] = [];
  for (const { wait_ms, commands } of history) {
    world = readAgain(world, world.now + wait_ms);
    const parts = cut === 'whole' ? [commands] : commands.map((command) => [command]);
    for (const part of parts) {
      if (cut === 'single') world = readAgain(world, world.now);
      answers.push(...withAllFacts(decideAll(world, part)).answers);
    }
  }
  return { world: readAgain(world, world.now), answers };
}

test('one batch or one by one: the same answers and the same world', () => {
  fc.assert(
    fc.property(batches, (random) => {
      const history = historyOf(random);
      const [whole, single] = [live(history, 'whole'), live(history, 'single')];
      assert.deepEqual(whole.answers, single.answers);
      assert.deepEqual(whole.world, single.world);
    }),
    RUNS,
  );
});

test('the whole history once more changes nothing that is idempotent', () => {
  fc.assert(
    fc.property(batches, (random) => {
      const history = historyOf(random);
      const world = emptyWorld(START);
      const repeatable = history
        .flatMap((batch) => batch.commands)
        .filter((command) =>
          /^(?:create_payin|create_payout|take_line|adjust)$/.test(command.kind),
        );
      const first = repeatable.map(
        (command) => withAllFacts(decideAll(world, [command])).answers[0],
      );
      const before = structuredClone(world);
      for (const [index, command] of repeatable.entries()) {
        const again = withAllFacts(decide(world, command));
        if (isRefusal(again) || first[index] === undefined || isRefusal(first[index])) continue;
        assert.deepEqual(again.changes, []);
      }
      assert.deepEqual(world, before, 'deciding alone never changes the world');
    }),
    RUNS,
  );
});

test('a refusal in a batch touches no neighbour', () => {
  const world = emptyWorld(START);
  const { answers } = withAllFacts(
    decideAll(world, [
      adjust(10_000n),
      payout({ amount_cents: 10_001n }),
      payout({ amount_cents: 6_000n }),
      payout({ amount_cents: 6_000n }),
      payout({ amount_cents: 4_000n }),
    ]),
  );
  assert.deepEqual(
    answers.map((answer) => (isRefusal(answer) ? answer.code : answer.kind)),
    ['adjustment', 'insufficient_funds', 'trade', 'insufficient_funds', 'trade'],
  );
});

test('commands of one batch see each other', () => {
  const world = emptyWorld(START);
  const create = payin();
  const line = lineWith();
  const { answers } = withAllFacts(
    decideAll(world, [
      create,
      { ...create, trade_id: payin().trade_id, command_id: payin().command_id },
      take(line),
      take({ ...lineWith(), line_key: line.line_key }),
      payout({ amount_cents: 10_000n }),
      payout({ amount_cents: 1n }),
    ]),
  );
  const [first, replay, matched, twin, paid, poor] = answers;
  assert.ok(first && !isRefusal(first) && first.kind === 'trade');
  assert.deepEqual(replay, { kind: 'trade', trade: first.trade, found: true });
  assert.ok(matched && !isRefusal(matched) && matched.kind === 'line');
  assert.equal(matched.record.outcome.trade_id, create.trade_id);
  assert.deepEqual(twin, { kind: 'line', record: matched.record, found: true });
  assert.ok(paid && !isRefusal(paid));
  assert.ok(poor && isRefusal(poor));
});

test('a command whose reply was lost is no replay: it gets the answer that was lost', () => {
  const on = scene();
  on.run(adjust(10_000n));
  for (const command of [payin(), payout(), take(lineWith({ amount_cents: 3n }))]) {
    const first = on.run(command);
    const before = structuredClone(on.world);
    assert.deepEqual(on.run(command), first);
    assert.ok(!isRefusal(first) && !first.found);
    assert.deepEqual(on.world, before);
  }
});

test('an adjustment is made once, and takes no more than there is', () => {
  const on = scene();
  const command = adjust(500n);
  on.run(command);
  const again = on.run({ ...command, command_id: payin().command_id });
  assert.ok(!isRefusal(again) && again.kind === 'adjustment' && again.found);
  on.refused(adjust(-501n), 'insufficient_funds');
  on.run(adjust(-500n));
  assert.equal(on.balance('available'), 0n);
  const other = merchantWith({}, { balance_currency: 'JPY' });
  on.run(adjust(7n, other));
  assert.equal(on.balance('available', 'JPY'), 7n);
});
