// The one table of states: compared with the published promise, and every state × act of either
// direction tried with real commands.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Command, TRADE_ACTS, type TradeAct } from '../../../server/domain/batch/command.ts';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import {
  ACTS,
  type Act,
  actsFrom,
  DIRECTIONS,
  finality,
  STATES,
  type State,
  TRANSITIONS,
  type Trade,
  waysOut,
} from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { actInWords, possibleActs } from '../../../server/domain/trade/act-words.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  act,
  assign,
  claim,
  HOUR,
  lineWith,
  MINUTE,
  payin,
  payout,
  take,
} from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';
import { reachableStates, tradeInState } from '../../support/model/domain-states.ts';
import { LEADS, PROMISED } from './promised-states.ts';

const sorted = (values: Iterable<string>) => [...new Set(values)].toSorted();

test('the table says what was promised, no more and no less', () => {
  for (const direction of DIRECTIONS) {
    for (const from of ['new', ...STATES] as const) {
      const rows = TRANSITIONS.filter((row) => row.direction === direction && row.from === from);
      const ways = sorted(rows.flatMap((row) => row.to.filter((to) => to !== from)));
      assert.deepEqual(ways, PROMISED[direction][from] ?? [], `${direction} ${from}: PROMISED`);
      assert.equal(new Set(rows.map((row) => row.act)).size, rows.length, 'one row per act');
    }
  }
});

test('the acts from each state', () => {
  for (const direction of DIRECTIONS) {
    for (const state of STATES) {
      const leads = LEADS[direction][state] ?? {};
      const where = `${direction} ${state}`;
      assert.deepEqual(
        sorted(actsFrom(direction, state)),
        sorted(Object.keys(leads)),
        `${where}: LEADS`,
      );
      for (const [name, to] of Object.entries(leads)) {
        const ways = waysOut(direction, name as Act, state);
        assert.ok(ways.includes(to), `${where} ${name}`);
      }
    }
  }
  assert.deepEqual(waysOut('payin', 'create', 'new'), ['pending', 'created']);
  assert.deepEqual(waysOut('payout', 'create', 'new'), ['created']);
});

test('the finality of each state', () => {
  const open = { payin: 'no', payout: 'no' };
  const expected = {
    created: open,
    pending: open,
    verifying: open,
    processing: open,
    completed: { payin: 'soft', payout: 'soft' },
    expired: { payin: 'soft', payout: 'soft' },
    canceled: { payin: 'soft', payout: 'yes' },
    failed: { payin: 'soft', payout: 'yes' },
    disputed: open,
    reversed: { payin: 'yes', payout: 'yes' },
  };
  for (const state of STATES) {
    for (const direction of DIRECTIONS) {
      assert.equal(finality(direction, state), expected[state][direction], `${direction} ${state}`);
    }
  }
});

const UTR = 'FRESH1234567';

/** Transitions by decisions about bank lines and refunds, which have their own tests. */
const OF_OTHER_COMMANDS = ['unmatch', 'recall', 'charge', 'refund', 'update_dispute'] as const;
type PlainAct = Exclude<Act, (typeof OF_OTHER_COMMANDS)[number]>;
const isPlain = (name: Act): name is PlainAct => !OF_OTHER_COMMANDS.some((one) => one === name);

/** The bank line that shows a pay-out's money leave. */
function debitOf(trade: Trade, on: DomainScene): Command {
  const [attempt] = attemptsOf(on.world, trade.trade_id);
  const text = attempt?.end_to_end_id ?? null;
  const received_at = on.world.now + MINUTE;
  return take(lineWith({ amount_cents: -trade.amount_cents, text, received_at }));
}

function commandFor(name: PlainAct, trade: Trade, on: DomainScene): Command {
  const { order_id } = trade;
  switch (name) {
    case 'create':
      return trade.direction === 'payin' ? payin({ order_id }) : payout({ order_id });
    case 'assign':
      return assign(trade);
    case 'attach_utr':
      return claim(trade, UTR);
    case 'match': {
      if (trade.direction === 'payout') return debitOf(trade, on);
      const { amount_cents } = trade;
      const text = `order ${referenceOf(trade.trade_id)}`;
      return take(lineWith({ amount_cents, text, received_at: on.world.now + MINUTE }));
    }
    default:
      return act(trade, name satisfies TradeAct);
  }
}

