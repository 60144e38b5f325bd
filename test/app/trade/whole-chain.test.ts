// The use cases on real PostgreSQL: from a pay-in to the credit, from a pay-out to the debit, and
// the books afterwards.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import { putTariffs } from '../../../server/app/merchant/tariffs.ts';
import { createPayout } from '../../../server/app/payout/create-payout.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { attachUtr } from '../../../server/app/trade/attach-utr.ts';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await openTestApp();
});
after(async () => {
  await service.stop();
});

const payin = (merchant_id: string, order_id: string, amount_cents: number) =>
  raw({
    merchant_id,
    order_id,
    amount_cents,
    amount_currency: 'INR',
    type: 'account',
    client_id: 'client-1',
  });

async function makeAccount(number: string): Promise<string> {
  const account = accepted(
    await createReceivingAccount(
      service.app,
      OPERATOR,
      raw({ type: 'account', currency: 'INR', name: 'House', number, bank_name: 'Bank' }),
    ),
  );
  return account.id;
}

test('a pay-in is claimed, paid by its bank line and credited minus the fee', async () => {
  const { app } = service;
  const account_id = await makeAccount('000111222333');
  const { caller, merchant_id } = await makeMerchant(app);
  const tariffs = [{ direction: 'payin', type: null, currency: null, percent: 1.5 }];
  accepted(await putTariffs(app, OPERATOR, merchant_id, raw({ tariffs })));
  const { trade } = accepted(await createPayin(app, caller, payin(merchant_id, 'o-1', 100_00)));
  assert.equal(trade.state, 'pending');
  assert.equal(trade.kind, 'deposit');
  assert.equal(trade.fee_cents, 150);
  const claimed = accepted(
    await attachUtr(app, caller, raw({ merchant_id, id: trade.id, utr: '1234 5678 9012' })),
  );
  assert.equal(claimed.state, 'verifying');
  assert.equal(claimed.utr, '123456789012');
  const booked_at = new Date().toISOString();
  const { lines } = accepted(
    await takeBankLines(
      app,
      OPERATOR,
      raw({
        receiving_account_id: account_id,
        lines: [{ amount_cents: 100_00, booked_at, utr: '123456789012' }],
      }),
    ),
  );
  assert.deepEqual(
    lines.map((line) => [line.status, line.trade_id, line.reason]),
    [['matched', trade.id, 'utr_account_amount']],
  );
  const balance = await balanceOfMerchant(app, caller.merchant);
  assert.equal(balance.actual_amount_cents, 98_50);
  const shown = accepted(await getTradeWithTimeline(app, merchant_id, trade.id));
  assert.deepEqual(
    shown.timeline.acts.map((act) => [act.act, act.state]),
    [
      ['create', 'pending'],
      ['attach_utr', 'verifying'],
      ['match', 'completed'],
    ],
  );
  const proof = await verifyBooks(app);
  assert.deepEqual(proof.problems, []);
});

test('a pay-out holds, completes and debits; a second one over the balance is refused', async () => {
  const { app } = service;
  const { caller, merchant_id } = await makeMerchant(app);
  accepted(
    await addAdjustment(app, OPERATOR, merchant_id, raw({ amount_cents: 500, reason: 'x' }), 'k'),
  );
  const body = (order_id: string, amount_cents: number) =>
    raw({
      ...payin(merchant_id, order_id, amount_cents).fields,
      number: '000111222333',
      name: 'A',
    });
  const { trade } = accepted(await createPayout(app, caller, body('w-1', 400)));
  assert.equal(trade.state, 'created');
  const refused = refusedWith(await createPayout(app, caller, body('w-2', 200)));
  assert.equal(refused.code, 'insufficient_funds');
  const held = await balanceOfMerchant(app, caller.merchant);
  assert.deepEqual(held, {
    amount_cents: 500,
    amount_currency: 'INR',
    blocked_amount_cents: 400,
    actual_amount_cents: 100,
  });
  accepted(await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'take', raw({})));
  const paid = accepted(
    await actOnTrade(app, OPERATOR, merchant_id, trade.id, 'complete', raw({ utr: 'ABCD1234567' })),
  );
  assert.equal(paid.state, 'completed');
  assert.equal((await balanceOfMerchant(app, caller.merchant)).amount_cents, 100);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
