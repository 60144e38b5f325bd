// Tokens as callers use them: revoked, expired, from another address, over the limit, signed.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  authenticateSignature,
  authenticateToken,
  checkXSignature,
} from '../../../server/app/access/authenticate-merchant.ts';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import { issueToken, listTokens, revokeToken } from '../../../server/app/merchant/tokens.ts';
import { type OpenApp, openApp } from '../../../server/app/open-app.ts';
import type { Caller } from '../../../server/app/request/caller.ts';
import { NO_SURROUNDINGS } from '../../../server/domain/service/installation.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  OPERATOR_TOKEN,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
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

const HERE = '127.0.0.1';
const open = (process: OpenApp, x_token: string | undefined, address = HERE) =>
  authenticateToken(process, { x_token, address });

async function issue(fields: Record<string, unknown>) {
  const merchant = await makeMerchant(app);
  const issued = accepted(await issueToken(app, OPERATOR, merchant.merchant_id, raw(fields)));
  return { ...issued, token: issued.token ?? '', merchant };
}

async function callerOf(x_token: string): Promise<Caller> {
  const caller = accepted(await open(app, x_token));
  if (caller === 'signature') throw new Error('taken for a signature');
  return caller;
}

const BUDGET_MS = 1_500;

/** Let in by an answer that began after the budget: a failure, however slow the machine is. */
async function refusedSoon(process: OpenApp, token: string, since: number): Promise<void> {
  for (;;) {
    const began = performance.now();
    if (isRefusal(await open(process, token))) return;
    assert.ok(began - since < BUDGET_MS, 'still let in');
    await sleep(10);
  }
}

suite('the end of a token', () => {
  test('revoked here, it is refused here at once and in another process within a second', async () => {
    const { id, token, merchant } = await issue({});
    await other.settings.refresh();
    assert.ok(!isRefusal(await open(other, token)));
    accepted(await revokeToken(app, OPERATOR, merchant.merchant_id, id));
    const since = performance.now();
    assert.ok(isRefusal(await open(app, token)));
    await refusedSoon(other, token, since);
    assert.equal(
      refusedWith(await revokeToken(app, OPERATOR, merchant.merchant_id, id)).code,
      'not_found',
    );
    await callerOf(merchant.token);
  });

  test('expired', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { id, token } = await issue({ expires_at });
    await callerOf(token);
    await scene.sql(app, `update api_tokens set expires_at = now() where token_id = '${id}'`);
    await scene.sql(app, 'update settings_versions set version = version + 1');
    await app.settings.refresh();
    assert.equal(refusedWith(await open(app, token)).code, 'unauthorized');
    const past = { expires_at: new Date(Date.now() - 1).toISOString() };
    const { merchant_id } = await makeMerchant(app);
    assert.equal(
      refusedWith(await issueToken(app, OPERATOR, merchant_id, raw(past))).code,
      'invalid_request',
    );
  });

  const bearer = (token: string) => ({
    authorization: `Bearer ${token}`,
    address: '127.0.0.1',
    request_id: 'test',
  });
  const start = (operator_token: string) =>
    openApp({
      mode: 'sandbox',
      public_url: 'http://pay.test',
      allow_local_callbacks: true,
      around: NO_SURROUNDINGS,
      rate_limit_per_second: 0,
      log: app.log,
      count: () => undefined,
      db: { ...app.store.db, close: () => Promise.resolve() },
      master_key: service.master_key,
      operator_token,
    });

  test('processes that start at once with a new OPERATOR_TOKEN all start', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const token = `operator-token-of-round-${round}-0123456789`;
      const started = await Promise.all(Array.from({ length: 6 }, () => start(token)));
      for (const one of started) accepted(await authenticateOperator(one, bearer(token)));
      for (const one of started) await one.close();
    }
    await (await start(OPERATOR_TOKEN)).close();
  });

  test('another value of OPERATOR_TOKEN takes the place of the one before', async () => {
    const next = await start('another-operator-token-0123456789');
    accepted(await authenticateOperator(next, bearer('another-operator-token-0123456789')));
    assert.ok(isRefusal(await authenticateOperator(next, bearer(OPERATOR_TOKEN))));
    const back = await start(OPERATOR_TOKEN);
    accepted(await authenticateOperator(back, bearer(OPERATOR_TOKEN)));
    assert.ok(
      isRefusal(await authenticateOperator(back, bearer('another-operator-token-0123456789'))),
    );
    await next.close();
    await back.close();
  });
});

suite('what opens nothing', () => {
  test('every other form of a good token, with one answer for all', async () => {
    const { token } = await issue({});
    const two = await issue({});
    const bad = [
      token.slice(0, -1),
      token.toUpperCase(),
      ` ${token}`,
      token + token,
      `${token},${two.token}`,
      "' or 1=1 --",
      'x'.repeat(5_000),
      token.replace('test_', 'test-'),
    ];
    const [first, ...others] = await Promise.all(bad.map((text) => open(app, text)));
    for (const answer of others) assert.deepEqual(answer, first);
    assert.equal(refusedWith(first).code, 'unauthorized');
  });

  test('no token at all, with the name of its header', async () => {
    const none = await open(app, undefined);
    assert.deepEqual(await open(app, ''), none);
    const { code, detail } = refusedWith(none);
    assert.equal(code, 'unauthorized');
    assert.match(detail, /^The header X-Token is missing/);
  });

  test('a token of the other mode, which is called that whether or not it exists', async () => {
    const { token } = await issue({});
    const own = await open(app, token.replace('test_', 'live_'));
    assert.deepEqual(await open(app, `live_${'A'.repeat(43)}`), own);
    const { code, detail } = refusedWith(own);
    assert.equal(code, 'unauthorized');
    assert.match(detail, /^This is a live_ token/);
  });

  test('an address outside the allow-list', async () => {
    const { token } = await issue({ allowed_ips: ['10.1.0.0/16', '2001:db8::/32', '192.0.2.7'] });
    const cases: [string, boolean][] = [
      ['10.1.255.9', true],
      ['2001:db8::1', true],
      ['192.0.2.7', true],
      ['::ffff:10.1.0.1', true],
      ['10.2.0.1', false],
      ['192.0.2.8', false],
      ['2001:db9::1', false],
      ['nonsense', false],
    ];
    for (const [address, lets_in] of cases) {
      assert.equal(!isRefusal(await open(app, token, address)), lets_in, address);
    }
  });

  test('a token of mode signature is no token', async () => {
    const { token, signing_secret } = await issue({ mode: 'signature' });
    assert.equal(token, '');
    assert.ok(isRefusal(await open(app, signing_secret)));
  });
});

