// Pay-outs, answers and bank lines in any order and any number of times: the books are the same,
// and each attempt has one identity.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import { isOpenAttempt } from '../../../server/domain/record/payout-attempt.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  act,
  adjust,
  idOf,
  lineWith,
  MINUTE,
  payout,
  rematch,
  take,
} from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

import {
  addBatch,
  answerTo,
  commandOf,
  type Event,
  eventsOf,
  exportAll,
  type Run,
  type Setting,
  type Story,
  setting,
  start,
  takeInto,
} from '../matching/payout-story.ts';

/** The job that joins lines and pay-outs that were written at the same time. */
function rematchAll(run: Run): void {
  for (const line of run.lines.values()) run.on.run(rematch(line));
}

function checkIdentities(run: Run): void {
  const ids = run.attempts.map(({ end_to_end_id }) => end_to_end_id);
  for (const [index, trade] of run.trades.entries()) {
    const attempts = attemptsOf(run.on.world, trade.trade_id);
    assert.ok(attempts.filter(isOpenAttempt).length <= 1);
    assert.deepEqual(
      attempts.filter(({ sent_at }) => sent_at !== null).map(({ end_to_end_id }) => end_to_end_id),
      [ids[index]],
    );
  }
}

function finish(given: Setting, events: readonly Event[]) {
  const run = start(given);
  for (const event of events) {
    const answer = run.on.run(commandOf(run, given, event));
    assert.ok(!isRefusal(answer));
    checkIdentities(run);
  }
  rematchAll(run);
  checkIdentities(run);
  const { balances } = run.on.world;
  return {
    balances: [...balances]
      .filter(([, sum]) => sum !== 0n)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    states: run.trades.map((trade) => run.on.now(trade).state),
    attempts: run.trades.map((trade) => attemptsOf(run.on.world, trade.trade_id)[0]?.state),
  };
}

/** The possible ends of each story: the states of the pay-out and of its attempt. */
const ENDS: Readonly<Record<Story, readonly string[]>> = {
  paid_by_line: ['completed paid'],
  paid_by_word: ['completed paid'],
  paid_without_line: ['completed paid'],
  rejected: ['failed rejected'],
  // Whether the money or the rejection arrived first, the books are the same.
  rejected_after_booking: ['failed rejected', 'reversed returned'],
  returned: ['reversed returned'],
  returned_after_word: ['reversed returned'],
  copy_rejected: ['completed paid'],
  silence: ['processing sent'],
};

