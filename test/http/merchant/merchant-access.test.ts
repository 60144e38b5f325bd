// Who may call the merchants' API: tokens, signatures, scopes, and how often.
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import {
  type IssuedToken,
  issueToken,
  listTokens,
  revokeToken,
} from '../../../server/app/merchant/tokens.ts';
import { accepted, makeMerchant, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { buildTestServer, openScene, type Scene } from '../service-scene.ts';

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

describe('access to the merchants’ API', () => {
  let scene: Scene;
  let merchant_id: string;
  let balance: string;

  before(async () => {
    scene = await openScene();
    merchant_id = scene.merchant.merchant_id;
    balance = `/api/v1/merchant/account_balance/${merchant_id}`;
  });
  after(() => scene.stop());

  const issue = async (fields: Record<string, unknown>): Promise<IssuedToken> => {
    const other = await makeMerchant(scene.app);
    const issued = await issueToken(scene.app, OPERATOR, other.merchant_id, raw(fields));
    return accepted(issued);
  };

  it('is refused with one answer for every wrong token', async () => {
    const { token } = scene.merchant;
    const revoked = await issue({ mode: 'token' });
    await revokeToken(scene.app, OPERATOR, revoked.merchant_id, revoked.id);
    const elsewhere = await issue({ mode: 'token', allowed_ips: ['10.0.0.0/8'] });
    const wrong = [
      'x',
      token.toUpperCase(),
      token.slice(0, -1),
      `${token}, ${token}`,
      `${token}x`,
      "' or 1=1 --",
      'a'.repeat(5_000),
      revoked.token ?? '',
      elsewhere.token ?? '',
    ];
    const bodies = new Set<string>();
    for (const one of wrong) {
      const { status, body } = await scene.get(balance, { 'x-token': one });
      equal(status, 401, one.slice(0, 80));
      notEqual(body.request_id, undefined);
      bodies.add(JSON.stringify({ ...body, request_id: '' }));
    }
    equal(bodies.size, 1);
  });

  it('notes when a token was last used, whatever it signs with', async () => {
    const plain = await issue({ mode: 'token' });
    const signing = await issue({ mode: 'signature' });
    const unused = await issue({ mode: 'token' });
    const balanceOf = ({ merchant_id: id }: IssuedToken) =>
      `/api/v1/merchant/account_balance/${id}`;
    const named = `{"merchant_id":"${signing.merchant_id}"}`;
    const signed = hmac(signing.signing_secret, named);
    equal((await scene.get(balanceOf(plain), { 'x-token': plain.token ?? '' })).status, 200);
    equal((await scene.get(balanceOf(signing), { 'x-token': signed })).status, 200);
    const lastUseOf = async ({ merchant_id: id }: IssuedToken) =>
      accepted(await listTokens(scene.app, id)).data.find(({ last_used_at }) => last_used_at);
    for (const token of [plain, signing]) {
      while ((await lastUseOf(token))?.id !== token.id) await sleep(10);
    }
    equal(await lastUseOf(unused), undefined);
  });

  it('is decided before the body is read', async () => {
    const { statusCode } = await scene.server.inject({
      method: 'POST',
      url: '/api/v1/orders/search',
      headers: { 'content-type': 'application/json' },
      payload: '{broken',
    });
    equal(statusCode, 401);
  });

  it('needs the scope of the route', async () => {
    const { token, merchant_id: own } = await issue({ mode: 'token', scopes: ['payin'] });
    const headers = { 'x-token': token ?? '' };
    const path = `/api/v1/merchant/account_balance/${own}`;
    const { status, body } = await scene.get(path, headers);
    deepEqual([status, body.code], [401, 'insufficient_scope']);
    const cancel = { merchant_id: own, id: own };
    const canceled = await scene.post('/api/v1/orders/cancel', cancel, headers);
    deepEqual([canceled.status, canceled.body.code], [422, 'invalid_request']);
  });

  it('lets a token that only reads cause nothing, as a callback that is sent again', async () => {
    const { token, merchant_id: own } = await issue({ mode: 'token', scopes: ['read'] });
    const headers = { 'x-token': token ?? '' };
    const orders = [{ order_id: 'none', state: 'pending' }];
    const compare = (fields: object) =>
      scene.post('/api/v1/orders/compare', { merchant_id: own, orders, ...fields }, headers);
    equal((await compare({})).status, 200);
    const answers = [
      await compare({ resend: true }),
      await scene.post('/api/v1/events/resend', { merchant_id: own }, headers),
    ];
    for (const { status, body } of answers) {
      deepEqual([status, body.code], [401, 'insufficient_scope']);
      equal(body.detail, 'The token has no scope payin or payout.');
    }
  });

  it('takes a signature of the raw body, or of the path', async () => {
    const issued = await issue({ mode: 'signature' });
    const { signing_secret: secret, merchant_id: own } = issued;
    const text = `{ "merchant_id":"${own}",  "order_id":"none" }`;
    const post = (signature: string) =>
      scene.server.inject({
        method: 'POST',
        url: '/api/v1/orders/search',
        headers: { 'content-type': 'application/json', 'x-token': signature },
        payload: text,
      });
    equal((await post(hmac(secret, text))).statusCode, 404);
    equal((await post(hmac(secret, `${text} `))).statusCode, 401);
    const get = async (path: string, signed: string) =>
      (await scene.get(path, { 'x-token': hmac(secret, signed) })).status;
    const named = `{"merchant_id":"${own}"}`;
    equal(await get(`/api/v1/merchant/account_balance/${own}`, named), 200);
    equal(await get(balance, named), 401);
    equal(await get(`/api/v1/events?merchant_id=${own}`, named), 200);
    equal(await get('/api/v1/events', '{}'), 401);
    equal(await get(`/api/v1/orders/${own}/${own}`, `{"merchant":"${own}","uuid":"${own}"}`), 404);
  });

  it('refuses with one answer for every wrong signature', async () => {
    const issued = await issue({ mode: 'signature' });
    const revoked = await issue({ mode: 'signature' });
    await revokeToken(scene.app, OPERATOR, revoked.merchant_id, revoked.id);
    const elsewhere = await issue({ mode: 'signature', allowed_ips: ['10.0.0.0/8'] });
    const unknown = '00000000-0000-7000-8000-000000000000';
    const wrong: readonly [merchant: string, secret: string][] = [
      [issued.merchant_id, elsewhere.signing_secret],
      [revoked.merchant_id, revoked.signing_secret],
      [elsewhere.merchant_id, elsewhere.signing_secret],
      [unknown, issued.signing_secret],
    ];
    const told = new Set<string>();
    for (const [named, secret] of wrong) {
      const payload = JSON.stringify({ merchant_id: named, order_id: 'none' });
      const answer = await scene.server.inject({
        method: 'POST',
        url: '/api/v1/orders/search',
        headers: { 'content-type': 'application/json', 'x-token': hmac(secret, payload) },
        payload,
      });
      equal(answer.statusCode, 401, named);
      told.add(JSON.stringify({ ...answer.json(), request_id: '' }));
    }
    equal(told.size, 1);
  });

  it('may require a signature over method, path and body', async () => {
    const issued = await issue({ mode: 'token', require_signature: true });
    const { signing_secret: secret, merchant_id: own } = issued;
    const path = `/api/v1/merchant/account_balance/${own}`;
    const get = async (t: number, signed: string) => {
      const v1 = hmac(secret, signed);
      const headers = { 'x-token': issued.token ?? '', 'x-signature': `t=${t},v1=${v1}` };
      return (await scene.get(path, headers)).status;
    };
    const now = Math.floor(Date.now() / 1_000);
    equal(await get(now, `${now}.GET.${path}.`), 200);
    equal(await get(now, `${now}.POST.${path}.`), 401);
    equal(await get(now - 400, `${now - 400}.GET.${path}.`), 401);
    equal((await scene.get(path, { 'x-token': issued.token ?? '' })).status, 401);
  });

  describe('with a limit', () => {
    let server: FastifyInstance;
    before(async () => {
      server = await buildTestServer({ ...scene.app, rate_limit_per_second: 2 });
    });
    after(() => server.close());

    it('says what is left and refuses what is too much', async () => {
      const headers = { 'x-token': scene.merchant.token };
      const answers: LightMyRequestResponse[] = [];
      for (let count = 0; count < 5; count += 1) {
        answers.push(await server.inject({ url: balance, headers }));
      }
      deepEqual(answers.map((answer) => answer.statusCode).slice(0, 4), [200, 200, 200, 200]);
      equal(answers[0]?.headers['ratelimit-limit'], '4');
      equal(answers[0]?.headers['ratelimit-remaining'], '3');
      equal(answers[0]?.headers['ratelimit-policy'], '4;w=2');
      // On a slow machine the bucket refills meanwhile: the next ones then find it empty.
      let last = answers[4];
      while (last?.statusCode === 200) last = await server.inject({ url: balance, headers });
      deepEqual([last?.statusCode, last?.headers['retry-after']], [429, '1']);
      equal(last?.json().code, 'rate_limited');
    });

    it('is another one for a token that has its own, and none for one that has 0', async () => {
      const ask = async ({ merchant_id: of, token }: IssuedToken) =>
        await server.inject({
          url: `/api/v1/merchant/account_balance/${of}`,
          headers: { 'x-token': token ?? '' },
        });
      const narrow = await issue({ rate_limit_per_second: 1 });
      const answers = [await ask(narrow), await ask(narrow)];
      deepEqual(
        answers.map(({ statusCode, headers }) => [statusCode, headers['ratelimit-limit']]),
        [
          [200, '2'],
          [200, '2'],
        ],
      );
      let last = await ask(narrow);
      while (last.statusCode === 200) last = await ask(narrow);
      deepEqual([last.statusCode, last.headers['retry-after']], [429, '1']);
      const free = await issue({ rate_limit_per_second: 0 });
      for (let count = 0; count < 20; count += 1) {
        const { statusCode, headers } = await ask(free);
        deepEqual([statusCode, headers['ratelimit-limit']], [200, undefined]);
      }
    });

    it('is a whole number within bounds', async () => {
      const { merchant_id: of } = await makeMerchant(scene.app);
      for (const wrong of [-1, 1.5, 1_000_001, '5', true]) {
        const fields = raw({ rate_limit_per_second: wrong });
        const refused = refusedWith(await issueToken(scene.app, OPERATOR, of, fields));
        deepEqual(
          refused.errors?.map(({ field }) => field),
          ['rate_limit_per_second'],
        );
      }
    });

    it('counts wrong tokens per address', async () => {
      const statuses = new Set<number>();
      for (let count = 0; count < 3_000 && !statuses.has(429); count += 1) {
        statuses.add((await server.inject({ url: balance })).statusCode);
      }
      deepEqual([...statuses], [401, 429]);
      const other = { url: balance, remoteAddress: '10.1.1.1' };
      equal((await server.inject(other)).statusCode, 401);
    });
  });
});
