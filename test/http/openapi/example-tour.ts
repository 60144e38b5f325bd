// A tour through the whole merchant API: one request to each operation, which is recorded with its
// answer as the example of the document.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { approveSettlement } from '../../../server/app/settlement/decide-settlement.ts';
import { draftSettlement } from '../../../server/app/settlement/draft-settlement.ts';
import { putSettlementAccount } from '../../../server/app/settlement/settlement-account.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { Examples } from '../../../server/http/openapi/examples.ts';
import * as disputes from '../../app/dispute/dispute-scene.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';
import { accepted, OPERATOR, raw, setDefaultEndpoint } from '../../support/test-app.ts';
import type { Scene } from '../service-scene.ts';
import type { Sent, Tour } from './example-recorder.ts';
import { everyState } from './example-states.ts';

type Json = Record<string, unknown>;

const NOBODY = '0190f3a0-0000-7000-8000-00000000dead';

const ORDER = { amount_currency: 'INR', type: 'card', client_id: 'customer-7' };

async function orders({ step }: Tour, scene: Scene) {
  const { merchant_id } = scene.merchant;
  const links = {
    callback_url: 'https://shop.example/callbacks',
    return_url: 'https://shop.example/thanks',
  };
  const order = { merchant_id, order_id: 'order-1001', amount_cents: 150_050, ...ORDER };
  const payin = await step('createPayin', { body: { ...order, ...links } }, 201);
  await step('attachUtr', { body: { merchant_id, id: payin.id, utr: 'HDFC 0000 1234 5678' } }, 201);
  const to = { number: '4111 1111 1111 1111', name: 'Asha Rao' };
  const payout = { ...order, order_id: 'payout-2001', amount_cents: 20_000, ...to };
  await step('createPayout', { body: payout }, 201);
  const make = async (order_id: string) => {
    const { body } = await scene.post('/api/v1/orders/deposit/create', { ...order, order_id });
    return String(body.id);
  };
  const paid = await make('order-1002');
  accepted(await actOnTrade(scene.app, OPERATOR, merchant_id, paid, 'confirm', raw({})));
  const part = { order_id: 'refund-3001', amount_cents: 50_050, number: to.number };
  await step('createRefund', { body: { merchant_id, id: paid, ...part } }, 201);
  const canceled = await make('order-1003');
  await step('cancelOrder', { body: { merchant_id, id: canceled } }, 200);
  await step('listOrders', { query: { state: 'completed', limit: 1 } }, 200);
  await step('findOrder', { body: { merchant_id, order_id: 'order-1001' } }, 200);
  await step('getOrder', { path: { merchant: merchant_id, uuid: payin.id } }, 200);
  await setDefaultEndpoint(scene.app, merchant_id, links.callback_url);
  const records = [
    { order_id: 'order-1003', state: 'pending' },
    { id: paid, state: 'completed' },
  ];
  await step('compareOrders', { body: { merchant_id, orders: records, resend: true } }, 200);
  await step('getBalance', { path: { merchant_id } }, 200);
  return { merchant_id, paid, canceled };
}

async function contested({ step }: Tour, { app, merchant }: Scene, trade_id: string) {
  const { merchant_id } = merchant;
  const idempotency_key = 'open-order-1002';
  const body = { merchant_id, trade_id, type: 'fraud', amount_cents: 20_000, idempotency_key };
  const { id } = await step('openDispute', { body }, 201);
  const text = 'The customer says that the card was stolen.';
  await step('messageDispute', { body: { merchant_id, id, text, idempotency_key: 'm-1' } }, 200);
  const path = { merchant: merchant_id, uuid: id };
  const query = { text: 'The delivery note', visibility: 'merchant' };
  const picture = { path, query, file: JPEG, headers: { 'content-type': 'image/jpeg' } };
  await step('sendDisputeFile', picture, 200);
  const { messages } = await step('getDispute', { path }, 200);
  const [file] = (messages as { file: { id: string } | null }[]).flatMap((one) => one.file ?? []);
  await step('downloadDisputeFile', { path: { ...path, file: file?.id } }, 200);
  await step('listDisputes', { query: { open: true, limit: 1 } }, 200);
  await step('withdrawDispute', { body: { merchant_id, id } }, 200);
  const lost = await disputes.opened(app, await disputes.credited(app, merchant));
  await step('acceptDispute', { body: { merchant_id, id: lost.id } }, 200);
  const again = await disputes.opened(app, await disputes.credited(app, merchant));
  accepted(await disputes.decide(app, again, 'upheld', { basis: 'operator_word' }));
  await step('appealDispute', { body: { merchant_id, id: again.id } }, 200);
  return { path, file: file?.id };
}

