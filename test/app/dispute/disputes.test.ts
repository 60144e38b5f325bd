// Disputes on a real database: money, events, deadlines, races, and the proof of the books.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listEvents } from '../../../server/app/callback/list-events.ts';
import { followDeadlines } from '../../../server/app/dispute/follow-deadlines.ts';
import { listDisputes } from '../../../server/app/dispute/list-disputes.ts';
import { showDispute } from '../../../server/app/dispute/show-dispute.ts';
import { getBalance } from '../../../server/app/ledger/past-balance.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { credited, decide, did, opened, tryOpen } from './dispute-scene.ts';

const DAY_MS = 86_400_000;

let service: TestApp;
let app: OpenApp;
let account: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  account = await scene.makeAccount(app, 'INR');
});
after(async () => {
  await service.stop();
});

async function sound(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

async function balance({ caller, merchant_id }: TestMerchant) {
  const { actual_amount_cents, blocked_amount_cents } = accepted(
    await getBalance(app, caller, { merchant_id }),
  );
  return [actual_amount_cents, blocked_amount_cents];
}

const eventsOf = async ({ caller }: TestMerchant) =>
  accepted(await listEvents(app, caller, {})).data;

test('a part is blocked, taken by a person after the time for an appeal, and told', async () => {
  const merchant = await makeMerchant(app);
  const trade = await credited(app, merchant);
  const { id } = await opened(app, trade, { amount_cents: 400 });
  const key = { merchant_id: merchant.merchant_id, id };
  assert.deepEqual(await balance(merchant), [600, 400]);
  await sound();
  const decided = accepted(await decide(app, key, 'partly_upheld', { amount_cents: 300 }));
  assert.deepEqual([decided.state, decided.is_carried_out], ['decided', false]);
  assert.equal(refusedWith(await did(app, key, 'close')).code, 'act_not_allowed');
  app.store.clock_offset_ms += 8 * DAY_MS;
  assert.equal(await followDeadlines(app), 1);
  assert.deepEqual(await balance(merchant), [600, 400], 'the deadline moved no money');
  const overdue = accepted(await listDisputes(app, OPERATOR, { overdue: 'true' }));
  assert.deepEqual(
    overdue.data.map((one) => [one.id, one.is_overdue]),
    [[id, true]],
  );
  await sound();
  const closed = accepted(await did(app, key, 'close', { note: 'carried out' }));
  assert.deepEqual([closed.state, closed.awarded_amount_cents], ['closed', 300]);
  assert.deepEqual(await balance(merchant), [700, 0]);
  assert.equal(await followDeadlines(app), 0);
  const told = (await eventsOf(merchant)).filter(({ type }) => type.startsWith('dispute.'));
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.state, data.id === id]),
    [
      ['dispute.opened', 'open', true],
      ['dispute.decided', 'decided', true],
      ['dispute.updated', 'decided', true],
      ['dispute.closed', 'closed', true],
    ],
  );
  const { timeline } = accepted(await showDispute(app, key.merchant_id, id));
  assert.deepEqual(
    timeline.map(({ event, note }) => [event, note]),
    [
      ['dispute.opened', 'test'],
      ['dispute.decided', 'test'],
      ['dispute.updated', null],
      ['dispute.closed', 'carried out'],
    ],
  );
  await sound();
});

test('a claim that was rejected is closed by the clock, which moves nothing', async () => {
  const merchant = await makeMerchant(app);
  const dispute = await opened(app, await credited(app, merchant));
  accepted(await decide(app, dispute, 'rejected'));
  assert.deepEqual(await balance(merchant), [1_000, 0]);
  app.store.clock_offset_ms += 8 * DAY_MS;
  assert.equal(await followDeadlines(app), 1);
  const { dispute: closed } = accepted(await showDispute(app, dispute.merchant_id, dispute.id));
  assert.equal(closed.state, 'closed');
  assert.deepEqual(await balance(merchant), [1_000, 0]);
  await sound();
});

test('two people who decide at once: one decision counts', async () => {
  const merchant = await makeMerchant(app);
  const other = await service.another();
  for (const round of [1, 2, 3]) {
    const dispute = await opened(app, await credited(app, merchant, 1_000 + round));
    const answers = await Promise.all([
      decide(app, dispute, 'rejected'),
      decide(other, dispute, 'upheld'),
      decide(app, dispute, 'rejected'),
    ]);
    assert.deepEqual(scene.kinds(answers).toSorted(), [
      'accepted',
      'act_not_allowed',
      'act_not_allowed',
    ]);
  }
  await sound();
});

