// A customer contests a pay-in on its page and writes about it: once, within its time, and seeing
// only what is meant for them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { showDispute } from '../../../server/app/dispute/show-dispute.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openPage } from '../../../server/app/page/open-page.ts';
import { pageOpenDispute, pageSendMessage } from '../../../server/app/page/page-dispute.ts';
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
} from '../../support/test-app.ts';
import { credited, decide, did, opened } from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

const tokenOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1) ?? '';

async function canceled() {
  const merchant = await makeMerchant(app);
  const trade = await scene.newPayin(app, merchant, { amount_cents: 5_000 });
  const { merchant_id, id } = trade;
  accepted(await actOnTrade(app, OPERATOR, merchant_id, id, 'cancel', raw({})));
  return { merchant_id, id, token: tokenOf(trade) };
}

async function disputeOf({ merchant_id, id }: { merchant_id: string; id: string }) {
  const [row] = await scene.sql<{ dispute_id: string }>(
    app,
    `select dispute_id from disputes where trade_id = '${id}' and merchant_id = '${merchant_id}'`,
  );
  const key = { merchant_id, id: row?.dispute_id ?? '' };
  return { key, shown: accepted(await showDispute(app, merchant_id, key.id)) };
}

test('a customer contests a canceled pay-in in their words, and no money moves', async () => {
  const page = await canceled();
  const before = accepted(await openPage(app, page.token));
  assert.deepEqual([before.can.open_dispute, before.can.send_message], [true, false]);
  const view = await pageOpenDispute(app, page.token, '  I paid at noon\n');
  assert.ok('can' in view);
  assert.deepEqual(
    [view.state, view.can.open_dispute, view.can.send_message],
    ['disputed', false, true],
  );
  assert.deepEqual(
    view.dispute?.messages.map(({ author, text }) => [author, text]),
    [['customer', 'I paid at noon']],
  );
  const { shown } = await disputeOf(page);
  assert.deepEqual(
    [shown.dispute.opened_by, shown.dispute.type, shown.dispute.blocked_amount_cents],
    ['customer', 'paid_after_cancel', 0],
  );
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('they see shared messages alone, and answer them', async () => {
  const page = await canceled();
  await pageOpenDispute(app, page.token, 'I paid');
  const { key } = await disputeOf(page);
  accepted(await did(app, key, 'ask', { party: 'customer' }));
  accepted(await did(app, key, 'message', { text: 'Which bank?' }));
  accepted(await did(app, key, 'message', { text: 'Liar', visibility: 'internal' }));
  accepted(await did(app, key, 'message', { text: 'Known to us', visibility: 'merchant' }));
  const asked = accepted(await openPage(app, page.token));
  assert.equal(asked.dispute?.waits_for_customer, true);
  assert.doesNotMatch(JSON.stringify(asked.dispute), /Liar|Known/);
  const answers = [
    await pageSendMessage(app, page.token, 'First Example Bank'),
    await pageSendMessage(app, page.token, 'First Example Bank'),
  ];
  for (const view of answers) {
    assert.ok('can' in view && view.dispute?.messages.length === 3, 'the same words count once');
    assert.equal(view.dispute.waits_for_customer, false);
  }
  assert.equal((await disputeOf(page)).shown.dispute.state, 'waiting_for_operator');
});

test('words are needed, and are bounded', async () => {
  const page = await canceled();
  for (const act of [pageOpenDispute, pageSendMessage]) {
    if (act === pageSendMessage) await pageOpenDispute(app, page.token, 'I paid');
    const why = async (text: string) => {
      const answer = await act(app, page.token, text);
      return 'why' in answer ? answer.why : 'taken';
    };
    assert.deepEqual([await why(' \n '), await why('x'.repeat(2_001))], ['empty', 'too_long']);
  }
});

test('a customer contests once, and within the time of the pay-in', async () => {
  const page = await canceled();
  await pageOpenDispute(app, page.token, 'I paid');
  const { key } = await disputeOf(page);
  accepted(await decide(app, key, 'rejected'));
  const view = accepted(await openPage(app, page.token));
  assert.deepEqual(
    [view.state, view.can.open_dispute, view.dispute?.is_open],
    ['canceled', false, false],
  );
  const again = await pageOpenDispute(app, page.token, 'Once more');
  assert.ok('code' in again && again.code === 'act_not_allowed');
  const late = await canceled();
  app.store.clock_offset_ms += 6 * 86_400_000;
  const over = await pageOpenDispute(app, late.token, 'Too late');
  app.store.clock_offset_ms -= 6 * 86_400_000;
  assert.ok('code' in over, 'the time is over');
});

test('nobody contests a credited pay-in on its page; in dispute, its customer can write', async () => {
  const merchant = await makeMerchant(app);
  const trade = await credited(app, merchant, 4_000);
  const token = tokenOf(trade);
  const refused = await pageOpenDispute(app, token, 'Give it back');
  assert.ok('code' in refused && refused.code === 'act_not_allowed');
  await opened(app, trade);
  const view = await pageSendMessage(app, token, 'It was me');
  assert.ok('can' in view && view.dispute?.messages[0]?.text === 'It was me');
});

test('a wrong address is not told apart', async () => {
  for (const act of [pageOpenDispute, pageSendMessage]) {
    const answer = await act(app, 'x'.repeat(60), 'hello');
    assert.ok('code' in answer);
    assert.equal(refusedWith(answer).code, 'not_found');
  }
});
