// Acts that open a way to sign in, issue a token, raise a limit or switch a rule on, for tests of
// approvals. All of it is prepared by one person, without bands.
import assert from 'node:assert/strict';
import * as scene from '../../../app/scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import type { OperatorService } from '../operator-service.ts';

type Way = { act: string; method: string; path: string; body?: Record<string, unknown> };
type MakeWay = (service: OperatorService) => Way | Promise<Way>;
type MakeSomeone = (
  service: OperatorService,
  role: 'finance',
) => Promise<{ person_id: string; authorization: string }>;

const note = 'as agreed';
let count = 0;

export const settingWays = (someone: MakeSomeone): Readonly<Record<string, MakeWay>> => ({
  'make a new link for an invitation': async (service) => {
    count += 1;
    const body = { name: 'Nia', email: `nora${count}@approvals.example`, role: 'finance' };
    const made = await service.ask('POST', '/people', { body });
    const path = `/people/${String(made.body.id)}/link`;
    return { act: 'person_role', method: 'POST', path, body: { note } };
  },
  'enable somebody who may approve': async (service) => {
    const { person_id } = await someone(service, 'finance');
    const body = { reason: note };
    await service.ask('POST', `/people/${person_id}/disable`, { body });
    return { act: 'person_role', method: 'POST', path: `/people/${person_id}/enable`, body };
  },
  'issue a token of a merchant': async ({ app }) => {
    const { merchant_id } = await makeMerchant(app);
    const path = `/merchants/${merchant_id}/tokens`;
    return { act: 'merchant_token', method: 'POST', path, body: { scopes: ['payout'], note } };
  },
  'issue a token of an operator': () => {
    count += 1;
    const body = { name: `reader ${count}`, role: 'viewer', note };
    return { act: 'operator_token', method: 'POST', path: '/operator_tokens', body };
  },
  'widen a token of an operator': async (service) => {
    count += 1;
    const narrow = { name: `narrow ${count}`, role: 'viewer', allowed_ips: ['10.0.0.1'] };
    const made = await service.ask('POST', '/operator_tokens', { body: narrow });
    const path = `/operator_tokens/${String(made.body.id)}`;
    return { act: 'operator_token', method: 'PATCH', path, body: { allowed_ips: [], note } };
  },
  'issue a token of a feed': async ({ app }) => {
    const receiving_account_ids = [await scene.makeAccount(app, 'SEK')];
    const body = { name: 'Feed', receiving_account_ids, note };
    return { act: 'operator_token', method: 'POST', path: '/feed_tokens', body };
  },
  'raise a limit of a merchant': async ({ app }) => {
    const { merchant_id } = await makeMerchant(app, { settings: { client_max_open_payins: 2 } });
    const settings = { client_max_open_payins: 3 };
    const path = `/merchants/${merchant_id}`;
    return { act: 'limits', method: 'PATCH', path, body: { settings, note } };
  },
  'create a merchant with a raised limit': () => {
    const settings = { amount_policy: 'accept_actual' };
    const body = { name: 'Shop', balance_currency: 'INR', settings, note };
    return { act: 'limits', method: 'POST', path: '/merchants', body };
  },
  'raise a limit of a receiving account': async (service) => {
    const path = `/receiving_accounts/${await scene.makeAccount(service.app, 'SEK')}`;
    const limited = await service.ask('PATCH', path, { body: { max_amount_cents: 1_000 } });
    assert.equal(limited.status, 200, JSON.stringify(limited.body));
    return { act: 'limits', method: 'PATCH', path, body: { max_amount_cents: 2_000, note } };
  },
  'switch a line rule on': async (service) => {
    const receiving_account_id = await scene.makeAccount(service.app, 'SEK');
    const rule = { receiving_account_id, name: 'Charges', act: 'fee', direction: 'out' };
    const body = { ...rule, text: 'bank charge', note };
    const made = await service.ask('POST', '/line_rules', { body });
    const path = `/line_rules/${String(made.body.id)}`;
    assert.equal((await service.ask('POST', `${path}/try`, { body: {} })).status, 200);
    return { act: 'line_rule', method: 'POST', path: `${path}/on`, body: { note } };
  },
});
