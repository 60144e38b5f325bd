// The canonical text of an order and its digest are final: each kind of create is compared byte by
// byte with a stored file, which is never made anew. Orders keep only their digest, so with another
// text the repeats of all stored orders would be refused.
import { deepEqual, equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createPayout } from '../../../server/app/payout/create-payout.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import type { CreateCall } from '../../../server/domain/trade/create-content.ts';
import { CREATE_SHAPES } from '../../../server/domain/trade/create-requests.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import { KEY_PLACE, openCipher } from '../../../server/store/encryption/encryption.ts';
import { sealWith } from '../../../server/store/encryption/seal-with.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

type Order = {
  call: CreateCall;
  what: string;
  request: Record<string, unknown>;
  text: string;
  digest: string;
};
/** Each file with the digest of itself: a new field of a create adds one, and changes none. */
const FILES: Readonly<Record<string, string>> = {
  'content-1': '84dcf3f3ec9b353987a8c2048478a0c81d8b8fadfea34c77d51ab64cb06f043a',
  'content-1-description': '7a7fa1ca6a6cef5327c7b99fe6703d6f4f050ac21e6513975eb155482829e4f8',
  'content-1-metadata': '4387424535bec9695fffe0cc662cd6ed4f250e2654c19993888b35e5553fa36c',
};
const textOf = (name: string) =>
  readFileSync(new URL(`../../golden/orders/${name}.json`, import.meta.url), 'utf8');
const stored = Object.keys(FILES).map(
  (name) => JSON.parse(textOf(name)) as { lookup_key: string; orders: Order[] },
);
const orders = stored.flatMap((file) => file.orders);
const lookup_key = stored[0]?.lookup_key ?? '';
const CREATES = { payin: createPayin, payout: createPayout, refund: createRefund };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let service: TestApp;
let merchant: TestMerchant;
let account_id: string;
before(async () => {
  service = await openTestApp();
  const { app } = service;
  account_id = await scene.makeAccount(app, 'DKK');
  merchant = await makeMerchant(app, { balance_currency: 'DKK' });
  await scene.fund(app, merchant.merchant_id, 100_000);
});
after(() => service.stop());

/** A cipher with the key of the file, as the service opens its own. */
async function cipherOfFile() {
  const master_key = Buffer.alloc(32, 1);
  const rows = (['data', 'lookup', 'page'] as const).map((purpose, index) => ({
    key_id: index + 1,
    purpose,
    wrapped: sealWith(master_key, Buffer.from(lookup_key, 'hex'), KEY_PLACE(purpose, index + 1)),
    use_from: 0,
    now: 0,
  }));
  const db: Queryable = { query: async <Row>() => rows as Row[] };
  return await openCipher(db, master_key);
}

/** Refunds name a pay-in, whose id is another one in each database. */
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** A paid pay-in, for one refund. */
async function paidPayin(amount_cents: number): Promise<string> {
  const { app } = service;
  const { id } = await scene.newPayin(app, merchant, { amount_cents, amount_currency: 'DKK' });
  const sender = { counterparty_name: 'Payer', counterparty_number: '50100012345678' };
  await scene.feed(app, account_id, [{ amount_cents, ...sender }]);
  return id;
}

describe('the canonical text of', () => {
  for (const [index, { call, what, request, text, digest }] of orders.entries()) {
    it(`a ${call} with ${what}`, async () => {
      const { app } = service;
      const { caller, merchant_id } = merchant;
      const order = { ...request, merchant_id, order_id: `order-${index}` };
      const payin_id = call === 'refund' ? await paidPayin(5_000 + index) : ID;
      const body = call === 'refund' ? { ...order, id: payin_id } : order;
      const { trade } = accepted(await CREATES[call](app, caller, raw(body)));
      const [row] = await scene.sql<{ fingerprint: Buffer }>(
        app,
        `select fingerprint from trades where trade_id = '${trade.id}'`,
      );
      deepEqual(row?.fingerprint, app.store.cipher.lookup(text.replaceAll(ID, payin_id)));
      const cipher = await cipherOfFile();
      equal(cipher.lookup(text).toString('hex'), digest);
    });
  }
});

it('covers every field of each create', () => {
  for (const [call, { names }] of Object.entries(CREATE_SHAPES)) {
    const shown = orders.filter((order) => order.call === call);
    const used = new Set(shown.flatMap(({ request }) => Object.keys(request)));
    const of_content = names.filter((field) => !['merchant_id', 'order_id'].includes(field));
    deepEqual([...used].toSorted(), of_content.toSorted());
  }
});

for (const [name, digest] of Object.entries(FILES)) {
  it(`is stored in ${name}.json, which never changes`, () => equal(sha256(textOf(name)), digest));
}
