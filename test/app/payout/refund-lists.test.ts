// A list of refunds: what it would do is told first, each row is a refund of its own, and the same
// list again refunds nothing twice.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import { refundTrade } from '../../../server/app/payout/create-refund.ts';
import {
  importRefunds,
  type RefundListRequest,
} from '../../../server/app/payout/import-refunds.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { feed, makeAccount, newPayin } from '../scene.ts';

let opened: TestApp;
let app: App;
before(async () => {
  opened = await openTestApp();
  app = opened.app;
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await opened.stop();
});

let utrs = 0;

/** A merchant with pay-ins that are paid, each of 1000.00. */
async function paidPayins(count: number, currency: string) {
  const merchant = await makeMerchant(app, { balance_currency: currency });
  const account = await makeAccount(app, currency);
  const payins: { id: string; order_id: string }[] = [];
  for (let at = 0; at < count; at += 1) {
    const amount_cents = 100_000 + at;
    payins.push(await newPayin(app, merchant, { amount_cents, amount_currency: currency }));
    utrs += 1;
    await feed(app, account, [{ amount_cents, utr: `LIST${String(utrs).padStart(8, '0')}` }]);
  }
  return { merchant_id: merchant.merchant_id, payins };
}

/** Nothing waits for a second person. */
const tell: Parameters<typeof importRefunds>[3]['tell'] = (answer) =>
  Promise.resolve(
    isRefusal(answer) ? { kind: 'refused', refusal: answer } : { kind: 'done', done: answer },
  );

const asked = (
  rows: readonly string[],
  { key, ...query }: Omit<RefundListRequest, 'body'> & { key?: string } = {},
) => {
  const body = Readable.from([Buffer.from(rows.join('\n'))]);
  return importRefunds(
    app,
    OPERATOR,
    { note: 'Goods came back', ...query, body },
    { name: key, tell },
  );
};

const list = async (...given: Parameters<typeof asked>) => accepted(await asked(...given));

const refundedOf = async (merchant_id: string, id: string): Promise<number> =>
  accepted(await getTradeWithTimeline(app, merchant_id, id)).trade.refunded_amount_cents;

const HEAD = 'id,amount,payee_number';
const NUMBER = '50100087654321';

test('a dry run tells each row and refunds nothing; the list then does what was told', async () => {
  const { merchant_id, payins } = await paidPayins(3, 'THB');
  const [one, two, three] = payins;
  const rows = [
    'order_id,id,amount,payee_number',
    `,${one?.id},,${NUMBER}`,
    `${two?.order_id},,12.50,${NUMBER}`,
    `,${three?.id},5,`,
    `,${one?.id},1,${NUMBER}`,
    `,${three?.id},1.234,${NUMBER}`,
    `nobody,,1,${NUMBER}`,
  ];
  const told = await list(rows, { merchant_id, dry_run: 'true' });
  assert.deepEqual(
    told.results.map(({ line, outcome, amount_cents, code }) => [
      line,
      outcome,
      amount_cents,
      code,
    ]),
    [
      [2, 'ready', 100_000, null],
      [3, 'ready', 1_250, null],
      [4, 'refused', null, 'invalid_request'],
      [5, 'refused', null, 'act_not_allowed'],
      [6, 'refused', null, 'act_not_allowed'],
      [7, 'refused', null, 'not_found'],
    ],
  );
  assert.deepEqual(told.totals, [{ currency: 'THB', count: 2, amount_cents: 101_250 }]);
  assert.match(told.results[2]?.detail ?? '', /number: is required/);
  assert.equal(told.results[0]?.payee_number, '501*******4321');
  assert.equal(await refundedOf(merchant_id, one?.id ?? ''), 0);
  const made = await list(rows, { merchant_id, seen: told.seen });
  assert.deepEqual(made.counts, { ready: 0, refunded: 2, done: 0, waiting: 0, refused: 4 });
  assert.deepEqual(made.totals, told.totals);
  assert.equal(await refundedOf(merchant_id, one?.id ?? ''), 100_000);
  assert.equal(await refundedOf(merchant_id, two?.id ?? ''), 1_250);
  const again = await list(rows, { merchant_id, seen: told.seen });
  assert.deepEqual(again.counts, { ready: 0, refunded: 0, done: 2, waiting: 0, refused: 4 });
  assert.deepEqual(
    again.results.map(({ refund_id }) => refund_id),
    made.results.map(({ refund_id }) => refund_id),
    'each is told with its refund',
  );
  assert.equal(await refundedOf(merchant_id, two?.id ?? ''), 1_250);
});

test('a list that was broken off goes on where it stopped, and a corrected one too', async () => {
  const { merchant_id, payins } = await paidPayins(40, 'VND');
  const rows = payins.map(({ id }) => `${id},1000,${NUMBER}`);
  const [half] = await Promise.all([
    list([HEAD, ...rows.slice(0, 20)], { merchant_id }),
    list([HEAD, ...rows], { merchant_id }),
    list([HEAD, ...rows], { merchant_id }),
  ]);
  assert.equal(half.counts.refused, 0);
  const whole = await list([HEAD, ...rows.toReversed()], { merchant_id });
  assert.equal(whole.counts.done, 40);
  for (const { id } of payins) assert.equal(await refundedOf(merchant_id, id), 1_000);
});

test('the same amount is refunded once more only by a list with a name of its own', async () => {
  const { merchant_id, payins } = await paidPayins(1, 'PHP');
  const id = payins[0]?.id ?? '';
  const rows = [HEAD, `${id},10,${NUMBER}`];
  assert.equal((await list(rows)).counts.refunded, 1);
  assert.equal((await list(rows)).counts.done, 1);
  assert.equal((await list(rows, { key: 'april' })).counts.refunded, 1);
  assert.equal((await list(rows, { key: 'april' })).counts.done, 1);
  assert.equal(await refundedOf(merchant_id, id), 2_000);
});

