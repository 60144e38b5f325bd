// How a pay-in is counted on its account's day: added, given back and added again, each once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTS_ON_DAY, counted, countOf } from '../../../server/domain/account/account-count.ts';
import { STATES, type State, type Trade } from '../../../server/domain/record/trade.ts';
import { idOf, payin, START } from '../../support/model/domain-commands.ts';
import { scene } from '../../support/model/domain-scene.ts';

const DAY_MS = 86_400_000;
const PENDING = scene().trade(payin({ amount_cents: 500n }));
const inState = (state: State, more: Partial<Trade> = {}): Trade => ({
  ...PENDING,
  state,
  ...more,
});

test('every state says whether a pay-in counts, and how it ended with or without money', () => {
  const without_money = STATES.filter((state) => countOf(inState(state)).count === 0);
  assert.deepEqual(without_money, ['processing', 'expired', 'canceled', 'failed']);
  const with_money = STATES.filter(
    (state) => countOf(inState(state, { received_amount_cents: 1n })).count === 0,
  );
  assert.deepEqual(with_money, ['processing']);
  assert.deepEqual(Object.keys(COUNTS_ON_DAY).toSorted(), [...STATES].toSorted());
});

test('neither pay-outs nor pay-ins without an account count', () => {
  const payout = inState('completed', { direction: 'payout' });
  const waiting = inState('created', { receiving_account_id: null });
  for (const trade of [payout, waiting]) assert.equal(countOf(trade).amount_cents, 0n);
  assert.deepEqual(counted(null, payout), []);
});

const used = (before: Trade | null, after: Trade) =>
  counted(before, after).map((change) =>
    change.kind === 'account_used' ? [change.count, change.amount_cents] : change.kind,
  );

test('what is taken is given back if nothing was paid, and taken again by late money', () => {
  const expired = inState('expired');
  const completed = inState('completed', { amount_cents: 450n, received_amount_cents: 450n });
  assert.deepEqual(used(null, PENDING), [[1, 500n], 'payins_opened']);
  assert.deepEqual(used(PENDING, inState('verifying')), []);
  assert.deepEqual(used(PENDING, expired), [[-1, -500n], 'payins_opened']);
  assert.deepEqual(used(expired, expired), []);
  assert.deepEqual(used(expired, completed), [[1, 450n]]);
  assert.deepEqual(used(PENDING, completed), [[0, -50n], 'payins_opened']);
  assert.deepEqual(used(completed, inState('disputed', { amount_cents: 450n })), []);
  assert.deepEqual(used(expired, inState('disputed')), [[1, 500n]]);
});

test('the day is that on which it got its account', () => {
  const today = Math.floor(START / DAY_MS);
  assert.equal(countOf(PENDING).day, today);
  assert.equal(countOf(inState('pending', { account_day: today + 1 })).day, today + 1);
  const waiting = inState('created', { receiving_account_id: null });
  const [change] = counted(waiting, PENDING);
  assert.ok(change?.kind === 'account_used' && change.is_given);
  assert.equal(change.receiving_account_id, PENDING.receiving_account_id ?? idOf(2, 1));
});
