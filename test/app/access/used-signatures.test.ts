// A signature is accepted for one request only, by whichever process, for as long as it is fresh.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  authenticateToken,
  checkXSignature,
} from '../../../server/app/access/authenticate-merchant.ts';
import { createSignatureCleaner } from '../../../server/app/access/clean-signatures.ts';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { Caller } from '../../../server/app/request/caller.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
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

const nowS = () => Math.floor(Date.now() / 1_000);
const GET = { method: 'GET', path: '/api/v1/events', raw_body: '' };
const POST = { method: 'POST', path: '/api/v1/orders/search', raw_body: '{"a":1}' };

type Signed = typeof GET & { header: string };

async function signer(require_signature: boolean) {
  const { merchant_id } = await makeMerchant(app);
  const fields = raw({ require_signature });
  const issued = accepted(await issueToken(app, OPERATOR, merchant_id, fields));
  const request = { x_token: issued.token ?? '', address: '127.0.0.1' };
  const caller = accepted(await authenticateToken(app, request)) as Caller;
  const sign = (over: typeof GET, t = nowS()): Signed => {
    const text = `${t}.${over.method}.${over.path}.${over.raw_body}`;
    const v1 = createHmac('sha256', issued.signing_secret).update(text).digest('hex');
    return { ...over, header: `t=${t},v1=${v1}` };
  };
  return { caller, sign };
}

const countRows = async () =>
  (await scene.sql(app, 'select count(*)::integer as count from used_signatures'))[0]?.count;

for (const over of [GET, POST]) {
  test(`of a hundred equal ${over.method}s to two processes one is let in`, async () => {
    const { caller, sign } = await signer(true);
    await other.settings.refresh();
    const signed = sign(over);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        checkXSignature(index % 2 === 0 ? app : other, caller, signed),
      ),
    );
    const refused = answers.filter((answer) => answer !== null);
    assert.equal(refused.length, 99);
    for (const answer of refused) {
      assert.equal(refusedWith(answer).code, 'unauthorized');
      assert.match(answer.detail, /sign each request anew/);
    }
    assert.equal(await checkXSignature(app, caller, sign(over, nowS() - 5)), null);
  });
}

test('equal requests of one second differ by their query', async () => {
  const { caller, sign } = await signer(true);
  const t = nowS();
  for (const nonce of [1, 2, 3]) {
    const path = `${GET.path}?nonce=${nonce}`;
    assert.equal(await checkXSignature(app, caller, sign({ ...GET, path }, t)), null);
  }
});

test('a wrong signature uses up nothing, and a token that requires none stores nothing', async () => {
  const before_it = await countRows();
  const strict = await signer(true);
  const signed = strict.sign(POST);
  const forged = { ...signed, raw_body: '{"a":2}' };
  assert.notEqual(await checkXSignature(app, strict.caller, forged), null);
  const easy = await signer(false);
  const free = easy.sign(POST);
  assert.equal(await checkXSignature(app, easy.caller, free), null);
  assert.equal(await checkXSignature(app, easy.caller, free), null);
  assert.equal(await countRows(), before_it);
  assert.equal(await checkXSignature(app, strict.caller, signed), null);
});

test('what is no longer fresh is forgotten, and nothing else', async () => {
  const { caller, sign } = await signer(true);
  const [old, fresh] = [sign(GET, nowS() - 3), sign(GET)];
  for (const one of [old, fresh]) assert.equal(await checkXSignature(app, caller, one), null);
  let steady_ms = 0;
  const clean = createSignatureCleaner(app, () => steady_ms);
  assert.equal(await clean(), 0);
  const before_it = Number(await countRows());
  await scene.sql(
    app,
    `update used_signatures set expires_at = now() - interval '1 second'
     where signature = decode('${old.header.split('v1=')[1]}', 'hex')`,
  );
  // Not before the clock has passed this time by the period in which a signature is fresh.
  assert.equal(await clean(), 0);
  steady_ms += LIMITS.signature_tolerance_ms;
  assert.equal(await clean(), 1);
  assert.equal(await countRows(), before_it - 1);
  assert.notEqual(await checkXSignature(app, caller, fresh), null);
});