test('the same key opens one dispute, also at once and in two processes', async () => {
  const merchant = await makeMerchant(app);
  const trade = await credited(app, merchant);
  const other = await service.another();
  const answers = await Promise.all(
    [app, other, app].map((one) => tryOpen(one, trade, { amount_cents: 10 }, 'same key')),
  );
  const ids = new Set(answers.map((answer) => accepted(answer).id));
  assert.equal(ids.size, 1);
  const changed = await tryOpen(app, trade, { amount_cents: 11 }, 'same key');
  assert.equal(refusedWith(changed).code, 'reference_taken');
});

test('a payer who paid late is credited by the line that shows it', async () => {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const made = await scene.newPayin(app, merchant, { amount_cents: 777 });
  accepted(await actOnTrade(app, OPERATOR, merchant_id, made.id, 'cancel', raw({})));
  const [line] = await scene.feed(app, account, [{ amount_cents: 999, utr: 'SHOWSPAYMENT1' }]);
  const trade = { merchant_id, id: made.id };
  const dispute = await opened(app, trade, { type: 'paid_after_cancel' });
  const evidence = { evidence_line_id: line?.id };
  const decided = accepted(await decide(app, dispute, 'upheld', evidence));
  assert.deepEqual([decided.basis, decided.evidence_line_id], ['bank_line', line?.id]);
  assert.deepEqual(await balance(merchant), [777, 0]);
  await sound();
});

test('the acts of operators on trades open and end disputes', async () => {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const trade = await credited(app, merchant);
  const disputed = accepted(
    await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'dispute', raw({})),
  );
  assert.equal(disputed.state, 'disputed');
  const { data } = accepted(await listDisputes(app, OPERATOR, { merchant_id, open: 'true' }));
  assert.deepEqual(
    data.map(({ type, amount_cents, state }) => [type, amount_cents, state]),
    [['other', 1_000, 'open']],
  );
  await sound();
  accepted(
    await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'resolve', raw({ outcome: 'failed' })),
  );
  const { data: after_all } = accepted(
    await listDisputes(app, OPERATOR, { merchant_id, open: 'false' }),
  );
  assert.deepEqual(
    after_all.map(({ state, outcome }) => [state, outcome]),
    [['closed', 'upheld']],
  );
  await sound();
});

test('lists have their filters and pages', async () => {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  for (const amount of [501, 502, 503]) {
    await opened(app, await credited(app, merchant, amount), { type: 'duplicate' });
  }
  const first = accepted(await listDisputes(app, OPERATOR, { merchant_id, limit: '2' }));
  const cursor = first.next_cursor ?? assert.fail('there is more');
  const second = accepted(await listDisputes(app, OPERATOR, { merchant_id, limit: '2', cursor }));
  const amounts = [...first.data, ...second.data].map(({ amount_cents }) => amount_cents);
  assert.deepEqual(amounts, [503, 502, 501]);
  const [newest] = first.data;
  assert.ok(newest);
  accepted(await did(app, newest, 'assign', { to: 'somebody' }));
  const counts: [Record<string, string>, number][] = [
    [{ type: 'duplicate' }, 3],
    [{ type: 'fraud' }, 0],
    [{ state: 'open' }, 3],
    [{ assigned_to: 'somebody' }, 1],
    [{ overdue: 'true' }, 0],
    [{ trade_id: newest.trade_id }, 1],
    [{ due_before: new Date(Date.now() + 100 * DAY_MS).toISOString() }, 3],
    [{ due_before: new Date(Date.now() - DAY_MS).toISOString() }, 0],
    [{ opened_from: newest.opened_at }, 1],
    [{ opened_to: newest.opened_at }, 2],
    [{ opened_from: newest.opened_at, opened_to: newest.opened_at }, 0],
  ];
  for (const [filter, count] of counts) {
    const found = accepted(await listDisputes(app, OPERATOR, { merchant_id, ...filter }));
    assert.equal(found.data.length, count, JSON.stringify(filter));
  }
});

test('another merchant’s dispute, a malformed id: there is nothing', async () => {
  const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
  const dispute = await opened(app, await credited(app, merchant));
  const places = [
    { merchant_id: other.merchant_id, id: dispute.id },
    { merchant_id: merchant.merchant_id, id: 'no id' },
  ];
  for (const place of places) {
    assert.equal(
      refusedWith(await showDispute(app, place.merchant_id, place.id)).code,
      'not_found',
    );
    assert.equal(refusedWith(await decide(app, place, 'upheld')).code, 'not_found');
    assert.equal(refusedWith(await did(app, place, 'accept')).code, 'not_found');
  }
});