test('any order of answers, payments and returns gives the same books', () => {
  const scenes = setting.chain((given) => {
    const events = eventsOf(given);
    const all = fc.shuffledSubarray(events, { minLength: events.length });
    return fc.tuple(fc.constant(given), all);
  });
  fc.assert(
    fc.property(scenes, ([given, events]) => {
      const plain = finish(given, eventsOf(given));
      const other = finish(given, events);
      assert.deepEqual(other.balances, plain.balances);
      for (const [payment, { story }] of given.stories.entries()) {
        const end = `${other.states[payment]} ${other.attempts[payment]}`;
        assert.ok(ENDS[story].includes(end), `${story} ends ${end}`);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('whatever is told again, in any order, counts once', () => {
  const scenes = setting.chain((given) => {
    const events = eventsOf(given);
    const all = fc.shuffledSubarray(events, { minLength: events.length });
    return fc.tuple(
      fc.constant(given),
      all,
      fc.array(fc.constantFrom(...events), { maxLength: 8 }),
    );
  });
  fc.assert(
    fc.property(scenes, ([given, events, more]) => {
      const repeated = events.flatMap((event) => [event, ...more.filter((one) => one === event)]);
      assert.deepEqual(finish(given, [...repeated, ...more]), finish(given, events));
    }),
    { numRuns: 500 },
  );
});

describe('an attempt', () => {
  test('is exported once, and never put back after that', () => {
    const run = start({ stories: [{ story: 'silence', naming: 'id' }] });
    const [trade] = run.trades;
    assert.ok(trade);
    const again = run.on.run(exportAll());
    assert.ok(!isRefusal(again) && again.kind === 'payout_batch' && again.found);
    run.on.refused(act(trade, 'release', { note: 'Perhaps not sent' }), 'act_not_allowed');
    const elsewhere = { ...takeInto(trade, idOf(9, 99)), payout_batch_id: null };
    run.on.refused(elsewhere, 'act_not_allowed');
    run.on.trade(takeInto(trade, idOf(9, 98)));
    checkIdentities(run);
    run.on.refused(act(trade, 'take'), 'act_not_allowed');
    run.on.refused(act(trade, 'fail'), 'invalid_request');
  });

  test('whose file was not checked is not exported with the others', () => {
    const on = scene();
    addBatch(on);
    on.run(adjust(1_000_000n));
    const [first, late] = [1, 2].map((at) => on.trade(payout({ trade_id: idOf(4, at) })));
    assert.ok(first && late);
    on.trade(takeInto(first, idOf(9, 1)));
    on.trade(takeInto(late, idOf(9, 2)));
    const checking = (...checked_attempts: string[]) => ({ ...exportAll(), checked_attempts });
    for (const checked of [[], [idOf(9, 1)], [idOf(9, 1), idOf(9, 3)]]) {
      on.refused(checking(...checked), 'act_not_allowed');
    }
    assert.ok(!isRefusal(on.run(checking(idOf(9, 2), idOf(9, 1)))));
  });

  test('that was put back is another payment the next time', () => {
    const on = scene();
    addBatch(on);
    on.run(adjust(1_000_000n));
    const trade = on.trade(payout());
    on.trade(takeInto(trade, idOf(9, 1)));
    on.trade(act(trade, 'release', { note: 'A draft' }));
    on.trade(takeInto(trade, idOf(9, 2)));
    const [first, second] = attemptsOf(on.world, trade.trade_id);
    assert.deepEqual([first?.state, second?.state], ['released', 'pending']);
    assert.notEqual(first?.end_to_end_id, second?.end_to_end_id);
    on.run(exportAll());
    const sent = attemptsOf(on.world, trade.trade_id).filter(({ sent_at }) => sent_at !== null);
    assert.deepEqual(
      sent.map(({ payout_attempt_id }) => payout_attempt_id),
      [idOf(9, 2)],
    );
  });

  test('that was put back is of no account, so that the one that pays is told by its line', () => {
    const on = scene();
    addBatch(on);
    on.run(adjust(1_000_000n));
    const trade = on.trade(payout());
    on.trade(takeInto(trade, idOf(9, 1)));
    const back = on.trade(act(trade, 'release', { note: 'A draft' }));
    assert.equal(back.receiving_account_id, null);
    on.trade(act(trade, 'take'));
    on.trade(act(trade, 'complete', { utr: 'BANKUTR00009' }));
    const paid_from = idOf(2, 7);
    const utr = 'BANKUTR00009';
    const { amount_cents } = trade;
    on.line(take(lineWith({ amount_cents: -amount_cents, receiving_account_id: paid_from, utr })));
    assert.equal(on.now(trade).receiving_account_id, paid_from);
    assert.equal(on.balance(`clearing:${paid_from}`), amount_cents);
  });

  test('answered by a command whose own reply was lost has that answer', () => {
    for (const [status, effect] of [
      ['ACSC', 'paid'],
      ['RJCT', 'rejected'],
    ] as const) {
      const { on, attempts } = start({ stories: [{ story: 'silence', naming: 'id' }] });
      const command = answerTo(attempts[0] ?? assert.fail(), { status, utr: 'BANKUTR00008' });
      const [first, again] = [on.run(command), on.run(command)];
      assert.ok(!isRefusal(first) && first.kind === 'payout_answer');
      assert.deepEqual([first.effect, first.found], [effect, false]);
      assert.deepEqual(again, { ...first, found: true });
    }
  });

  test('in a draft is not paid by a line that only has its amount', () => {
    const on = scene();
    addBatch(on);
    on.run(adjust(1_000_000n));
    const trade = on.trade(payout());
    on.trade(takeInto(trade, idOf(9, 1)));
    on.wait(MINUTE);
    const line = lineWith({ amount_cents: -10_000n, booked_at: on.world.now });
    assert.equal(on.line(take(line)).outcome.reason, 'outgoing');
    assert.equal(on.now(trade).state, 'processing');
  });

  test('that was paid or returned twice leaves the second line to a person', () => {
    const run = start({ stories: [{ story: 'returned', naming: 'id' }] });
    const text = run.attempts[0]?.end_to_end_id ?? null;
    const seen = (amount_cents: bigint) => {
      const { outcome } = run.on.line(take(lineWith({ amount_cents, text })));
      return `${outcome.status} ${outcome.reason}`;
    };
    assert.equal(seen(-1_000n), 'matched payout_reference');
    assert.equal(seen(-1_000n), 'suspense payout_paid_already');
    assert.equal(seen(1_000n), 'matched payout_returned');
    assert.equal(seen(1_000n), 'suspense payout_returned_already');
    assert.equal(seen(-1_000n), 'suspense payout_paid_already');
  });

  test('a rejected one keeps its line in suspense, where a person sees it', () => {
    const run = start({ stories: [{ story: 'rejected_after_booking', naming: 'id' }] });
    const [attempt] = run.attempts;
    assert.ok(attempt);
    run.on.run(answerTo(attempt, { status: 'RJCT', reason: 'AC04' }));
    const line = lineWith({ amount_cents: -1_000n, text: attempt.end_to_end_id });
    const { outcome } = run.on.line(take(line));
    assert.deepEqual([outcome.status, outcome.reason], ['suspense', 'payout_not_paid']);
    assert.equal(outcome.candidates[0]?.trade_id, attempt.trade_id);
  });
});
