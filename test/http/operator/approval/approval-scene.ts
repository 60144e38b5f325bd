// Two people with tokens, and every act that may need both of them, for tests of approvals.
import assert from 'node:assert/strict';
import { sha256Hex } from '../../../../server/app/process/ids.ts';
import type { PersonRole } from '../../../../server/domain/access/roles.ts';
import { insertOperatorToken, UNBOUND } from '../../../../server/store/access/operator-tokens.ts';
import { active } from '../../../app/access/people-scene.ts';
import { endedPayout } from '../../../app/erasure/erasure-scene.ts';
import * as payouts from '../../../app/payout/payout-scene.ts';
import * as scene from '../../../app/scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import type { OperatorService, Reply } from '../operator-service.ts';
import { settingWays } from './setting-ways.ts';

export type Fields = Record<string, unknown>;

export type Someone = { person_id: string; authorization: string };

let count = 0;

/** A person, and a token of theirs. */
export async function someone(
  service: OperatorService,
  role: PersonRole = 'owner',
): Promise<Someone> {
  const { id: person_id } = await active(service.app, { role });
  return { person_id, authorization: await tokenOf(service, person_id, role) };
}

/** Another token; null: it belongs to nobody. No band asks for a second person. */
export async function tokenOf(
  { app }: OperatorService,
  person_id: string | null,
  role: PersonRole = 'owner',
): Promise<string> {
  count += 1;
  const token = `op_test_${count}`;
  const row = {
    ...UNBOUND,
    operator_token_id: crypto.randomUUID(),
    name: `test ${count}`,
    role,
    person_id,
    token_hash: sha256Hex(token),
    service_mode: app.mode,
  };
  await insertOperatorToken(app.store.db, row, app.settings.now());
  await app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await app.settings.refresh();
  return `Bearer ${token}`;
}

/** A request for an act, and the act for which it needs a second person. */
export type Asked = { act: string; method: string; path: string; body?: Fields };

type Make = (service: OperatorService) => Asked | Promise<Asked>;

const note = 'as agreed';
const CURRENCY = 'NOK';

async function shopWithPayout({ app }: OperatorService) {
  const shop = await payouts.openShop(app, CURRENCY);
  const payout = await payouts.newPayout(app, shop, CURRENCY, 700);
  return { shop, key: { merchant_id: payout.merchant_id, id: payout.id } };
}

async function payin({ app }: OperatorService) {
  const account = await scene.makeAccount(app, 'INR');
  const merchant = await makeMerchant(app);
  const { merchant_id, id } = await scene.newPayin(app, merchant, { amount_cents: 10_000 });
  return { account, merchant, key: { merchant_id, id }, path: `/trades/${merchant_id}/${id}` };
}

async function credited(service: OperatorService) {
  const made = await payin(service);
  const { status } = await service.ask('POST', `${made.path}/confirm`, { body: { note } });
  assert.equal(status, 200);
  return made;
}

async function disputed(service: OperatorService) {
  const { merchant, path } = await credited(service);
  const body = { type: 'fraud', note };
  const opened = await service.ask('POST', `${path}/disputes`, { body });
  assert.equal(opened.status, 200, JSON.stringify(opened.body));
  return { path: `/disputes/${merchant.merchant_id}/${String(opened.body.id)}` };
}

async function line(service: OperatorService): Promise<string> {
  const account = await scene.makeAccount(service.app, 'SEK');
  count += 1;
  const text = `unknown ${count}`;
  const [taken] = await scene.feed(service.app, account, [{ amount_cents: 700 + count, text }]);
  return taken?.id ?? assert.fail('no line');
}

/** By name: what each way in asks. All of it is prepared by one person, without bands. */
async function erasing({ app }: OperatorService, act: string): Promise<Asked> {
  const path = `/trades/${Object.values(await endedPayout(app)).join('/')}/${act}`;
  return { act: 'erasure', method: 'POST', path, body: { reason: note, early_reason: 'no' } };
}

