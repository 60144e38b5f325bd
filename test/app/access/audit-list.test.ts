// Reading the audit trail: filters and pages, and it contains no secrets.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import { listAudit } from '../../../server/app/access/list-audit.ts';
import { createDenialNotes } from '../../../server/app/access/note-denials.ts';
import { issueFeedToken } from '../../../server/app/account/feed-tokens.ts';
import { getMerchant } from '../../../server/app/merchant/merchants.ts';
import { issueOperatorToken } from '../../../server/app/operator-token/issue-operator-token.ts';
import { SETTING_ACTIONS } from '../../../server/app/setting/setting-actions.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { makeAccount } from '../scene.ts';
import { active, entered } from './people-scene.ts';

let service: TestApp;
let merchant: TestMerchant;
let target: string;
before(async () => {
  service = await openTestApp();
  merchant = await makeMerchant(service.app);
  const { trade } = accepted(
    await scene.payin(service.app, merchant, { order_id: 'audited', amount_cents: 500 }),
  );
  target = `trades/${merchant.merchant_id}/${trade.id}`;
  const fields = raw({ note: 'Asked for by phone' });
  accepted(
    await actOnTrade(service.app, OPERATOR, merchant.merchant_id, trade.id, 'cancel', fields),
  );
});
after(async () => {
  await service.stop();
});

type Query = Parameters<typeof listAudit>[2];
const read = async (query: Query = {}) => accepted(await listAudit(service.app, OPERATOR, query));
const actions = async (query: Query) => (await read(query)).data.map(({ action }) => action);

suite('the audit trail', () => {
  test('says who did what, and why', async () => {
    const [entry] = (await read({ target })).data;
    assert.deepEqual(
      [entry?.action, entry?.actor, entry?.target, entry?.detail.note],
      [
        'trade_cancel',
        { role: 'operator', id: OPERATOR.operator_token_id, name: null, token_name: null },
        target,
        'Asked for by phone',
      ],
    );
    const { name: shop } = accepted(await getMerchant(service.app, merchant.merchant_id));
    assert.deepEqual(entry?.named_target, {
      target,
      kind: 'trades',
      order_id: 'audited',
      number: null,
      act: null,
      merchant_name: shop,
      account_name: null,
      person_name: null,
      report_name: null,
      message_id: null,
      amount_cents: 500,
      currency: 'INR',
    });
    assert.match(entry?.hash ?? '', /^[0-9a-f]{64}$/);
  });

  test('is filtered by actor, action and target with all below it', async () => {
    assert.deepEqual(await actions({ action: 'trade_cancel' }), ['trade_cancel']);
    assert.deepEqual(await actions({ target: `trades/${merchant.merchant_id}` }), ['trade_cancel']);
    assert.deepEqual(await actions({ target: `trades/${merchant.merchant_id.slice(0, -1)}` }), []);
    assert.ok((await actions({ actor: OPERATOR.operator_token_id })).includes('trade_cancel'));
    assert.ok((await actions({ actor: 'operator' })).includes('trade_cancel'));
    assert.deepEqual(await actions({ actor: 'customer' }), []);
    assert.deepEqual(await actions({ action: 'trade_cancel', actor: 'service' }), []);
  });

  test('and by time, from one moment to before another', async () => {
    const [entry] = (await read({ target })).data;
    const at = entry?.at ?? '';
    const next = new Date(Date.parse(at) + 1).toISOString();
    assert.deepEqual(await actions({ target, from: at, to: next }), ['trade_cancel']);
    assert.deepEqual(await actions({ target, to: at }), []);
    assert.deepEqual(await actions({ target, from: next }), []);
    assert.deepEqual(await actions({ target, from: at.slice(0, 10) }), ['trade_cancel']);
  });

  test('and by changes of settings, those of others or all', async () => {
    const all = await actions({ settings: 'all', limit: '200' });
    const named = SETTING_ACTIONS as readonly string[];
    assert.ok(all.includes('merchant_created'));
    assert.deepEqual(
      all,
      (await actions({ limit: '200' })).filter((action) => named.includes(action)),
    );
    assert.deepEqual(await actions({ settings: 'by_others' }), [], 'all are of the one who asks');
    const [newest] = (await read({ settings: 'all' })).data;
    const since = { settings: 'all', from: newest?.at ?? '' } as const;
    assert.ok((await read(since)).data.every(({ at }) => at >= since.from));
    assert.ok((await read(since)).data.some(({ number }) => number === newest?.number));
  });

  test('newest first, in pages', async () => {
    const { data } = await read({ limit: '200' });
    const numbers = data.map(({ number }) => number);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
    const first = await read({ limit: '1' });
    const second = await read({ limit: '1', cursor: first.next_cursor ?? '' });
    assert.deepEqual([...first.data, ...second.data], data.slice(0, 2));
  });

  test('wrong filters are told together', async () => {
    const refused = refusedWith(
      await listAudit(service.app, OPERATOR, {
        actor: '',
        target: 'x'.repeat(201),
        from: 'now',
        to: '1',
      }),
    );
    assert.deepEqual(
      refused.errors?.map(({ field }) => field),
      ['actor', 'target', 'from', 'to'],
    );
  });

  test('has no secret and no number of an account', async () => {
    const number = '4111111111111111';
    await scene.makeAccount(service.app, 'EUR', { type: 'card', number });
    const hook = 'https://shop.example/callbacks';
    const endpoint = await setDefaultEndpoint(service.app, merchant.merchant_id, hook);
    const feed = accepted(
      await issueFeedToken(
        service.app,
        OPERATOR,
        raw({ name: 'Bank', receiving_account_ids: [await makeAccount(service.app, 'INR')] }),
      ),
    );
    const all = JSON.stringify(await read({ limit: '200' }));
    const secrets = [number, endpoint.secret, feed.token, merchant.token];
    for (const secret of secrets) assert.ok(!all.includes(String(secret)));
    for (const action of [
      'receiving_account_created',
      'callback_endpoint_changed',
      'feed_token_issued',
    ])
      assert.ok(all.includes(action), action);
  });

  test('names the token beside the person who used it', async () => {
    const { app } = service;
    const person = await active(app, { name: 'Asha', role: 'owner' });
    const { caller } = await entered(app, person);
    const terms = raw({ name: 'laptop', role: 'owner' });
    const { token } = accepted(await issueOperatorToken(app, caller, terms));
    const request = { authorization: `Bearer ${token}`, address: '203.0.113.9', request_id: 'r' };
    const by_token = accepted(await authenticateOperator(app, request));
    accepted(await issueOperatorToken(app, by_token, raw({ name: 'x', role: 'viewer' })));
    const { data } = await read({ action: 'operator_token_issued' });
    assert.deepEqual(
      data.map(({ actor: { name, token_name } }) => [name, token_name]),
      [
        ['Asha', 'laptop'],
        ['Asha', null],
      ],
    );
    const who = { address: '203.0.113.9', operator_token_id: by_token.operator_token_id ?? '' };
    await createDenialNotes(app)({ request_id: 'r', method: 'GET', path: 'x', ...who });
    const [denied] = (await read({ action: 'operator_request_denied' })).data;
    assert.equal(denied?.actor.token_name, null, 'the service noted it');
  });
});
