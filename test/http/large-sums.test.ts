// Sums beyond 2^53 on the wire: every route answers, and every digit is the ledger's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { putRates } from '../../server/app/merchant/tariffs.ts';
import { verifyBooks } from '../../server/app/proof/verify-books.ts';
import { actOnTrade } from '../../server/app/trade/act-on-trade.ts';
import { isRefusal } from '../../server/domain/service/refusal.ts';
import * as scenery from '../app/scene.ts';
import { settling } from '../app/settlement/settlement-scene.ts';
import { accepted, OPERATOR, OPERATOR_TOKEN, raw } from '../support/test-app.ts';
import { openScene, type Scene } from './service-scene.ts';

const AMOUNT = 999_999_999_999n;
/** More than 2^53 minor units, and an odd number that no double is equal to. */
const LINES = 9_009n;
const SUM = LINES * AMOUNT;

let scene: Scene;
let account: string;
before(async () => {
  scene = await openScene();
  account = await scenery.makeAccount(scene.app, 'IRR');
  const day = new Date().toISOString().slice(0, 10);
  for (let left = Number(LINES); left > 0; left -= 1_000) {
    const lines = Array.from({ length: Math.min(left, 1_000) }, (_, index) => ({
      amount_cents: Number(AMOUNT),
      booked_at: day,
      bank_id: `${left}-${index}`,
    }));
    await scenery.feed(scene.app, account, lines);
  }
});
after(() => scene.stop());

async function textOf(url: string, authorization = `Bearer ${OPERATOR_TOKEN}`): Promise<string> {
  const headers = { authorization, 'x-token': scene.merchant.token };
  const answer = await scene.server.inject({ method: 'GET', url, headers });
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
  return answer.body;
}

test('the sum is one that a number of JavaScript would round', () => {
  assert.ok(!Number.isSafeInteger(Number(SUM)));
  assert.notEqual(BigInt(Number(SUM)), SUM);
});

test('the operator reads suspense, ledger and day to the last digit', async () => {
  const suspense = await textOf('/operator/v1/suspense');
  assert.match(suspense, new RegExp(`"in_cents":${SUM}[,}]`));
  const ledger = await textOf('/operator/v1/ledger/accounts?limit=200');
  assert.match(ledger, new RegExp(`"account":"bank:${account}"[^}]*"balance_cents":${SUM}[,}]`));
  const day = new Date().toISOString().slice(0, 10);
  const closing = await textOf(`/operator/v1/receiving_accounts/${account}/days/${day}`);
  assert.match(closing, new RegExp(`"in_cents":${SUM}[,}]`));
});

test('a balance stops at its bound, is read exactly, and the line that meets it waits', async () => {
  const { app, merchant } = scene;
  // One rial stands for a thousand of the balance: the largest credit that there is.
  const rate = { trade_currency: 'IRR', balance_currency: 'INR', rate: 0.001 };
  accepted(await putRates(app, OPERATOR, raw({ rates: [rate] })));
  const order = { amount_cents: 1_000_000_000_000, amount_currency: 'IRR' };
  const trades: { id: string; merchant_id: string }[] = [];
  for (let count = 0; count < 10; count += 1) {
    trades.push(
      await scenery.newPayin(app, merchant, { ...order, amount_cents: order.amount_cents - count }),
    );
  }
  const codes: string[] = [];
  for (const { merchant_id, id } of trades) {
    const answer = await actOnTrade(app, OPERATOR, merchant_id, id, 'confirm', raw({}));
    codes.push(isRefusal(answer) ? answer.code : 'completed');
  }
  assert.deepEqual(codes, [...Array(8).fill('completed'), 'balance_limit', 'balance_limit']);
  const [line] = await scenery.feed(app, account, [{ amount_cents: order.amount_cents - 9 }]);
  assert.deepEqual([line?.status, line?.reason], ['suspense', 'balance_limit']);
  const credited = 8n * 10n ** 15n - 28_000n + 10_000_000n;
  const balance = await textOf(`/api/v1/merchant/account_balance/${merchant.merchant_id}`);
  assert.match(balance, new RegExp(`"actual_amount_cents":${credited}[,}]`));
  const settlement = accepted(await settling(app).draft(merchant));
  await textOf(`/operator/v1/settlements/${merchant.merchant_id}/${settlement.id}`);
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
