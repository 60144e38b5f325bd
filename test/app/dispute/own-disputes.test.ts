// Merchants' own disputes: what they see, write and decide, and that nobody else's are reached.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followDeadlines } from '../../../server/app/dispute/follow-deadlines.ts';
import {
  getOwnDispute,
  listOwnDisputes,
  openOwnDispute,
  stepOwnDispute,
} from '../../../server/app/dispute/own-disputes.ts';
import { disputeForItsMerchant, showDispute } from '../../../server/app/dispute/show-dispute.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { credited, decide, did, opened } from './dispute-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(async () => {
  await service.stop();
});

const contest = ({ caller, merchant_id }: TestMerchant, trade_id: string, fields = {}) =>
  openOwnDispute(app, caller, raw({ merchant_id, trade_id, type: 'duplicate', ...fields }));

const step = (
  { caller, merchant_id }: TestMerchant,
  act: Parameters<typeof stepOwnDispute>[2],
  id: string,
  fields = {},
) => stepOwnDispute(app, caller, act, raw({ merchant_id, id, ...fields }));

const own = ({ caller, merchant_id }: TestMerchant, uuid: string) =>
  getOwnDispute(app, caller, { merchant: merchant_id, uuid });

test('a merchant contests a part, once per key, and withdraws it', async () => {
  const merchant = await makeMerchant(app);
  const trade = await credited(app, merchant);
  const fields = { amount_cents: 250, idempotency_key: 'first' };
  const answers = [
    await contest(merchant, trade.id, fields),
    await contest(merchant, trade.id, fields),
  ];
  const [first, again] = answers.map(accepted);
  assert.ok(first && again);
  assert.equal(first.id, again.id);
  assert.deepEqual([first.opened_by, first.blocked_amount_cents], ['merchant', 250]);
  const { data } = accepted(await listOwnDisputes(app, merchant.caller, {}));
  assert.deepEqual(
    data.map(({ id }) => id),
    [first.id],
  );
  const closed = accepted(await step(merchant, 'withdraw', first.id));
  assert.deepEqual([closed.outcome, closed.basis], ['withdrawn', 'consent']);
});

test('a merchant accepts, or appeals what was decided against it', async () => {
  const merchant = await makeMerchant(app);
  const one = await opened(app, await credited(app, merchant, 801), { amount_cents: 300 });
  const closed = accepted(await step(merchant, 'accept', one.id));
  assert.deepEqual([closed.outcome, closed.awarded_amount_cents], ['accepted', 300]);
  const two = await opened(app, await credited(app, merchant, 802), { amount_cents: 300 });
  assert.equal(refusedWith(await step(merchant, 'appeal', two.id)).code, 'act_not_allowed');
  accepted(await decide(app, two, 'upheld'));
  const appealed = accepted(await step(merchant, 'appeal', two.id));
  assert.deepEqual([appealed.state, appealed.is_carried_out], ['appealed', false]);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('messages are in order; a note of operators stays with them', async () => {
  const merchant = await makeMerchant(app);
  const dispute = await opened(app, await credited(app, merchant));
  accepted(await did(app, dispute, 'ask', { party: 'merchant' }));
  accepted(await did(app, dispute, 'message', { text: 'Please send the invoice' }));
  accepted(await did(app, dispute, 'message', { text: 'Looks odd', visibility: 'internal' }));
  const hostile = '<script>alert(1)</script> 4111 1111 1111 1111';
  const key = { text: hostile, idempotency_key: 'answer' };
  const sent = accepted(await step(merchant, 'message', dispute.id, key));
  assert.equal(sent.state, 'waiting_for_operator', 'the answer came');
  assert.equal(accepted(await step(merchant, 'message', dispute.id, key)).message_count, 3);
  const { messages } = accepted(await own(merchant, dispute.id));
  assert.deepEqual(
    messages.map(({ number, author, text }) => [number, author, text]),
    [
      [1, 'operator', 'Please send the invoice'],
      [3, 'merchant', hostile],
    ],
  );
  const seen = accepted(await showDispute(app, dispute.merchant_id, dispute.id));
  assert.deepEqual(
    seen.messages.map(({ visibility }) => visibility),
    ['shared', 'internal', 'shared'],
  );
  const for_its_people = disputeForItsMerchant(seen).messages;
  assert.deepEqual(
    for_its_people.map(({ number, author_id }) => [number, author_id === null]),
    [
      [1, true],
      [3, false],
    ],
  );
  const rows = await scene.sql<{ found: bigint }>(
    app,
    `select count(*) as found from dispute_messages
     where position('\\x4c6f6f6b73'::bytea in content) > 0`,
  );
  assert.equal(Number(rows[0]?.found), 0, 'the text is encrypted');
  const told = await scene.sql<{ standing: string }>(
    app,
    `select dispute::text as standing from dispute_events where dispute_id = '${dispute.id}'`,
  );
  assert.ok(told.length >= 4);
  for (const { standing } of told)
    assert.doesNotMatch(standing, /invoice|script|4111 1111|411111\*|odd/);
});

test('a flood of messages ends at its bound, and others can still write', async () => {
  const merchant = await makeMerchant(app);
  const dispute = await opened(app, await credited(app, merchant));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => step(merchant, 'message', dispute.id, { text: `${n}` })),
  );
  assert.equal(scene.countOf(scene.kinds(answers), 'accepted'), 80);
  assert.equal(scene.countOf(scene.kinds(answers), 'act_not_allowed'), 20);
  assert.ok(accepted(await did(app, dispute, 'message', { text: 'Enough' })));
  const long = await step(merchant, 'message', dispute.id, { text: 'x'.repeat(2_001) });
  assert.equal(refusedWith(long).code, 'invalid_request');
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('another merchant’s disputes and trades do not exist', async () => {
  const [merchant, other] = [await makeMerchant(app), await makeMerchant(app)];
  const trade = await credited(app, merchant);
  const dispute = await opened(app, trade, { amount_cents: 10 });
  assert.equal(refusedWith(await own(other, dispute.id)).code, 'not_found');
  const path = { merchant: merchant.merchant_id, uuid: dispute.id };
  assert.equal(refusedWith(await getOwnDispute(app, other.caller, path)).code, 'not_found');
  for (const act of ['accept', 'appeal', 'withdraw'] as const) {
    assert.equal(refusedWith(await step(other, act, dispute.id)).code, 'not_found');
    const named = raw({ merchant_id: merchant.merchant_id, id: dispute.id });
    assert.equal(
      refusedWith(await stepOwnDispute(app, other.caller, act, named)).code,
      'unauthorized',
    );
  }
  const text = { text: 'hello' };
  assert.equal(refusedWith(await step(other, 'message', dispute.id, text)).code, 'not_found');
  assert.equal(refusedWith(await contest(other, trade.id)).code, 'invalid_request');
  const { data } = accepted(await listOwnDisputes(app, other.caller, {}));
  assert.deepEqual(data, []);
  assert.equal(await followDeadlines(app), 0);
});
