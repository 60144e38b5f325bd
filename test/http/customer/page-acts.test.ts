// Every act of a page on every state of a pay-in, a pay-out, a refund and a settlement's pay-out,
// through the real service: what the table allows happens, all else is refused and changes nothing.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import { PAGE_ACTS, PAGE_TABLE, type PageAct } from '../../../server/domain/page/page-acts.ts';
import type { State } from '../../../server/domain/record/trade.ts';
import { claim, fund, makeAccount, newPayin, newPayout } from '../../app/scene.ts';
import { settling } from '../../app/settlement/settlement-scene.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  type TestMerchant,
} from '../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator/operator-service.ts';

type Made = { merchant_id: string; id: string; url: string };
type Acts = readonly (readonly [TradeAct, object])[];

const LIFE_MS = 15 * 60_000;
const PAID: Acts = [
  ['take', {}],
  ['complete', { utr: 'PAIDOUT12345' }],
];

let service: OperatorService;
let shop: TestMerchant;
let later: TestMerchant;
let settled: TestMerchant;
let last_amount = 10_000;

before(async () => {
  service = await openOperatorService();
  const { app } = service;
  await makeAccount(app, 'INR');
  shop = await makeMerchant(app);
  later = await makeMerchant(app, { settings: { deferred_assignment: true } });
  settled = await settling(app).withAccount();
  for (const { merchant_id } of [shop, settled]) await fund(app, merchant_id, 900_000_000);
});
after(async () => {
  deepEqual(service.faults, []);
  await service.stop();
});

async function through(trade: Made, acts: Acts): Promise<Made> {
  const { app } = service;
  for (const [act, fields] of acts) {
    accepted(await actOnTrade(app, OPERATOR, trade.merchant_id, trade.id, act, raw({ ...fields })));
  }
  return trade;
}

async function payin(of = shop): Promise<Made> {
  last_amount += 100;
  return await newPayin(service.app, of, { amount_cents: last_amount });
}

async function claimed(): Promise<Made> {
  const trade = await payin();
  accepted(await claim(service.app, shop, trade.id, `CLAIMED${trade.id.slice(0, 8)}`));
  return trade;
}

async function expired(): Promise<Made> {
  const { app } = service;
  app.store.clock_offset_ms = -2 * LIFE_MS;
  const trade = await payin();
  app.store.clock_offset_ms = 0;
  await expireDue(app);
  return trade;
}

const CONFIRMED: Acts = [['confirm', {}]];
/** Null: no pay-in can be in this state. */
const PAYINS: Record<State, (() => Promise<Made>) | null> = {
  created: () => payin(later),
  pending: payin,
  processing: null,
  verifying: claimed,
  completed: async () => through(await payin(), CONFIRMED),
  expired,
  canceled: async () => through(await payin(), [['cancel', {}]]),
  failed: async () => through(await claimed(), [['fail', {}]]),
  disputed: async () => through(await payin(), [...CONFIRMED, ['dispute', {}]]),
  reversed: async () => through(await payin(), [...CONFIRMED, ['reverse', {}]]),
};

/** Null: no pay-out can be in this state. */
const PAYOUTS: Record<State, Acts | null> = {
  created: [],
  pending: null,
  verifying: null,
  expired: null,
  processing: [['take', {}]],
  completed: PAID,
  canceled: [['cancel', {}]],
  failed: [
    ['take', {}],
    ['fail', {}],
  ],
  disputed: [...PAID, ['dispute', {}]],
  reversed: [...PAID, ['reverse', {}]],
};

/** What sends money out: each has a page, and none of them can do anything. */
const SENDERS: Readonly<Record<string, () => Promise<Made>>> = {
  'pay-out': () => newPayout(service.app, shop, 1_000),
  refund: async () => {
    const { id } = await through(await payin(), CONFIRMED);
    const { merchant_id } = shop;
    const fields = raw({ merchant_id, id, order_id: `refund-${id}`, ...PAYEE });
    return accepted(await createRefund(service.app, shop.caller, fields)).trade;
  },
  'settlement’s pay-out': async () => {
    const { credit, draft, approve } = settling(service.app);
    await credit(settled);
    const settlement = accepted(await draft(settled));
    const approved = accepted(await approve(settlement));
    const { merchant_id } = settled;
    const id = approved.trade_id ?? '';
    const { trade } = accepted(await getTradeWithTimeline(service.app, merchant_id, id));
    return { merchant_id, id, url: trade.url };
  },
};
const PAYEE = { number: '000111222333', name: 'Payee', type: 'account' };

/** All that a customer's act could have changed. */
async function standing({ merchant_id, id }: Made): Promise<unknown> {
  const { trade, timeline, evidence } = accepted(
    await getTradeWithTimeline(service.app, merchant_id, id),
  );
  return { trade, timeline, evidence };
}

const FORMS: Readonly<Record<PageAct, string>> = {
  assign: 'assign',
  attach_utr: 'utr',
  say_paid: 'paid',
  add_receipt: 'receipt',
  cancel: 'cancel',
  open_dispute: 'dispute',
  send_message: 'message',
};

