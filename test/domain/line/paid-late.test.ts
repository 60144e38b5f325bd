// Late is what was paid late, by the bank's booking, whenever the bank's file is imported.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lateness } from '../../../server/domain/line/line-timing.ts';
import type { BankLine, LineReason } from '../../../server/domain/record/bank-line.ts';
import type { State, StateReason, Trade } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import {
  act,
  claim,
  DAY,
  HOUR,
  lineWith,
  MINUTE,
  merchantWith,
  payin,
  review,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { lineOf, processing, seen } from '../matching/payout-line-scene.ts';

const END = START + 15 * MINUTE;
const UTR = 'CLAIMED12345';

/** A pay-in that was not paid in its 15 minutes; its end is END. */
function expired(on: DomainScene): Trade {
  const trade = on.trade(payin());
  on.wait(15 * MINUTE);
  return on.trade(act(trade, 'expire'));
}

const assigned = ({ merchant_id, trade_id }: Trade) =>
  ({ act: 'assign', merchant_id, trade_id }) as const;

type Booked = Pick<BankLine, 'booked_at'> & Partial<BankLine>;

/** Imports a line of the pay-in's amount some time after its end. */
function imported(on: DomainScene, after_ms: number, line: Booked) {
  on.wait(after_ms);
  return on.line(take(lineWith({ received_at: on.world.now, ...line }))).outcome;
}

type Case = {
  name: string;
  line: Booked;
  imported_after: number;
  reason: LineReason;
  state: State;
  state_reason: StateReason | null;
};

const IN_TIME = { booked_at: END - MINUTE };
const midnight = (day: number) => Date.UTC(2026, 0, day);
const dayOnly = (day: number) => ({ booked_at: midnight(day), booked_exactly: false });
const done = { state: 'completed', state_reason: null } as const;
const late = { state: 'verifying', state_reason: 'paid_late' } as const;
const untouched = { state: 'expired', state_reason: 'timeout' } as const;
const by_amount = { reason: 'account_amount_time' } as const;

const CASES: readonly Case[] = [
  { name: 'in time, reported 30 h later', line: IN_TIME, imported_after: 30 * HOUR },
  { name: 'in time, reported 13 days later', line: IN_TIME, imported_after: 13 * DAY },
  {
    name: 'just within the day of grace, reported 6 days later',
    line: { booked_at: END + DAY },
    imported_after: 6 * DAY,
  },
  // The pay-in of 5 January ended at 12:15 UTC: in UTC+14, 6 January has begun by then.
  { name: 'on the day after, in some zone in time', line: dayOnly(6), imported_after: 4 * DAY },
  { name: 'on the day itself', line: dayOnly(5), imported_after: 4 * DAY },
].map((one) => ({ ...one, ...by_amount, ...done }));

const LATE: readonly Case[] = [
  { name: '30 h late', line: { booked_at: END + 30 * HOUR }, imported_after: 30 * HOUR },
  { name: '30 h late, reported after 9 days', line: { booked_at: END + 30 * HOUR } },
  { name: '5 days late', line: { booked_at: END + 5 * DAY }, imported_after: 5 * DAY },
  // At the earliest 10:00 UTC of 6 January, which is less than a day after the end: so 8 January.
  { name: 'on a day that is late in every zone', line: dayOnly(8), imported_after: 4 * DAY },
].map((one) => ({ imported_after: 9 * DAY, ...one, ...by_amount, ...late }));

const NEVER: readonly Case[] = [
  {
    name: 'more than 5 days late',
    line: { booked_at: END + 5 * DAY + 6 * MINUTE },
    imported_after: 6 * DAY,
    reason: 'too_late',
    ...untouched,
  },
  {
    name: 'booked before the order was created, reported after it',
    line: { booked_at: START - 6 * MINUTE },
    imported_after: HOUR,
    reason: 'too_early',
    ...untouched,
  },
  {
    name: 'booked on a day before the order, reported 6 days after it',
    line: dayOnly(3),
    imported_after: 6 * DAY,
    reason: 'too_early',
    ...untouched,
  },
];

suite('exact money for an expired pay-in, known by account and amount alone', () => {
  for (const one of [...CASES, ...LATE, ...NEVER]) {
    test(one.name, () => {
      const on = scene();
      const trade = expired(on);
      const outcome = imported(on, one.imported_after, one.line);
      const { state, state_reason } = on.now(trade);
      assert.deepEqual(
        [outcome.reason, state, state_reason],
        [one.reason, one.state, one.state_reason],
      );
      assert.equal(on.balance('available'), one.state === 'completed' ? 10_000n : 0n);
    });
  }
});

test('a pay-in that can have been paid in time goes before one that was paid late', () => {
  const on = scene();
  expired(on);
  on.wait(30 * HOUR);
  const open = on.trade(payin());
  const { reason, trade_id } = imported(on, 0, { booked_at: on.world.now + MINUTE });
  assert.deepEqual([reason, trade_id], ['account_amount_time', open.trade_id]);
});

test('of two late pay-ins of the amount a person decides', () => {
  const on = scene();
  expired(on);
  expired(on);
  const { status, reason, candidates } = imported(on, 0, { booked_at: on.world.now + 30 * HOUR });
  assert.deepEqual([status, reason, candidates.length], ['suspense', 'several_candidates', 2]);
});

test('a claim stops the timer: then a later line needs more than the amount', () => {
  for (const [utr, expected] of [
    [null, ['verifying', 0n]],
    [UTR, ['completed', 10_000n]],
  ] as const) {
    const on = scene();
    const trade = on.trade(claim(on.trade(payin()), UTR));
    on.wait(3 * DAY);
    imported(on, 0, { booked_at: on.world.now, utr });
    const { state, received_amount_cents } = on.now(trade);
    assert.deepEqual([state, received_amount_cents], expected);
  }
});

test('the merchant’s policy holds for what was paid in time, whenever it is reported', () => {
  for (const [booked_at, state] of [
    [END - MINUTE, 'completed'],
    [END + 6 * MINUTE, 'verifying'],
  ] as const) {
    const merchant = merchantWith({ amount_policy: 'tolerance', tolerance_cents: 5 });
    const on = scene();
    const trade = on.trade(payin({ merchant }));
    on.wait(15 * MINUTE);
    on.trade(act(trade, 'expire'));
    on.wait(30 * HOUR);
    const text = referenceOf(trade.trade_id);
    const given = { text, amount_cents: 9_996n, booked_at, received_at: on.world.now };
    on.line(take(lineWith(given), [merchant]));
    assert.equal(on.now(trade).state, state);
  }
});

test('a pay-in reopened by late evidence is judged by what the bank booked', () => {
  for (const [booked_at, expected] of [
    [END - MINUTE, ['completed', null]],
    [END + 30 * HOUR, ['verifying', 'paid_late']],
  ] as const) {
    const on = scene();
    const trade = expired(on);
    on.wait(2 * DAY);
    on.trade(claim(trade, UTR));
    assert.equal(on.now(trade).state_reason, 'paid_late');
    imported(on, DAY, { booked_at, utr: UTR });
    const { state, state_reason } = on.now(trade);
    assert.deepEqual([state, state_reason], expected);
  }
});

test('what a person assigns is late by its booking, not by the time of their decision', () => {
  for (const [booked_at, expected] of [
    [END - MINUTE, ['completed', null]],
    // They say whose money it is, so a clock that is behind does not matter.
    [START - 2 * DAY, ['completed', null]],
    [END + 30 * HOUR, ['verifying', 'paid_late']],
  ] as const) {
    const on = scene();
    const trade = expired(on);
    on.wait(6 * DAY);
    const line = lineWith({ amount_cents: 9_999n, booked_at, received_at: on.world.now });
    const merchant = merchantWith({ amount_policy: 'accept_actual' });
    assert.equal(on.line(take(line, [merchant])).outcome.status, 'suspense');
    on.line(review(line, assigned(trade), [merchant]));
    const { state, state_reason } = on.now(trade);
    assert.deepEqual([state, state_reason], expected);
  }
  const on = scene();
  const trade = expired(on);
  const line = lineWith({ amount_cents: 1n, booked_at: END + 6 * DAY });
  on.wait(7 * DAY);
  on.line(take(line));
  on.refused(review(line, assigned(trade)), 'act_not_allowed');
});

test('the reason of a line that fits an earlier and a later order is the later one’s', () => {
  const on = scene();
  expired(on);
  on.wait(6 * DAY);
  on.trade(payin());
  const { reason } = imported(on, HOUR, { booked_at: on.world.now - 10 * MINUTE });
  assert.equal(reason, 'too_late');
});

test('a pay-out that the bank returned in time is reversed, whenever the return is reported', () => {
  for (const [booked_after, expected] of [
    [180 * DAY, ['matched', 'reversed']],
    [181 * DAY, ['suspense', 'completed']],
  ] as const) {
    const on = scene();
    const sent = processing(on);
    const paid = seen(on, sent, -10_000n);
    const booked_at = on.world.now + booked_after - HOUR;
    on.wait(190 * DAY);
    const back = lineOf(on, sent, 10_000n, { booked_at, utr: null, text: paid.text });
    const { status } = on.line(take(back)).outcome;
    assert.deepEqual([status, on.now(sent).state], expected);
  }
});

test('amount and reference of an ended pay-in are kept for files that come two weeks later', () => {
  const on = scene();
  const trade = on.trade(payin());
  on.wait(15 * MINUTE);
  on.trade(act(trade, 'expire'));
  const closed = on.changes.find((change) => change.kind === 'reservation_closed');
  assert.ok(closed?.kind === 'reservation_closed');
  assert.equal(closed.until, END + 14 * DAY);
});

test('lateness does not depend on when the line is received', () => {
  const on = scene();
  const trade = expired(on);
  for (const received_at of [END, END + DAY, END + 300 * DAY]) {
    const line = { ...lineWith({ booked_at: END - MINUTE }), received_at };
    assert.equal(lateness(trade, line), 'open');
  }
});