test('never more than five active tokens, however many are asked for at once', async () => {
  const { merchant_id } = await makeMerchant(app);
  await other.settings.refresh();
  const asked = Array.from({ length: 12 }, (_, index) =>
    issueToken(index % 2 === 0 ? app : other, OPERATOR, merchant_id, raw({})),
  );
  const kinds = scene.kinds(await Promise.all(asked));
  assert.equal(scene.countOf(kinds, 'accepted'), 4);
  assert.equal(scene.countOf(kinds, 'token_limit'), 8);
  const { data } = accepted(await listTokens(app, merchant_id));
  accepted(await revokeToken(app, OPERATOR, merchant_id, data[0]?.id ?? ''));
  accepted(await issueToken(app, OPERATOR, merchant_id, raw({})));
});

const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex');

suite('X-Token as a signature', () => {
  const sign = (secret: string, merchant_id: string, signed: string, checked = signed) =>
    authenticateSignature(app, {
      x_token: hmac(secret, signed),
      address: HERE,
      merchant_id,
      string_to_sign: checked,
    });

  test('lets in its own merchant with its own body, and nothing else', async () => {
    const { signing_secret: secret, merchant } = await issue({ mode: 'signature' });
    const foreign = await issue({ mode: 'signature' });
    const body = JSON.stringify({ merchant_id: merchant.merchant_id, amount_cents: 5 });
    assert.equal(await open(app, hmac(secret, body)), 'signature');
    const caller = accepted(await sign(secret, merchant.merchant_id, body));
    assert.equal(caller.merchant.merchant_id, merchant.merchant_id);
    const refused = await Promise.all([
      sign(secret, merchant.merchant_id, body, body.replace('5', '6')),
      sign(secret, foreign.merchant.merchant_id, body),
      sign(foreign.signing_secret, merchant.merchant_id, body),
      sign(secret, 'no uuid', body),
      sign(secret, OPERATOR.operator_token_id, body),
      sign(merchant.token, merchant.merchant_id, body),
    ]);
    for (const answer of refused) assert.deepEqual(answer, refused[0]);
    assert.equal(refusedWith(refused[0]).code, 'unauthorized');
  });

  test('ends with its token', async () => {
    const { id, signing_secret: secret, merchant } = await issue({ mode: 'signature' });
    const { merchant_id } = merchant;
    accepted(await sign(secret, merchant_id, '{}'));
    accepted(await revokeToken(app, OPERATOR, merchant_id, id));
    assert.ok(isRefusal(await sign(secret, merchant_id, '{}')));
  });
});

suite('X-Signature', () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const request = { method: 'POST', path: '/api/v1/payment_orders', raw_body: '{"a":1}' };
  const header = (secret: string, t: number, over = request) =>
    `t=${t},v1=${hmac(secret, `${t}.${over.method}.${over.path}.${over.raw_body}`)}`;

  test('is asked for where the token requires it, and checked wherever it comes', async () => {
    const strict = await issue({ require_signature: true });
    const easy = await issue({});
    const caller = await callerOf(strict.token);
    const free = await callerOf(easy.token);
    assert.ok(isRefusal(await checkXSignature(app, caller, { ...request, header: undefined })));
    assert.equal(await checkXSignature(app, free, { ...request, header: undefined }), null);
    assert.ok(isRefusal(await checkXSignature(app, free, { ...request, header: 't=1,v1=00' })));
  });

  test('is fresh, and over this method, path and body', async () => {
    const { token, signing_secret: secret } = await issue({ require_signature: true });
    const foreign = await issue({});
    const caller = await callerOf(token);
    const check = (text: string) => checkXSignature(app, caller, { ...request, header: text });
    const t = now();
    assert.equal(await check(header(secret, t)), null);
    assert.equal(await check(header(secret, t - 290)), null);
    const fitting = header(secret, t - 1);
    const [, v1] = header(foreign.signing_secret, t - 1).split('v1=');
    const rotating = `${fitting},v1=${v1}`;
    assert.equal(await check(rotating), null);
    const wrong = [
      header(secret, t - 310),
      header(secret, t + 310),
      header(secret, t, { ...request, raw_body: '{"a":2}' }),
      header(secret, t, { ...request, path: `${request.path}?a=1` }),
      header(secret, t, { ...request, method: 'PUT' }),
      header(foreign.signing_secret, t),
      header(secret, t).replace(/t=\d+/, `t=${t + 1}`),
      header(secret, t).toUpperCase(),
      '',
    ];
    for (const text of wrong)
      assert.equal(refusedWith(await check(text)).code, 'unauthorized', text);
  });
});