function bodyOf(act: PageAct): URLSearchParams | FormData {
  if (act !== 'add_receipt') return new URLSearchParams({ utr: 'FROMPAGE1234', text: 'I paid' });
  const form = new FormData();
  form.append('receipt', new File([Uint8Array.from(JPEG)], 'receipt.jpg'));
  return form;
}

const pathOf = ({ url }: Made) => `${service.url}${new URL(url).pathname}`;

async function send(trade: Made, act: PageAct) {
  const answer = await fetch(`${pathOf(trade)}/${FORMS[act]}`, {
    method: 'POST',
    body: bodyOf(act),
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text() };
}

/** The page, its status and what its stream says first: to look changes nothing. */
async function look(trade: Made) {
  const path = pathOf(trade);
  const page = await (await fetch(path)).text();
  const status = await (await fetch(`${path}/status`)).json();
  const ended = new AbortController();
  const stream = await fetch(`${path}/live`, { signal: ended.signal });
  equal(stream.status, 200);
  ended.abort();
  return { page, status };
}

const offered = (page: string): PageAct[] =>
  PAGE_ACTS.filter((act) => page.includes(`/${FORMS[act]}"`));

describe('the page of a pay-in', () => {
  for (const [state, make] of Object.entries(PAYINS)) {
    if (make === null) continue;
    const row = PAGE_TABLE.payin[state as State];
    it(`offers in ${state} what the table allows`, async () => {
      const trade = await make();
      const { page, status } = await look(trade);
      equal(Object(status).state, state);
      deepEqual(
        offered(page),
        PAGE_ACTS.filter((act) => row[act] === 'allowed'),
      );
    });

    for (const act of PAGE_ACTS) {
      const verdict = row[act];
      it(`answers ${act} in ${state} as the table says: ${verdict}`, async () => {
        const trade = await make();
        const before = await standing(trade);
        const { status, text } = await send(trade, act);
        equal(status, verdict === 'allowed' || verdict === 'done' ? 303 : 422, text);
        const changed = JSON.stringify(await standing(trade)) !== JSON.stringify(before);
        equal(changed, verdict === 'allowed');
      });
    }
  }

  it('names who canceled it: the customer', async () => {
    const trade = await payin();
    equal((await send(trade, 'cancel')).status, 303);
    const { trade: canceled, timeline } = accepted(
      await getTradeWithTimeline(service.app, shop.merchant_id, trade.id),
    );
    equal(canceled.state_reason, 'declined_by_customer');
    deepEqual(
      timeline.acts.map(({ actor }) => actor.role),
      ['merchant', 'customer'],
    );
  });
});

for (const [kind, make] of Object.entries(SENDERS)) {
  describe(`the page of a ${kind}`, () => {
    for (const [state, acts] of Object.entries(PAYOUTS)) {
      if (acts === null) continue;
      it(`can do nothing in ${state}: no form, and each that is sent is refused`, async () => {
        const trade = await through(await make(), acts);
        const before = await standing(trade);
        const { page, status } = await look(trade);
        equal(Object(status).state, state);
        ok(!page.includes('<form') && offered(page).length === 0);
        for (const act of PAGE_ACTS) {
          const { status: answered, text } = await send(trade, act);
          equal(answered, 422, act);
          match(text, /role="alert"[^>]*>This page is a receipt/);
          ok(!text.includes('<form'));
        }
        deepEqual(await standing(trade), before);
      });
    }
  });
}

describe('the address of a pay-out', () => {
  it('opens the same receipt for whoever found it with a token that may only read', async () => {
    const { id, order_id } = await newPayout(service.app, shop, 1_000);
    const { merchant_id } = shop;
    const scopes = raw({ scopes: ['read'] });
    const { token } = accepted(await issueToken(service.app, OPERATOR, merchant_id, scopes));
    const headers = { 'x-token': token ?? '', 'content-type': 'application/json' };
    const body = JSON.stringify({ merchant_id, order_id });
    const address = `${service.url}/api/v1/orders/search`;
    const found = await (await fetch(address, { method: 'POST', headers, body })).json();
    const { status } = await send(Object(found), 'cancel');
    deepEqual([Object(found).id, status], [id, 422]);
    const { trade } = accepted(await getTradeWithTimeline(service.app, merchant_id, id));
    equal(trade.state, 'created');
  });

  it('opens the same receipt for whoever reads callbacks', async () => {
    const other = await makeMerchant(service.app);
    await fund(service.app, other.merchant_id, 10_000);
    const { id } = await newPayout(service.app, other, 1_000);
    const address = `${service.url}/api/v1/events?after=0`;
    const events = await (await fetch(address, { headers: { 'x-token': other.token } })).json();
    const event = Object(events).data.find((one: { data: Made }) => one.data.id === id);
    const { status, text } = await send(event.data, 'cancel');
    equal(status, 422);
    match(text, /This page is a receipt/);
  });
});
