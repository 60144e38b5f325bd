// The audit trail of money: each entry is written with its change or not at all, once, and names
// the actor.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDenialNotes } from '../../../server/app/access/note-denials.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
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
import * as scene from '../scene.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  await service.stop();
});

type Row = { action: string; actor_id: string; detail: Record<string, unknown> };

const trail = (target: string) =>
  scene.sql<Row>(
    service.app,
    `select action, actor_id, detail from audit_entries where target like '%${target}%'
     order by number`,
  );

test('an act on a trade is noted with who and why; a refused one is not', async () => {
  const { app } = service;
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const { trade } = accepted(
    await scene.payin(app, merchant, { order_id: 'audited', amount_cents: 500 }),
  );
  const refused = await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'fail', raw({}));
  assert.equal(refusedWith(refused).code, 'act_not_allowed');
  const note = 'Asked for by phone';
  accepted(await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'cancel', raw({ note })));
  assert.deepEqual(await trail(trade.id), [
    {
      action: 'trade_cancel',
      actor_id: OPERATOR.operator_token_id,
      detail: {
        ...{ reason: null, note },
        before: { state: 'pending', state_reason: null },
        after: { state: 'canceled', state_reason: 'declined_by_operator' },
      },
    },
  ]);
});

test('an adjustment that is sent twice with one key is made and noted once', async () => {
  const { app } = service;
  const { merchant_id } = await makeMerchant(app);
  const fields = raw({ amount_cents: 700, reason: 'Funding' });
  const send = () => addAdjustment(app, OPERATOR, merchant_id, fields, 'key-1');
  const [first, second] = [accepted(await send()), accepted(await send())];
  assert.deepEqual(second, first);
  const noted = await trail(first.id);
  assert.deepEqual(
    noted.map(({ action, detail }) => [action, detail.amount_cents]),
    [['balance_adjusted', 700]],
  );
  assert.deepEqual((await verifyBooks(app)).problems, []);
});

test('denied operator requests are noted once a second, with how many were left out', async () => {
  let clock = 5_000;
  const note = createDenialNotes(service.app, () => clock);
  const path = '/operator/v1/denied-here';
  const denial = { request_id: 'r', method: 'GET', path, address: '127.0.0.1' };
  for (const step of [0, 300, 600, 400]) {
    clock += step;
    await note(denial);
  }
  const noted = await trail('denied-here');
  assert.deepEqual(
    noted.map(({ action, detail }) => [action, detail.left_out_before]),
    [
      ['operator_request_denied', 0],
      ['operator_request_denied', 2],
    ],
  );
});
