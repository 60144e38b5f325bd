// A request is a replay only if every field has the same value.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createPayout } from '../../../server/app/payout/create-payout.ts';
import { createRefund } from '../../../server/app/payout/create-refund.ts';
import type { App } from '../../../server/app/process/app.ts';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import {
  CREATE_PAYIN,
  CREATE_PAYOUT,
  CREATE_REFUND,
} from '../../../server/domain/trade/create-requests.ts';
import {
  accepted,
  makeMerchant,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: App;
let merchant: TestMerchant;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

/** A different valid value for a field of a request. */
const OTHER: Readonly<Record<string, unknown>> = {
  amount_cents: 200,
  amount_currency: 'EUR',
  type: 'card',
  client_id: 'client-2',
  callback_url: 'https://other.example.com/callback',
  return_url: 'https://other.example.com/return',
  description: 'another basket',
  number: '50100087654322',
  name: 'Somebody Else',
  customer_phone_number: '+911234567891',
  payment_data_bank_name: 'Other Bank',
  note: 'another reason',
  metadata: { cart: 'B-18' },
};

const FULL = {
  amount_cents: 100,
  client_id: 'client-1',
  callback_url: 'https://shop.example.com/callback',
};
const METADATA = { cart: 'A-17', channel: 'app' };
const PAYEE = {
  /** Valid with either type. */
  number: '4111111111111111',
  name: 'Payee',
  customer_phone_number: '+911234567890',
  payment_data_bank_name: 'Bank',
};

suite('a replay says the same in every field', () => {
  let payin_ids: string[] = [];
  before(async () => {
    const account = await scene.makeAccount(app, 'DKK');
    merchant = await makeMerchant(app, { balance_currency: 'DKK' });
    await scene.fund(app, merchant.merchant_id, 100_000);
    for (const amount_cents of [5_000, 6_000]) {
      const made = await scene.newPayin(app, merchant, { amount_cents, amount_currency: 'DKK' });
      const sender = { counterparty_name: 'Payer', counterparty_number: '50100012345678' };
      await scene.feed(app, account, [{ amount_cents, ...sender }]);
      payin_ids = [...payin_ids, made.id];
    }
  });

  const order = { amount_currency: 'DKK', type: 'account' };
  const kinds = [
    {
      name: 'pay-in',
      call: 'payin',
      shape: CREATE_PAYIN,
      create: createPayin,
      first: () => ({
        ...FULL,
        ...order,
        return_url: 'https://shop.example.com/return',
        description: 'a basket',
        metadata: METADATA,
      }),
    },
    {
      name: 'pay-out',
      call: 'payout',
      shape: CREATE_PAYOUT,
      create: createPayout,
      first: () => ({ ...FULL, ...PAYEE, ...order, metadata: METADATA }),
    },
    {
      name: 'refund',
      call: 'refund',
      shape: CREATE_REFUND,
      create: createRefund,
      first: () => ({
        ...PAYEE,
        id: payin_ids[0],
        type: 'account',
        amount_cents: 100,
        callback_url: FULL.callback_url,
        note: 'a reason',
        metadata: METADATA,
      }),
    },
  ] as const;

  /** Requests that differ in this one field, also by its absence if it is optional. */
  function changesOf(field: string, is_required: boolean): object[] {
    const other = field === 'id' ? payin_ids[1] : OTHER[field];
    assert.ok(other !== undefined, `another value of ${field}`);
    return is_required ? [{ [field]: other }] : [{ [field]: other }, { [field]: null }];
  }

  for (const { name, shape, create, first } of kinds) {
    // The same merchant and order_id are what makes it a replay.
    const fields = Object.entries(shape.fields).filter(
      ([field]) => field !== 'merchant_id' && field !== 'order_id',
    );
    for (const [field, { presence }] of fields) {
      test(`${name}: ${field}`, async () => {
        const { merchant_id, caller } = merchant;
        const order = { merchant_id, order_id: `${name} ${field}`, ...first() };
        const made = accepted(await create(app, caller, raw(order)));
        const again = accepted(await create(app, caller, raw(order)));
        assert.deepEqual([again.trade.id, again.replayed], [made.trade.id, true]);
        const turned = { ...order, metadata: { channel: 'app', cart: 'A-17' } };
        const same = accepted(await create(app, caller, raw(turned)));
        assert.deepEqual([same.trade.id, same.replayed], [made.trade.id, true]);
        for (const change of changesOf(field, presence === 'required')) {
          const answer = await create(app, caller, raw({ ...order, ...change }));
          assert.equal(refusedWith(answer).code, 'order_id_taken', JSON.stringify(change));
        }
      });
    }
  }
});
