// Refund and reversal of a pay-in beside each other, on the wire: what each would post is what it
// posts, nothing is written meanwhile, and what is not possible says why.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { putTariffs } from '../../../../server/app/merchant/tariffs.ts';
import { feed, fund, makeAccount, newPayin } from '../../../app/scene.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../../support/test-app.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

type Posting = { account: string; currency: string; amount_cents: number };
type Entry = { act: string; postings: Posting[] };
type Way = {
  type: string | null;
  is_possible: boolean;
  code: string | null;
  detail: string | null;
} & {
  now: Entry[];
  once_paid: Entry[];
};
type Detail = {
  timeline: { entries: Entry[] };
  trade: { state: string; sequence: number; type: string };
};

const opened = cleanup();
let service: OperatorService;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
});

async function ask<Body>(path: string, fields?: object): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${service.url}/operator/v1${path}`, {
    method: fields === undefined ? 'GET' : 'POST',
    headers: {
      authorization: AUTHORIZATION,
      ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  });
  const body: Body = JSON.parse(await answer.text());
  return { status: answer.status, body };
}

let utrs = 0;

async function paid(is_paid = true): Promise<string> {
  const { app } = service;
  const merchant = await makeMerchant(app, { balance_currency: 'INR' });
  const account = await makeAccount(app, 'INR');
  const { id } = await newPayin(app, merchant, { amount_cents: 250_000, amount_currency: 'INR' });
  utrs += 1;
  const utr = `BACK${String(utrs).padStart(8, '0')}`;
  if (is_paid) await feed(app, account, [{ amount_cents: 250_000, utr }]);
  return `/trades/${merchant.merchant_id}/${id}`;
}

const waysOf = async (trade: string) =>
  (await ask<{ refund: Way; reverse: Way }>(`${trade}/ways_back`)).body;
const detailOf = async (trade: string) => (await ask<Detail>(trade)).body;

const shown = (entries: Entry[]) =>
  entries.map(({ act, postings }) => ({
    act,
    postings: postings.map(({ account, currency, amount_cents }) => [
      account,
      currency,
      amount_cents,
    ]),
  }));

suite('the two ways to give a pay-in’s money back', () => {
  test('tell what each would post, and write nothing', async () => {
    const trade = await paid();
    const before_look = await detailOf(trade);
    const { refund, reverse } = await waysOf(trade);
    assert.deepEqual(await detailOf(trade), before_look);
    assert.deepEqual([refund.is_possible, reverse.is_possible], [true, true]);
    assert.deepEqual(
      [refund.now, refund.once_paid, reverse.now, reverse.once_paid].map((entries) =>
        entries.map(({ act }) => act),
      ),
      [['payout_held'], ['payout_completed'], ['payin_reversed', 'unmatch'], []],
    );

    const other = await paid();
    const reversed = await waysOf(other);
    assert.equal((await ask(`${other}/reverse`, { note: 'Taken back by the bank' })).status, 200);
    const { timeline } = await detailOf(other);
    // The timeline has the entries of the merchant's book, and not the house's `unmatch`.
    const isOwn = ({ act }: Entry) => act === 'payin_reversed';
    assert.deepEqual(
      shown(reversed.reverse.now.filter(isOwn)),
      shown(timeline.entries.filter(isOwn)),
    );

    const fields = { number: '50100087654321', note: 'Goods came back' };
    const made = await ask<{ merchant_id: string; id: string }>(`${trade}/refund`, fields);
    assert.equal(made.status, 200);
    const payout = `/trades/${made.body.merchant_id}/${made.body.id}`;
    assert.equal((await ask(`${payout}/take`, { note: 'Paying it' })).status, 200);
    const completed = await ask(`${payout}/complete`, { note: 'Paid', utr: '512345678901' });
    assert.equal(completed.status, 200);
    assert.deepEqual(
      shown([...refund.now, ...refund.once_paid]),
      shown((await detailOf(payout)).timeline.entries),
    );
  });

  test('are told while somebody else is at work on the trade and its book', async () => {
    const trade = await paid();
    await service.app.store.db.transaction(async (tx) => {
      await tx.query('', 'select 1 as locked from trades for update', []);
      await tx.query('', 'select 1 as locked from ledger_books for update', []);
      const { refund, reverse } = await waysOf(trade);
      assert.deepEqual([refund.is_possible, reverse.is_possible], [true, true]);
    });
  });

  test('tell the type of the refund, on which its fee depends', async () => {
    const trade = await paid();
    const [, , merchant_id = ''] = trade.split('/');
    // For the fee of a refund of everything.
    await fund(service.app, merchant_id, 100_000);
    const tariffs = [
      { direction: 'payout', type: null, currency: null, percent: 1 },
      { direction: 'payout', type: 'iban', currency: null, percent: 2 },
    ];
    accepted(await putTariffs(service.app, OPERATOR, merchant_id, raw({ tariffs })));
    const fees = ({ once_paid }: Way) =>
      once_paid.flatMap(({ postings }) => postings.filter(({ account }) => /fee/.test(account)));
    const own = await waysOf(trade);
    const { type } = (await detailOf(trade)).trade;
    assert.deepEqual([own.refund.type, own.reverse.type], [type, null]);
    assert.deepEqual(
      fees(own.refund).map(({ amount_cents }) => Math.abs(amount_cents)),
      [2_500],
    );
    const fields = { amount_cents: 50_000, number: 'DE89370400440532013000', note: 'A part' };
    assert.equal((await ask(`${trade}/refund`, fields)).status, 200);
    // Whoever got a part is known now, and paid by another tariff.
    const { refund } = await waysOf(trade);
    assert.equal(refund.type, 'iban');
    assert.deepEqual(
      fees(refund).map(({ amount_cents }) => Math.abs(amount_cents)),
      [4_000],
    );
  });

  test('say why one of them is not possible now', async () => {
    const open = await waysOf(await paid(false));
    for (const way of [open.refund, open.reverse]) {
      assert.deepEqual([way.is_possible, way.code, way.now], [false, 'act_not_allowed', []]);
      assert.match(way.detail ?? '', /pending/);
    }
    const trade = await paid();
    const fields = { number: '50100087654321', note: 'Goods came back' };
    assert.equal((await ask(`${trade}/refund`, fields)).status, 200);
    const { refund } = await waysOf(trade);
    assert.deepEqual([refund.is_possible, refund.code], [false, 'refund_too_large']);
    assert.match(refund.detail ?? '', /refunded already/);
  });

  test('are of pay-ins only, and of a trade that is there', async () => {
    const trade = await paid();
    const fields = { number: '50100087654321', note: 'Goods came back' };
    const made = await ask<{ merchant_id: string; id: string }>(`${trade}/refund`, fields);
    const payout = `/trades/${made.body.merchant_id}/${made.body.id}`;
    const refused = await ask<{ code: string }>(`${payout}/ways_back`);
    assert.deepEqual([refused.status, refused.body.code], [422, 'act_not_allowed']);
    const nobody = `/trades/${made.body.merchant_id}/${made.body.merchant_id}/ways_back`;
    assert.equal((await ask(nobody)).status, 404);
    assert.equal((await ask('/trades/x/y/ways_back')).status, 404);
  });
});
