// Encryption at rest on real rows: planted secrets are readable nowhere, and a ciphertext is valid
// only in its own place.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import { rotateCallbackSecret } from '../../../server/app/merchant/callback-endpoints.ts';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { openDatabase, type Queryable } from '../../../server/store/connection/database.ts';
import { type Cipher, openCipher } from '../../../server/store/encryption/encryption.ts';
import { readTrades } from '../../../server/store/trade/trades.ts';
import * as scene from '../../app/scene.ts';
import { everything } from '../../support/every-row.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  OPERATOR_TOKEN,
  openTestApp,
  raw,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  await service.stop();
});

const formsOf = (secret: string) => {
  const bytes = Buffer.from(secret);
  const bare = secret.replace(/^(whsec_|sk_|test_|live_)/, '');
  return [secret, bare, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')];
};

const PAN = '4242424242424242';
const PHONE = '+911234567890';
const NAME = 'Planted Payee Name';
const CUSTOMER = 'planted-customer@shop.example';
const HOUSE_PAN = '5555555555554444';

test('no secret, number or phone that was given stands readable in any table', async () => {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  const first = await setDefaultEndpoint(app, merchant_id, 'https://shop.example/hook');
  const endpoint = { merchant: merchant_id, endpoint: '0' };
  const second = accepted(await rotateCallbackSecret(app, OPERATOR, endpoint));
  const token = accepted(await issueToken(app, OPERATOR, merchant_id, raw({})));
  const signing = accepted(
    await issueToken(app, OPERATOR, merchant_id, raw({ mode: 'signature' })),
  );
  const account = { type: 'card', currency: 'INR', name: 'House', number: HOUSE_PAN };
  accepted(await createReceivingAccount(app, OPERATOR, raw(account)));
  const body = raw({ amount_cents: 10_000, reason: 'funds' });
  accepted(await addAdjustment(app, OPERATOR, merchant_id, body, 'planted-idempotency-key'));
  const payee = { number: '4242 4242 4242 4242', name: NAME, customer_phone_number: PHONE };
  const order = {
    order_id: 'p',
    amount_cents: 100,
    type: 'card',
    client_id: CUSTOMER,
    payment_data_bank_name: 'Planted Bank',
  };
  const { trade } = accepted(await scene.payout(app, merchant, { ...order, ...payee }));
  const paid = { amount_cents: 200, type: 'card', client_id: CUSTOMER };
  await scene.newPayin(app, merchant, paid);

  const text = await everything(app);
  // The search finds a value that is allowed to be there: the search itself works.
  for (const seen of [trade.id, 'House', 'funds']) {
    assert.ok(text.includes(seen), seen);
  }
  const planted = [
    PAN,
    PHONE,
    PHONE.slice(1),
    CUSTOMER,
    NAME,
    HOUSE_PAN,
    'Planted Bank',
    OPERATOR_TOKEN,
    merchant.token,
    first.secret ?? '',
    second.secret,
    token.token ?? '',
    token.signing_secret,
    signing.signing_secret,
    service.master_key.toString(),
  ];
  for (const secret of planted) {
    assert.ok(secret.length >= 10, `${secret} is too short to be looked for`);
    for (const form of formsOf(secret))
      assert.ok(!text.includes(form), `${form} stands in a table`);
  }
  assert.ok(!text.includes(Buffer.from(service.master_key).toString('hex')));
  // And its owner still reads it.
  const path = { merchant: merchant_id, uuid: trade.id };
  const read = accepted(await getTrade(app, merchant.caller, path));
  assert.deepEqual(read.payment_data, { name: NAME, number: PAN });
});

async function payoutOf(merchant: TestMerchant, number: string): Promise<string> {
  const order_id = `order-${scene.newNumber()}`;
  const order = { order_id, amount_cents: 10, type: 'card', number };
  return accepted(await scene.payout(app, merchant, order)).trade.id;
}

test('a ciphertext moved to another row does not open there', async () => {
  const merchant = await makeMerchant(app);
  const { merchant_id } = merchant;
  await scene.fund(app, merchant_id, 1_000);
  const [mine, theirs] = [
    await payoutOf(merchant, PAN),
    await payoutOf(merchant, '4111111111111111'),
  ];
  await scene.sql(
    app,
    `update trades t set payee = o.payee from trades o
     where t.trade_id = '${mine}' and o.trade_id = '${theirs}'`,
  );
  const read = (trade_id: string) =>
    readTrades(app.store.db, app.store.cipher, [{ merchant_id, trade_id }]);
  // It is shown as damaged, so that one row does not block a list; another row's number is never
  // shown.
  assert.equal((await read(mine))[0]?.payee, null);
  assert.equal((await read(theirs))[0]?.payee?.number, '4111111111111111');
});

test('no two of many ciphertexts have one nonce', () => {
  const sealed = Array.from({ length: 2_000 }, () => app.store.cipher.seal('x', 'p'));
  const nonces = new Set(sealed.map((bytes) => bytes.subarray(4, 16).toString('hex')));
  assert.equal(nonces.size, sealed.length);
});

test('secrets of endpoints and tokens do not open in each other’s place', () => {
  const { cipher } = app.store;
  const sealed = cipher.seal('secret', 'callback_endpoints/secret/a/0');
  assert.equal(cipher.open(sealed, 'callback_endpoints/secret/a/0'), 'secret');
  for (const place of ['callback_endpoints/secret/b/0', 'api_tokens/signing_secret/a', '']) {
    assert.throws(() => cipher.open(sealed, place), /authenticate/);
  }
  for (const index of [4, 16, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.throws(() => cipher.open(changed, 'callback_endpoints/secret/a/0'), /authenticate/);
  }
  assert.throws(() => cipher.open(Buffer.alloc(40, 9), ''), /No encryption key/);
  assert.notDeepEqual(cipher.seal('secret', 'p'), cipher.seal('secret', 'p'));
});

test('another ENCRYPTION_KEY than the first start’s is refused with a sentence', async () => {
  const { db } = app.store;
  await assert.rejects(openCipher(db, randomBytes(32)), (error) => {
    assert.ok(error instanceof StartupError);
    assert.match(
      error.message,
      /^ENCRYPTION_KEY does not open the keys of this database: use the one of its last start, or/,
    );
    return true;
  });
  const again = await openCipher(db, Buffer.from(service.master_key));
  const sealed = app.store.cipher.seal('x', 'p');
  assert.equal(again.open(sealed, 'p'), 'x');
  assert.deepEqual(again.lookup('x'), app.store.cipher.lookup('x'));
});

/** Finds no keys the first time it looks. */
function stale(tx: Queryable): Queryable {
  let looks = 0;
  return {
    query(name, text, values) {
      looks += 1;
      return looks === 1 ? Promise.resolve([]) : tx.query(name, text, values);
    },
  };
}

test('first starts of many processes at once make one set of keys', async () => {
  const key = randomBytes(32);
  const options = { connection: service.database.connection, max_connections: 1 };
  const db = openDatabase({ ...options, onIdleError: assert.fail });
  await db.transaction(async (tx) => {
    // A database of its own, as far as the keys can tell; gone with the session's table.
    await tx.query(
      '',
      'create temporary table encryption_keys (like public.encryption_keys including all) on commit drop',
      [],
    );
    const ciphers: Cipher[] = [];
    // Each looked before any of them had made the keys, and found none.
    for (let process = 1; process <= 3; process += 1)
      ciphers.push(await openCipher(stale(tx), key));
    const sealed = ciphers.map((cipher) => cipher.seal('x', 'p'));
    for (const cipher of ciphers) {
      for (const bytes of sealed) assert.equal(cipher.open(bytes, 'p'), 'x');
      assert.deepEqual(cipher.lookup('x'), ciphers[0]?.lookup('x'));
    }
  });
  await db.close();
});

test('a first start that is killed leaves both keys or none', async () => {
  const inserted: string[] = [];
  const dying = {
    async query<Row extends Record<string, unknown>>(name: string): Promise<Row[]> {
      await Promise.resolve();
      if (!name.startsWith('make')) return [];
      inserted.push(name);
      throw new Error('killed');
    },
  };
  await assert.rejects(openCipher(dying, randomBytes(32)), /killed/);
  assert.equal(inserted.length, 1);
});