export const WAYS: Readonly<Record<string, Make>> = {
  'take one pay-out': async (service) => {
    const { key } = await shopWithPayout(service);
    const path = `/trades/${key.merchant_id}/${key.id}/take`;
    return { act: 'pay_out', method: 'POST', path, body: { note } };
  },
  'take pay-outs in bulk': async (service) => {
    const { shop, key } = await shopWithPayout(service);
    const body = { payouts: [key], receiving_account_id: shop.account, note };
    return { act: 'pay_out', method: 'POST', path: '/payouts/take', body };
  },
  'make a batch of pay-outs': async (service) => {
    const { shop, key } = await shopWithPayout(service);
    const body = { receiving_account_id: shop.account, payouts: [key], note };
    return { act: 'pay_out', method: 'POST', path: '/payout_batches', body };
  },
  'fill a batch of pay-outs': async (service) => {
    const { shop, key } = await shopWithPayout(service);
    const draft = { receiving_account_id: shop.account, max_amount_cents: 1 };
    const { body: made } = await service.ask('POST', '/payout_batches', { body: draft });
    const path = `/payout_batches/${Object(made.batch).id}/take`;
    return { act: 'pay_out', method: 'POST', path, body: { payouts: [key], note } };
  },
  'reject a taken pay-out': async (service) => {
    const { key } = await shopWithPayout(service);
    const path = `/trades/${key.merchant_id}/${key.id}`;
    await service.ask('POST', `${path}/take`, { body: { note } });
    return { act: 'payout_undone', method: 'POST', path: `${path}/fail`, body: { note } };
  },
  'reject pay-outs in bulk': async (service) => {
    const { key } = await shopWithPayout(service);
    await service.ask('POST', `/trades/${key.merchant_id}/${key.id}/take`, { body: { note } });
    const body = { payouts: [key], note };
    return { act: 'payout_undone', method: 'POST', path: '/payouts/reject', body };
  },
  'confirm a pay-in': async (service) => {
    const { path } = await payin(service);
    return { act: 'manual_confirm', method: 'POST', path: `${path}/confirm`, body: { note } };
  },
  'refund a pay-in': async (service) => {
    const { path } = await credited(service);
    const body = { amount_cents: 100, type: 'account', number: '50100087654321', note };
    return { act: 'refund', method: 'POST', path: `${path}/refund`, body };
  },
  'decide a dispute': async (service) => {
    const { path } = await disputed(service);
    return {
      act: 'dispute_outcome',
      method: 'POST',
      path: `${path}/decide`,
      body: { outcome: 'upheld', note },
    };
  },
  'accept a dispute for its party': async (service) => {
    const { path } = await disputed(service);
    return { act: 'dispute_outcome', method: 'POST', path: `${path}/accept`, body: { note } };
  },
  'reverse a credited pay-in': async (service) => {
    const { path } = await credited(service);
    return { act: 'payin_undone', method: 'POST', path: `${path}/reverse`, body: { note } };
  },
  'reverse a disputed pay-in': async (service) => {
    const { path } = await credited(service);
    await service.ask('POST', `${path}/dispute`, { body: { note } });
    return { act: 'dispute_outcome', method: 'POST', path: `${path}/reverse`, body: { note } };
  },
  'reverse a disputed pay-in with its bank line': async (service) => {
    const { account, key, path } = await payin(service);
    const text = `unknown ${key.id}`;
    const [taken] = await scene.feed(service.app, account, [{ amount_cents: 10_000, text }]);
    const of_line = `/bank_lines/${taken?.id}`;
    await service.ask('POST', `${of_line}/assign`, {
      body: { merchant_id: key.merchant_id, trade_id: key.id, note },
    });
    const { status } = await service.ask('POST', `${path}/dispute`, { body: { note } });
    assert.equal(status, 200);
    const body = { reverse: true, note };
    return { act: 'dispute_outcome', method: 'POST', path: `${of_line}/undo`, body };
  },
  'adjust a balance': async ({ app }) => {
    const { merchant_id } = await makeMerchant(app);
    const path = `/merchants/${merchant_id}/adjustments`;
    const body = { amount_cents: 500, reason: 'Top-up' };
    return { act: 'adjustment', method: 'POST', path, body };
  },
  'credit a bank line': async (service) => {
    const id = await line(service);
    const { merchant_id } = await makeMerchant(service.app, { balance_currency: 'SEK' });
    const path = `/bank_lines/${id}/credit`;
    return { act: 'line_credit', method: 'POST', path, body: { merchant_id, note } };
  },
  'assign a bank line that names no pay-in': async (service) => {
    const { account, key } = await payin(service);
    count += 1;
    const text = `unknown ${count}`;
    const [taken] = await scene.feed(service.app, account, [{ amount_cents: 9_000, text }]);
    const { merchant_id, id: trade_id } = key;
    const body = { merchant_id, trade_id, note };
    return {
      act: 'line_credit',
      method: 'POST',
      path: `/bank_lines/${taken?.id}/assign`,
      body,
    };
  },
  'split a bank line': async (service) => {
    const path = `/bank_lines/${await line(service)}/split`;
    const parts = [700, count];
    return { act: 'line_credit', method: 'POST', path, body: { parts, note } };
  },
  'keep a bank line': async (service) => {
    const path = `/bank_lines/${await line(service)}/keep`;
    return { act: 'line_keep', method: 'POST', path, body: { note } };
  },
  'decide about bank lines in bulk': async (service) => {
    const body = { decisions: [{ bank_line_id: await line(service), act: 'fee' }], note };
    return { act: 'line_write_off', method: 'POST', path: '/bank_lines/decide', body };
  },
  'give a bank line': async ({ app }) => {
    const receiving_account_id = await scene.makeAccount(app, 'SEK');
    const lines = [{ amount_cents: 777, booked_at: '2026-11-20', text: 'given by hand' }];
    const body = { receiving_account_id, lines };
    return { act: 'evidence', method: 'POST', path: '/bank_lines', body };
  },
  'set tariffs': async ({ app }) => {
    const { merchant_id } = await makeMerchant(app);
    const tariffs = [{ direction: 'payin', percent: 7 }];
    const path = `/merchants/${merchant_id}/tariffs`;
    return { act: 'tariff', method: 'PUT', path, body: { tariffs, note } };
  },
  'set rates': () => {
    count += 1;
    const rates = [{ trade_currency: 'DKK', balance_currency: 'CHF', rate: 7 + count / 100 }];
    return { act: 'rate', method: 'PUT', path: '/rates', body: { rates, note } };
  },
  'add a receiving account': () => {
    count += 1;
    const number = `50100${String(count).padStart(9, '0')}`;
    const body = { type: 'account', currency: 'INR', name: 'Ops', number, note };
    return { act: 'receiving_account_number', method: 'POST', path: '/receiving_accounts', body };
  },
  'set a callback address': async ({ app }) => {
    const { merchant_id } = await makeMerchant(app);
    const path = `/merchants/${merchant_id}/callback_endpoints/0`;
    const body = { url: 'https://shop.example/hook?key=secret', note };
    return { act: 'callback_address', method: 'PATCH', path, body };
  },
  'set a settlement account': async ({ app }) => {
    const { merchant_id } = await makeMerchant(app);
    const path = `/merchants/${merchant_id}/settlement_account`;
    const body = { type: 'account', number: '50100087654321', name: 'Shop Ltd', note };
    return { act: 'settlement_account', method: 'PUT', path, body };
  },
  'remove a settlement account': async (service) => {
    const { merchant_id } = await makeMerchant(service.app);
    const path = `/merchants/${merchant_id}/settlement_account`;
    const body = { type: 'account', number: '50100087654321', name: 'Shop Ltd' };
    assert.equal((await service.ask('PUT', path, { body })).status, 200);
    return { act: 'settlement_account', method: 'DELETE', path, body: { note } };
  },
  'invite somebody who may approve': () => {
    count += 1;
    const body = { name: 'Nia', email: `nia${count}@approvals.example`, role: 'finance', note };
    return { act: 'person_role', method: 'POST', path: '/people', body };
  },
  'give somebody a role': async (service) => {
    const { person_id } = await someone(service, 'viewer');
    const body = { role: 'owner', reason: note };
    return { act: 'person_role', method: 'PUT', path: `/people/${person_id}/role`, body };
  },
  ...settingWays(someone),
  'keep data for a shorter time': () => {
    count += 1;
    const periods = [{ kind: 'receipts', days: 190 - count }];
    return { act: 'retention', method: 'PUT', path: '/retention', body: { periods, note } };
  },
  'erase all data of a customer': (service) => erasing(service, 'customer-erasure'),
  'erase the data of a payer': (service) => erasing(service, 'erasure'),
  'set the bands': () => {
    const bands = [{ act: 'refund', currency: 'INR', from_cents: 5_000 }];
    return { act: 'bands', method: 'PUT', path: '/approval-bands', body: { bands, note } };
  },
};

export const ask = (
  service: OperatorService,
  { authorization }: Pick<Someone, 'authorization'>,
  { method, path, body }: Pick<Asked, 'method' | 'path' | 'body'>,
): Promise<Reply> =>
  service.ask(method, path, { authorization, ...(body === undefined ? {} : { body }) });

/** The proposal in an answer: the answer itself, or that of its only item. */
export function proposalIn({ status, body }: Reply): string {
  if (status === 202) return String(body.id);
  const [item] = Object.values(body).flatMap((value) => (Array.isArray(value) ? value : []));
  assert.equal(status, 200 + (status % 2), JSON.stringify(body));
  assert.ok(typeof item?.proposal_id === 'string', JSON.stringify(body));
  return item.proposal_id;
}