test('what has changed since the dry run refuses all of it, and is told', async () => {
  const { merchant_id, payins } = await paidPayins(2, 'MYR');
  const [one, two] = payins;
  const rows = [HEAD, `${one?.id},,${NUMBER}`, `${two?.id},,${NUMBER}`];
  const told = await list(rows, { dry_run: 'true' });
  const path = { merchant_id, id: two?.id ?? '' };
  const fields = { amount_cents: 5, number: NUMBER, note: 'One of two items' };
  accepted(await refundTrade(app, OPERATOR, path, raw(fields), 'by hand'));
  const refused = refusedWith(await asked(rows, { seen: told.seen }));
  assert.equal(refused.code, 'changed_meanwhile');
  assert.equal(await refundedOf(merchant_id, one?.id ?? ''), 0);
  const now = await list(rows, { dry_run: 'true' });
  assert.deepEqual(
    now.results.map(({ amount_cents }) => amount_cents),
    [100_000, 99_996],
  );
});

test('what is wrong with the list as a whole is told with its line', async () => {
  for (const [rows, why] of [
    [[''], 'the list is empty'],
    [['id,amnt', 'x,1'], 'none is called amnt'],
    [['amount', '1'], 'id or order_id'],
    [['id'], 'no pay-in stands below'],
    [['id,id', 'x,x'], 'two columns'],
    [['id', '1,2'], 'more cells'],
    [['id', ...Array.from({ length: 1_001 }, () => 'x')], 'at most 1000'],
    [['id', '"x'], 'quotation mark'],
    [['id', 'x'.repeat(200_001)], 'at most 200000 bytes'],
  ] as const) {
    const { detail, errors = [] } = refusedWith(await asked([...rows]));
    const told = [detail, ...errors.map(({ message }) => message)].join(' ');
    assert.ok(told.includes(why), `${told} lacks ${why}`);
  }
});

/** What the work asks of the writer for pay-ins, and when that is decided. */
async function withSteps<Made>(work: () => Promise<Made>) {
  const { writer } = app;
  const steps: string[] = [];
  app.writer = {
    ...writer,
    submit: async (command) => {
      if (command.kind !== 'create_refund') return await writer.submit(command);
      steps.push(`${command.payin_id} asked`);
      const answer = await writer.submit(command);
      steps.push(`${command.payin_id} decided`);
      return answer;
    },
  };
  try {
    return { made: await work(), steps };
  } finally {
    app.writer = writer;
  }
}

test('the dry run foresees which rows the balance covers, and the list does just that', async () => {
  const { merchant_id, payins } = await paidPayins(3, 'LKR');
  const other = await paidPayins(1, 'LKR');
  // 1,500.03 are left: of the first merchant's rows the first fits, the second does not.
  const body = raw({ amount_cents: -150_000, reason: 'taken' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, body, undefined));
  const [one, two, three] = payins;
  const rows = [
    HEAD,
    `${one?.id},,${NUMBER}`,
    `${two?.id},,${NUMBER}`,
    `${other.payins[0]?.id},,${NUMBER}`,
    `${three?.id},500.03,${NUMBER}`,
  ];
  const told = await list(rows, { dry_run: 'true' });
  assert.deepEqual(
    told.results.map(({ outcome, amount_cents, payee_number, code }) => [
      outcome,
      amount_cents,
      payee_number,
      code,
    ]),
    [
      ['ready', 100_000, '501*******4321', null],
      ['refused', 100_001, '501*******4321', 'insufficient_funds'],
      ['ready', 100_000, '501*******4321', null],
      ['ready', 50_003, '501*******4321', null],
    ],
  );
  assert.match(told.results[1]?.detail ?? '', /balance is too small/);
  assert.deepEqual(told.totals, [{ currency: 'LKR', count: 3, amount_cents: 250_003 }]);
  const { steps, made } = await withSteps(() => list(rows, { seen: told.seen }));
  // In the order of the rows, each once the one before it is decided.
  const ready = [one?.id, other.payins[0]?.id, three?.id];
  assert.deepEqual(
    steps,
    ready.flatMap((id) => [`${id} asked`, `${id} decided`]),
  );
  assert.deepEqual(
    made.results.map(({ outcome, code }) => [outcome, code]),
    [
      ['refunded', null],
      ['refused', 'insufficient_funds'],
      ['refunded', null],
      ['refunded', null],
    ],
  );
  assert.deepEqual(made.totals, told.totals);
  const again = await list(rows, { seen: told.seen });
  assert.deepEqual([again.counts.done, again.counts.refused], [3, 1], 'seen the same once made');
});

test('money that came since the dry run refunds nothing that was not seen', async () => {
  const { merchant_id, payins } = await paidPayins(2, 'NPR');
  const taken = raw({ amount_cents: -50_000, reason: 'taken' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, taken, undefined));
  const rows = [HEAD, ...payins.map(({ id }) => `${id},,${NUMBER}`)];
  const told = await list(rows, { dry_run: 'true' });
  assert.deepEqual([told.counts.ready, told.counts.refused], [1, 1]);
  const given = raw({ amount_cents: 50_000, reason: 'given back' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, given, undefined));
  const refused = refusedWith(await asked(rows, { seen: told.seen }));
  assert.equal(refused.code, 'changed_meanwhile');
  assert.equal((await list(rows, { dry_run: 'true' })).counts.ready, 2);
});
