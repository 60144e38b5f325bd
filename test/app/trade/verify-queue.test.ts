// The queue of pay-ins to verify and the bank lines that may have paid one, on a real database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { pageAddReceipt, pageSayPaid } from '../../../server/app/page/page-evidence.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { listPossibleLines } from '../../../server/app/trade/possible-lines.ts';
import { listVerifyQueue, type VerifyQuery } from '../../../server/app/trade/verify-queue.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
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
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

async function openShop(currency: string) {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await scene.makeAccount(app, currency);
  const pay = (amount_cents: number) =>
    scene.newPayin(app, merchant, { amount_cents, amount_currency: currency });
  async function claimed(amount_cents: number, utr: string) {
    const made = await pay(amount_cents);
    accepted(await scene.claim(app, merchant, made.id, utr));
    return made;
  }
  const comes = async (amount_cents: number, fields: object = {}) => {
    const [line] = await scene.feed(app, account, [{ amount_cents, ...fields }]);
    return line?.id ?? '';
  };
  return { merchant, account, pay, claimed, comes };
}

const queue = async (query: VerifyQuery) => accepted(await listVerifyQueue(app, query));
const idsOf = ({ data }: Awaited<ReturnType<typeof queue>>) => data.map(({ trade }) => trade.id);
const linesOf = async (merchant_id: string, id: string) =>
  accepted(await listPossibleLines(app, merchant_id, id));

test('whoever waits longest is first, page by page, and leaves when decided', async () => {
  const { merchant, claimed, pay } = await openShop('INR');
  const { merchant_id } = merchant;
  await pay(9_900);
  const waiting: string[] = [];
  for (const [at, amount] of [1_000, 2_000, 3_000].entries()) {
    waiting.push((await claimed(amount, `41234567890${at}`)).id);
  }
  assert.deepEqual(idsOf(await queue({ merchant_id })), waiting);
  const first = await queue({ merchant_id, limit: '2' });
  assert.deepEqual(idsOf(first), waiting.slice(0, 2));
  const rest = await queue({ merchant_id, limit: '2', cursor: first.next_cursor ?? '' });
  assert.deepEqual([idsOf(rest), rest.next_cursor], [waiting.slice(2), null]);
  const [decided = ''] = waiting;
  accepted(await actOnTrade(app, OPERATOR, merchant_id, decided, 'fail', raw({})));
  assert.deepEqual(idsOf(await queue({ merchant_id })), waiting.slice(1));
});

test('each says what its payer sent, and the filters choose', async () => {
  const { merchant, account, claimed } = await openShop('EUR');
  const made = await claimed(5_000, '512345678901');
  const page = made.url.split('/').at(-1) ?? '';
  await pageSayPaid(app, page);
  await pageAddReceipt(app, page, JPEG);
  const [item] = (await queue({ receiving_account_id: account })).data;
  assert.deepEqual([item?.trade.id, item?.receipts], [made.id, 1]);
  const other = await makeMerchant(app);
  assert.deepEqual(idsOf(await queue({ merchant_id: other.merchant_id })), []);
  const { merchant_id } = merchant;
  assert.deepEqual(idsOf(await queue({ merchant_id, state_reason: 'fake_proof' })), []);
  const wrong = { merchant_id: 'x', receiving_account_id: '1', state_reason: 'because' };
  const { errors = [] } = refusedWith(await listVerifyQueue(app, wrong));
  assert.deepEqual(errors.map(({ field }) => field).toSorted(), Object.keys(wrong).toSorted());
});

test('the lines that may have paid it are found by amount and by UTR, also elsewhere', async () => {
  const { merchant, claimed, comes } = await openShop('GBP');
  const elsewhere = await scene.makeAccount(app, 'GBP');
  const made = await claimed(7_000, '612345678901');
  const near = await comes(6_990);
  await scene.feed(app, elsewhere, [{ amount_cents: 7_000 }]);
  const [named] = await scene.feed(app, elsewhere, [{ amount_cents: 900, utr: '612345678901' }]);
  const { waits_for_cents, data } = await linesOf(merchant.merchant_id, made.id);
  assert.equal(waits_for_cents, 7_000);
  const shown = data.map(({ line, difference_cents, is_other_account }) => [
    line.id,
    difference_cents,
    is_other_account,
  ]);
  assert.deepEqual(shown, [
    [named?.id, -6_100, true],
    [near, -10, false],
  ]);
  assert.match(data[0]?.explanation ?? '', /claims this UTR/);
  accepted(await reviewLine(app, OPERATOR, near, 'fee', raw({ note: 'ours' }), undefined));
  const after_fee = await linesOf(merchant.merchant_id, made.id);
  assert.deepEqual(
    after_fee.data.map(({ line }) => line.id),
    [named?.id],
  );
});

test('a trade that is not there, or another merchant’s, has none', async () => {
  const { merchant, claimed } = await openShop('CHF');
  const made = await claimed(100, '712345678901');
  const other = await makeMerchant(app);
  const { merchant_id } = merchant;
  for (const [whose, id] of [
    [other.merchant_id, made.id],
    [merchant_id, merchant_id],
    ['x', made.id],
    [merchant_id, 'x'],
  ] as const) {
    assert.equal(refusedWith(await listPossibleLines(app, whose, id)).code, 'not_found');
  }
});
