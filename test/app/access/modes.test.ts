// A database, its tokens and its accounts belong to one mode, whichever process opens them.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import {
  authenticateSignature,
  authenticateToken,
} from '../../../server/app/access/authenticate-merchant.ts';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import { issueFeedToken } from '../../../server/app/account/feed-tokens.ts';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import { type OpenApp, openApp } from '../../../server/app/open-app.ts';
import type { ServiceMode } from '../../../server/domain/service/service-mode.ts';
import { StartupError } from '../../../server/lib/startup-error.ts';
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
import { makeAccount } from '../scene.ts';

let live: TestApp;
let app: OpenApp;
before(async () => {
  live = await openTestApp({ mode: 'live' });
  app = live.app;
});
after(async () => {
  await live.stop();
});

const openAs = (mode: ServiceMode) =>
  openApp({
    ...app,
    mode,
    count: () => undefined,
    db: { ...app.store.db, close: () => Promise.resolve() },
    master_key: live.master_key,
    operator_token: undefined,
  });

const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  address: '127.0.0.1',
  request_id: 'test',
});
const address = '127.0.0.1';

/** As if the rows of a sandbox had been copied into the live database. */
async function giveToSandbox(table: string, id_column: string, id: string): Promise<void> {
  await scene.sql(app, `update ${table} set service_mode = 'sandbox' where ${id_column} = '${id}'`);
  await scene.sql(app, 'update settings_versions set version = version + 1');
  await app.settings.refresh();
}

test('no process of the other mode opens a database, and one of its own does', async () => {
  await assert.rejects(openAs('sandbox'), (error) => {
    assert.ok(error instanceof StartupError);
    assert.match(error.message, /^MODE=sandbox does not start on this database: it is a live one/);
    return true;
  });
  await (await openAs('live')).close();
});

suite('a token of the other mode', () => {
  test('is an unknown one, though its row is there', async () => {
    const { token, caller } = await makeMerchant(app);
    assert.match(token, /^live_/);
    accepted(await authenticateToken(app, { x_token: token, address }));
    await giveToSandbox('api_tokens', 'token_id', caller.token.token_id);
    const refused = refusedWith(await authenticateToken(app, { x_token: token, address }));
    const unknown = `${token.slice(0, 20)}${token.slice(20).split('').reverse().join('')}`;
    const x_token = unknown.replace(/.$/, 'A');
    assert.deepEqual(refused, refusedWith(await authenticateToken(app, { x_token, address })));
  });

  test('is refused by its prefix alone, whatever its row says', async () => {
    const { merchant_id } = await makeMerchant(app);
    const issued = accepted(await issueToken(app, OPERATOR, merchant_id, raw({})));
    const text = `test_${(issued.token ?? '').slice('live_'.length)}`;
    await scene.sql(
      app,
      `update api_tokens set token_hash = sha256('${text}'::bytea) where token_id = '${issued.id}'`,
    );
    await scene.sql(app, 'update settings_versions set version = version + 1');
    await app.settings.refresh();
    const refused = refusedWith(await authenticateToken(app, { x_token: text, address }));
    assert.equal(refused.code, 'unauthorized');
    // A token that no row has gets the very same answer.
    const unknown = `test_${'A'.repeat(43)}`;
    assert.match(refused.detail, /^This is a test_ token, and the service runs in live mode/);
    assert.deepEqual(
      refused,
      refusedWith(await authenticateToken(app, { x_token: unknown, address })),
    );
  });

  test('signs nothing', async () => {
    const { merchant_id } = await makeMerchant(app);
    const fields = raw({ mode: 'signature' });
    const issued = accepted(await issueToken(app, OPERATOR, merchant_id, fields));
    const x_token = createHmac('sha256', issued.signing_secret).update('{}').digest('hex');
    const request = { x_token, address, merchant_id, string_to_sign: '{}' };
    accepted(await authenticateSignature(app, request));
    await giveToSandbox('api_tokens', 'token_id', issued.id);
    assert.equal(refusedWith(await authenticateSignature(app, request)).code, 'unauthorized');
  });

  test('opens no operator API, neither an operator’s nor a feed’s', async () => {
    const feed = accepted(
      await issueFeedToken(
        app,
        OPERATOR,
        raw({ name: 'bank', receiving_account_ids: [await makeAccount(app, 'CHF')] }),
      ),
    );
    const operator = accepted(await authenticateOperator(app, bearer(OPERATOR_TOKEN)));
    assert.ok(operator.operator_token_id !== null);
    for (const [token, id] of [
      [feed.token, feed.id],
      [OPERATOR_TOKEN, operator.operator_token_id],
    ] as const) {
      accepted(await authenticateOperator(app, bearer(token)));
      await giveToSandbox('operator_tokens', 'operator_token_id', id);
      assert.equal(
        refusedWith(await authenticateOperator(app, bearer(token))).code,
        'unauthorized',
      );
    }
  });
});

test('a simulated account is never lent in live mode, wherever its row comes from', async () => {
  const shop = await makeMerchant(app);
  const account = await scene.makeAccount(app, 'INR');
  // Keeps the currency enabled.
  await scene.makeAccount(app, 'INR', { type: 'upi', number: 'house@bank' });
  await scene.newPayin(app, shop, { amount_cents: 1_000 });
  await scene.sql(
    app,
    `update receiving_accounts set simulated = true where receiving_account_id = '${account}'`,
  );
  await scene.sql(app, 'update settings_versions set version = version + 1');
  await app.settings.refresh();
  const refused = refusedWith(
    await scene.payin(app, shop, { order_id: 'order-1', amount_cents: 2_000 }),
  );
  assert.equal(refused.code, 'no_receiving_account_available');
});