function checkAllowed(name: PlainAct, to: State, trade: Trade, on: DomainScene): void {
  const seen = on.changes.length;
  const answer = on.run(commandFor(name, trade, on));
  assert.ok(!isRefusal(answer), 'refused');
  const after = on.now(trade);
  assert.equal(after.state, to);
  const made = on.changes.slice(seen).filter((change) => change.kind === 'trade_changed');
  const told = made.filter(({ event }) => event.act !== 'update_dispute');
  assert.equal(told.length, 1);
  // Its dispute follows, with events of its own.
  assert.equal(after.sequence, trade.sequence + made.length);
  assert.equal(made.length > 1, [to, trade.state].includes('disputed') && to !== trade.state);
  const [change] = told;
  const kind = trade.direction === 'payin' ? 'deposit' : 'withdrawal';
  assert.equal(change?.event.type, `${kind}.${to}`);
  assert.equal(change?.event.act, name);
  assert.equal(change?.event.sequence, trade.sequence + 1);
  assert.equal(change?.event.standing.state, to);
}

function checkRefused(name: PlainAct, trade: Trade, on: DomainScene): void {
  const command = commandFor(name, trade, on);
  if (name === 'create') {
    assert.equal(on.refused(command, 'order_id_taken').extra?.id, trade.trade_id);
    return;
  }
  if (name === 'match') {
    const { status } = on.line(command).outcome;
    // A returned pay-out still has its line.
    assert.equal(
      status,
      trade.direction === 'payout' && trade.state === 'reversed' ? 'matched' : 'suspense',
    );
    assert.deepEqual(on.now(trade), trade);
    return;
  }
  const is_there =
    (name === 'assign' && trade.state === 'pending') ||
    (name === 'cancel' && trade.state === 'canceled');
  if (is_there) {
    // Requested by every visit of the page, or repeated: the second time nothing is left to do.
    assert.deepEqual(on.run(command), { kind: 'trade', trade, found: true });
    assert.deepEqual(on.now(trade), trade);
    return;
  }
  const refusal = on.refused(command, 'act_not_allowed');
  assert.deepEqual(refusal.extra, { act: name, state: trade.state });
  const words = `in state ${trade.state} cannot ${actInWords(name)}. ${possibleActs(trade)}`;
  assert.ok(refusal.detail.endsWith(words), refusal.detail);
}

for (const direction of DIRECTIONS) {
  suite(`every act on a ${direction}`, () => {
    for (const state of STATES) {
      for (const name of ACTS.filter(isPlain)) {
        const to = LEADS[direction][state]?.[name];
        test(`${state} ${name} → ${to ?? 'refused'}`, () => {
          const { on, trade } = tradeInState(direction, state);
          assert.equal(trade.state, state);
          if (name === 'expire') on.wait(HOUR);
          if (to === undefined) checkRefused(name, trade, on);
          else checkAllowed(name, to, trade, on);
        });
      }
    }
  });
}

test('the rules reach exactly the promised states', () => {
  for (const direction of DIRECTIONS) {
    const promised = sorted(Object.values(PROMISED[direction]).flat());
    assert.deepEqual(sorted(reachableStates(direction)), promised);
  }
});

test('a retry of the command that was written last finds its work done', () => {
  for (const name of TRADE_ACTS) {
    for (const direction of DIRECTIONS) {
      for (const state of reachableStates(direction)) {
        if (LEADS[direction][state]?.[name] === undefined) continue;
        const { on, trade } = tradeInState(direction, state);
        if (name === 'expire') on.wait(HOUR);
        const command = act(trade, name);
        const first = on.trade(command);
        const before = structuredClone(on.world);
        assert.deepEqual(on.run(command), { kind: 'trade', trade: first, found: true });
        assert.deepEqual(on.world, before);
      }
    }
  }
});

test("nobody acts on another merchant's trade or on none", () => {
  const { on, trade } = tradeInState('payin', 'pending');
  const other = { ...trade, merchant_id: trade.trade_id };
  const none = { ...trade, trade_id: trade.merchant_id };
  for (const wrong of [other, none]) {
    on.refused(act(wrong, 'cancel'), 'not_found');
    on.refused(claim(wrong, UTR), 'not_found');
    on.refused(assign(wrong), 'not_found');
  }
});
