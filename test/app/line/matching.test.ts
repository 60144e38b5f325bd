// Bank lines and claims over two processes: at most one credit, in whatever order they are written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { rematchLines } from '../../../server/app/line/rematch-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { readCrossedLines } from '../../../server/store/line/bank-lines.ts';
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

let service: TestApp;
let app: OpenApp;
let other: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  other = await service.another();
});
after(async () => {
  await service.stop();
});

/** A merchant and an account in a currency that no other test of this file uses. */
async function newScene(currency: string) {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await scene.makeAccount(app, currency);
  await other.settings.refresh();
  const pay = (amount_cents: number) =>
    scene.newPayin(app, merchant, { amount_cents, amount_currency: currency });
  return { merchant, account, pay };
}

const stateOf = async (merchant: TestMerchant, id: string) => {
  const path = { merchant: merchant.merchant_id, uuid: id };
  const { state, state_reason } = accepted(await getTrade(app, merchant.caller, path));
  return [state, state_reason];
};

const credited = async (merchant: TestMerchant) =>
  (await balanceOfMerchant(app, merchant.caller.merchant)).amount_cents;

async function soundBooks(): Promise<void> {
  assert.deepEqual((await verifyBooks(app)).problems, []);
}

test('fifty claims of one UTR over two processes, then its line: no credit is given twice', async () => {
  const { merchant, account, pay } = await newScene('EUR');
  const trades = await Promise.all(Array.from({ length: 50 }, () => pay(4_200)));
  assert.equal(trades.filter((trade) => trade.state === 'pending').length, 50);
  const answers = await Promise.all(
    trades.map(({ id }, index) =>
      scene.claim(index % 2 === 0 ? app : other, merchant, id, '700000000001'),
    ),
  );
  assert.ok(answers.every(scene.isAccepted));
  const [line] = await scene.feed(app, account, [{ amount_cents: 4_200, utr: '700000000001' }]);
  assert.deepEqual([line?.status, line?.reason], ['suspense', 'several_candidates']);
  assert.equal(await rematchLines(other), 0);
  assert.equal(await credited(merchant), 0);
  const winner = trades[7]?.id ?? '';
  const said = raw({ despite_line: line?.id, note: 'Other money' });
  accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, winner, 'confirm', said));
  assert.equal(await credited(merchant), 4_200);
  await soundBooks();
});

test('fifty claims on different accounts: the account and amount of the line decide', async () => {
  const { merchant, account, pay } = await newScene('USD');
  const elsewhere = await newScene('GBP');
  const mine = await pay(5_000);
  const rivals = await Promise.all(
    Array.from({ length: 49 }, (_, index) => elsewhere.pay(5_000 + index)),
  );
  await Promise.all([
    scene.claim(app, merchant, mine.id, '700000000002'),
    ...rivals.map(({ id }, index) =>
      scene.claim(index % 2 === 0 ? app : other, elsewhere.merchant, id, '700000000002'),
    ),
  ]);
  const [line] = await scene.feed(other, account, [{ amount_cents: 5_000, utr: '700000000002' }]);
  assert.deepEqual([line?.status, line?.trade_id], ['matched', mine.id]);
  assert.equal(await credited(merchant), 5_000);
  assert.equal(await credited(elsewhere.merchant), 0);
  await soundBooks();
});

test('a claim and its line that cross are put together by the job, once', async () => {
  const { merchant, account, pay } = await newScene('JPY');
  const trade = await pay(600);
  const pause = scene.pauseAt(app, 'lock-books');
  const feeding = scene.feed(app, account, [{ amount_cents: 590, utr: '700000000003' }]);
  await pause.reached;
  assert.equal(
    accepted(await scene.claim(other, merchant, trade.id, '700000000003')).state,
    'verifying',
  );
  pause.release();
  const [line] = await feeding;
  assert.deepEqual([line?.status, line?.reason], ['suspense', 'no_candidate']);
  const found = await Promise.all([rematchLines(app), rematchLines(other)]);
  assert.equal(found[0] + found[1], 1);
  assert.deepEqual(await stateOf(merchant, trade.id), ['verifying', 'amount_mismatch']);
  assert.equal(await rematchLines(app), 0);
  await soundBooks();
});