async function records({ step }: Tour, { app }: Scene, merchant_id: string) {
  const account = raw({ type: 'account', number: '5010 0099 9999', name: 'Shop Ltd' });
  accepted(await putSettlementAccount(app, OPERATOR, merchant_id, account));
  const draft = accepted(await draftSettlement(app, OPERATOR, merchant_id, raw({})));
  accepted(await approveSettlement(app, OPERATOR, draft, raw({})));
  const { data } = await step('listSettlements', { query: { limit: 1 } }, 200);
  const [{ id: uuid } = { id: '' }] = data as { id: string }[];
  const path = { merchant: merchant_id, uuid };
  await step('getSettlement', { path }, 200);
  await step('listSettlementLines', { path, query: { limit: 2 } }, 200);
  await step('getSettlementDocument', { path }, 200);
  await step('getSettlementCsv', { path }, 200);
  await step('getSettlementWorkbook', { path }, 200);
  accepted(await makeProof(app, { role: 'service', id: null }));
  await step('listProofs', { path: { merchant_id }, query: { limit: 1 } }, 200);
  await step('getProof', { path: { merchant_id, day: 'latest' } }, 200);
  await step('listBookEntries', { path: { merchant_id }, query: { after: 0, limit: 1 } }, 200);
  await step('listProofKeys', {}, 200);
  await step('getLimits', {}, 200);
  await step('getStates', {}, 200);
  await step('listEvents', { query: { after: 0, limit: 1 } }, 200);
  await step('resendEvents', { body: { merchant_id, which: 'all', preview: true } }, 200);
  await step('listEndpoints', {}, 200);
}

/** What each operation answers if the request is not right. */
async function refusals({ step }: Tour, own: { merchant_id: string; path: Json; file: unknown }) {
  const { merchant_id, path, file } = own;
  const unknown = { merchant: merchant_id, uuid: NOBODY };
  const stranger = { merchant_id: NOBODY };
  const wrong = { query: { limit: 0 } };
  const missing: [name: string, sent: Sent][] = [
    ['findOrder', { body: { merchant_id, order_id: 'unknown' } }],
    ['getOrder', { path: unknown }],
    ['listOrders', { query: stranger }],
    ['compareOrders', { body: { ...stranger, orders: [{ id: NOBODY, state: 'pending' }] } }],
    ['getBalance', { path: stranger }],
    ['listSettlements', { query: stranger }],
    ['getSettlement', { path: unknown }],
    ['listSettlementLines', { path: unknown }],
    ['getSettlementDocument', { path: unknown }],
    ['getSettlementCsv', { path: unknown }],
    ['getSettlementWorkbook', { path: unknown }],
    ['listDisputes', { query: stranger }],
    ['getDispute', { path: unknown }],
    ['messageDispute', { body: { merchant_id, id: NOBODY, text: 'Hello' } }],
    ['acceptDispute', { body: { merchant_id, id: NOBODY } }],
    ['withdrawDispute', { body: { merchant_id, id: NOBODY } }],
    ['appealDispute', { body: { merchant_id, id: NOBODY } }],
    ['downloadDisputeFile', { path: { ...path, file: NOBODY } }],
    ['listEvents', { query: stranger }],
    ['listEndpoints', { query: stranger }],
    ['listProofs', { path: stranger }],
    ['getProof', { path: { merchant_id, day: '2020-01-01' } }],
    ['listBookEntries', { path: stranger }],
  ];
  for (const [name, sent] of missing) await step(name, sent, 404);
  const bad: [name: string, sent: Sent][] = [
    ['listOrders', { query: { state: 'paid' } }],
    ['getBalance', { path: { merchant_id }, query: { at: 'yesterday' } }],
    ['listSettlements', wrong],
    ['listSettlementLines', { path, ...wrong }],
    ['listDisputes', wrong],
    ['listEvents', { query: { after: 'x' } }],
    ['listProofs', { path: { merchant_id }, ...wrong }],
    ['listBookEntries', { path: { merchant_id }, ...wrong }],
    ['createPayin', { body: { merchant_id, amount_cents: '150050', amount_currency: 'inr' } }],
    ['attachUtr', { body: { merchant_id, id: NOBODY, utr: 'HDFC00001234' } }],
    [
      'createPayout',
      {
        body: {
          ...{ merchant_id, order_id: 'payout-2002', ...ORDER, number: '4111111111111111' },
          amount_cents: 1_000_000_000_000,
        },
      },
    ],
    ['createRefund', { body: { merchant_id, id: NOBODY, order_id: 'refund-3002' } }],
    ['findOrder', { body: { merchant_id } }],
    ['compareOrders', { body: { merchant_id, orders: [{ state: 'paid' }] } }],
    ['cancelOrder', { body: { merchant_id, id: NOBODY } }],
    ['openDispute', { body: { merchant_id, trade_id: NOBODY, type: 'fraud' } }],
    ['resendEvents', { body: { merchant_id, which: 'some' } }],
    ['messageDispute', { body: { merchant_id, id: path.uuid, text: '' } }],
    ['acceptDispute', { body: { merchant_id, id: path.uuid } }],
    ['withdrawDispute', { body: { merchant_id, id: path.uuid } }],
    ['appealDispute', { body: { merchant_id, id: path.uuid } }],
  ];
  for (const [name, sent] of bad) await step(name, sent, 422);
  const text = { path, file: Buffer.from('no picture'), headers: { 'content-type': 'image/png' } };
  await step('sendDisputeFile', text, 422);
  const nowhere = { ...text, path: unknown };
  await step('sendDisputeFile', { ...nowhere, file: JPEG }, 404);
  ok(file !== undefined);
}