test('the same where the amount is shared, so that only the UTR can decide', async () => {
  const { merchant, account, pay } = await newScene('CHF');
  const [first, second] = [await pay(800), await pay(800)];
  const pause = scene.pauseAt(app, 'lock-books');
  const feeding = scene.feed(app, account, [{ amount_cents: 800, utr: '700000000004' }]);
  await pause.reached;
  const claiming = scene.claim(other, merchant, second.id, '700000000004');
  await scene.waitsOrEnds(app, claiming);
  pause.release();
  const [line] = await feeding;
  assert.deepEqual([line?.status, line?.reason], ['suspense', 'several_candidates']);
  assert.equal(accepted(await claiming).state, 'verifying');
  assert.equal(await rematchLines(other), 1);
  assert.deepEqual(await stateOf(merchant, second.id), ['completed', null]);
  assert.deepEqual(await stateOf(merchant, first.id), ['pending', null]);
  assert.equal(await credited(merchant), 800);
  await soundBooks();
});

test('two claims of one waiting line at once: one is paid by it', async () => {
  const { merchant, account, pay } = await newScene('AUD');
  const [first, second] = [await pay(400), await pay(401)];
  await scene.feed(app, account, [{ amount_cents: 450, utr: '700000000007' }]);
  const answers = await scene.meet(
    app,
    'update-trades',
    () => scene.claim(app, merchant, first.id, '700000000007'),
    () => scene.claim(other, merchant, second.id, '700000000007'),
  );
  assert.deepEqual(scene.kinds(answers), ['accepted', 'utr_already_used']);
  await soundBooks();
});

test('a line that was seen and left to a person is not looked at again and again', async () => {
  const { merchant, account, pay } = await newScene('SEK');
  const trades = [await pay(300), await pay(300)];
  for (const { id } of trades) await scene.claim(app, merchant, id, '700000000005');
  await scene.sql(app, `update utr_claims set claimed_at = claimed_at - interval '1 hour'`);
  await scene.feed(app, account, [{ amount_cents: 300, utr: '700000000005' }]);
  assert.deepEqual(await readCrossedLines(app.store.db, Date.now(), 10), []);
});

test('a line that arrives while its pay-in is failed goes back to suspense', async () => {
  const { merchant, account, pay } = await newScene('NOK');
  const trade = await pay(900);
  accepted(await scene.claim(app, merchant, trade.id, '700000000006'));
  const pause = scene.pauseAt(app, 'lock-books');
  const feeding = scene.feed(app, account, [{ amount_cents: 950, utr: '700000000006' }]);
  await pause.reached;
  const failing = actOnTrade(other, OPERATOR, merchant.merchant_id, trade.id, 'fail', raw({}));
  await scene.waitsOrEnds(app, failing);
  pause.release();
  assert.equal((await feeding)[0]?.status, 'matched');
  const failed = accepted(await failing);
  assert.deepEqual([failed.state, failed.received_amount_cents], ['failed', 0]);
  await soundBooks();
});

test('a UTR is one text, however it is written, and pays one order', async () => {
  const { merchant, account, pay } = await newScene('PLN');
  const [paid, thief] = [await pay(1_000), await pay(1_100)];
  const written = [
    ' axis-0001 2345.6789 ',
    'AXIS000123456789',
    'axis\u00a0000123456789',
    'AXIS00012345678９',
  ];
  for (const utr of written) {
    assert.equal(accepted(await scene.claim(app, merchant, paid.id, utr)).utr, 'AXIS000123456789');
  }
  for (const utr of ['АXIS000123456789', 'short', "x' or '1'='1", 'ａbcdefgh']) {
    assert.equal(
      refusedWith(await scene.claim(app, merchant, paid.id, utr)).code,
      'invalid_request',
    );
  }
  await scene.feed(app, account, [{ amount_cents: 1_000, utr: 'Axis 0001 2345 6789' }]);
  assert.deepEqual(await stateOf(merchant, paid.id), ['completed', null]);
  for (const utr of written) {
    const refused = refusedWith(await scene.claim(other, merchant, thief.id, utr));
    assert.equal(refused.code, 'utr_already_used');
  }
  assert.equal(await credited(merchant), 1_000);
});

test('a UTR can be replaced three times, and the same one again is no change', async () => {
  const { merchant, pay } = await newScene('CZK');
  const trade = await pay(1_300);
  const utrs = ['7100000001', '7100000001', '7100000002', '7100000003', '7100000003', '7100000004'];
  for (const utr of utrs) accepted(await scene.claim(app, merchant, trade.id, utr));
  const refused = refusedWith(await scene.claim(app, merchant, trade.id, '7100000005'));
  assert.equal(refused.code, 'utr_change_limit');
});

const HEAD = 'booked_at,amount_cents,utr,text\n';
const TWINS = `${HEAD}2026-01-05,1000,,cash\n2026-01-05,1000,,cash\n2026-01-05,1100,,x\n`;

const load = (process: OpenApp, receiving_account_id: string, text: string, dry_run?: string) =>
  importStatement(process, OPERATOR, {
    receiving_account_id,
    dry_run,
    profile: undefined,
    on_error: undefined,
    body: Buffer.from(text),
  });

test('a line of a merchant that another process made a moment ago is matched by this one', async () => {
  const account = await scene.makeAccount(app, 'NZD');
  for (const [dry_run, utr] of [
    ['true', '412345678911'],
    [undefined, '412345678912'],
  ] as const) {
    await other.settings.refresh();
    const merchant = await makeMerchant(app, { balance_currency: 'NZD' });
    const paid = { amount_cents: 12_300, amount_currency: 'NZD' };
    const { id } = await scene.newPayin(app, merchant, paid);
    accepted(await scene.claim(app, merchant, id, utr));
    const text = `${HEAD}${new Date().toISOString()},12300,${utr},x\n`;
    assert.equal(accepted(await load(other, account, text, dry_run)).matched, 1, utr);
  }
});

test('one statement imported by two processes at once: each line once, genuine twins kept', async () => {
  const { account } = await newScene('HUF');
  const results = await Promise.all(
    [app, other, app, other].map((one) => load(one, account, TWINS)),
  );
  const counts = results.map(accepted).map((result) => [result.imported, result.duplicate]);
  assert.deepEqual(counts.toSorted(), [
    [0, 3],
    [0, 3],
    [0, 3],
    [3, 0],
  ]);
  const where = `where receiving_account_id = '${account}'`;
  const count = `select count(*)::int as n from bank_lines ${where}`;
  assert.deepEqual(await scene.sql(app, count), [{ n: 3 }]);
  await soundBooks();
});

test('equal lines of one id are numbered, whoever sends them at once', async () => {
  const { account } = await newScene('DKK');
  const line = { amount_cents: 500, bank_id: 'B-1', text: 'first' };
  const answers = await Promise.all(
    [app, other, app, other].map((one) => scene.feed(one, account, [line, { ...line, text: 'x' }])),
  );
  const statuses = answers.flat().map(({ status }) => status);
  assert.equal(scene.countOf(statuses, 'duplicate'), 6);
  for (const index of [0, 1]) {
    const ids = new Set(answers.map((lines) => lines[index]?.id));
    assert.equal(ids.size, 1);
  }
  assert.equal(new Set(answers.flat().map(({ id }) => id)).size, 2);
});

test('with many pay-ins of one shared amount, an amount alone never credits', async () => {
  const { merchant, account, pay } = await newScene('RON');
  const trades = await Promise.all(Array.from({ length: 25 }, () => pay(2_500)));
  trades.sort((a, b) => (a.id < b.id ? -1 : 1));
  // All but the oldest and the newest are paid; the next line could be for either of these two.
  const paid = trades
    .slice(1, 24)
    .map(({ id }, index) => ({ id, utr: `${720_000_000_000 + index}` }));
  for (const { id, utr } of paid) accepted(await scene.claim(app, merchant, id, utr));
  const lines = paid.map(({ utr }) => ({ amount_cents: 2_500, utr }));
  const taken = await scene.feed(app, account, lines);
  assert.ok(taken.every(({ status }) => status === 'matched'));
  const [line] = await scene.feed(app, account, [{ amount_cents: 2_500 }]);
  assert.deepEqual([line?.status, line?.reason], ['suspense', 'several_candidates']);
  for (const { id } of [...trades.slice(0, 1), ...trades.slice(24)]) {
    assert.deepEqual(await stateOf(merchant, id), ['pending', null]);
  }
});