/** Answers that do not depend on the operation; shown with each. */
async function everywhere({ send }: Tour): Promise<Record<string, unknown>> {
  const json = { 'content-type': 'application/json' };
  const long = JSON.stringify({ order_id: 'x'.repeat(70_000) });
  const asked: [status: number, name: string, sent: Sent][] = [
    [400, 'createPayin', { payload: '{"merchant_id":', headers: json }],
    [401, 'createPayin', { body: {}, headers: { 'x-token': 'test_wrong' } }],
    [413, 'createPayin', { payload: long, headers: json }],
    [415, 'createPayin', { payload: 'a=b', headers: { 'content-type': 'text/plain' } }],
  ];
  const errors: Record<string, unknown> = {};
  for (const [status, name, sent] of asked) {
    const reply = await send(name, sent);
    equal(reply.status, status, name);
    errors[status] = reply.body;
  }
  return errors;
}

/** The first event of each type, as its callback is sent. */
async function eventsOf(scene: Scene): Promise<Record<string, unknown>> {
  const { body } = await scene.get('/api/v1/events?after=0&limit=200');
  const events = Object(body).data as ({ type: string } & Json)[];
  deepEqual(body.has_more, false);
  const found: Record<string, unknown> = {};
  for (const { number: _, id: __, ...event } of events) found[event.type] ??= event;
  return found;
}

/** What only a sandbox has; last, because a fault changes the answers that follow. */
async function sandbox({ step }: Tour, { merchant }: Scene, id: string) {
  const { merchant_id } = merchant;
  await step('playOrder', { body: { merchant_id, id, act: 'expire' } }, 200);
  await step('playOrder', { body: { merchant_id, id, act: 'expire' } }, 422);
  await step('showSandbox', {}, 200);
  await step('showSandbox', { query: { merchant_id: NOBODY } }, 404);
  await step('showSandbox', { query: { merchant_id: '\n' } }, 422);
  await step('setSandboxFault', { body: { merchant_id, fault: 'callbacks_fail', times: 1 } }, 200);
  await step('setSandboxFault', { body: { merchant_id } }, 422);
}

export async function takeTour(scene: Scene, tour: Tour): Promise<Examples> {
  const { merchant_id, paid } = await orders(tour, scene);
  const { path, file } = await contested(tour, scene, paid);
  await records(tour, scene, merchant_id);
  await refusals(tour, { merchant_id, path, file });
  const errors = await everywhere(tour);
  const unpaid = { merchant_id, order_id: 'order-1004', amount_cents: 150_050, ...ORDER };
  const { body } = await scene.post('/api/v1/orders/deposit/create', unpaid);
  await sandbox(tour, scene, String(body.id));
  await everyState(scene);
  const events = await eventsOf(scene);
  return { operations: tour.operations, errors, events };
}
