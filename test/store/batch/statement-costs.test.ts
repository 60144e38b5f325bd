// PostgreSQL's cost estimates of the statements for orders and bank lines: below the cost at which
// a server compiles statements (JIT), whether or not it has a compiler.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOfMerchant } from '../../../server/app/ledger/get-balance.ts';
import { cancelTrade } from '../../../server/app/trade/cancel-trade.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import * as scene from '../../app/scene.ts';
import { costsOf } from '../../support/statement-costs.ts';
import {
  makeMerchant,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

/** PostgreSQL's own `jit_above_cost`, unless an operator says otherwise. */
const COMPILED_FROM = 100_000;
const LIMIT = COMPILED_FROM / 2;
/** The largest size of a batch. */
const MANY = 256;

let service: TestApp;
let merchant: TestMerchant;
let shifting: TestMerchant;
let accounts: string[];
before(async () => {
  service = await openTestApp();
  const { app } = service;
  merchant = await makeMerchant(app);
  shifting = await makeMerchant(app, { settings: { amount_shift: true } });
  accounts = [];
  while (accounts.length < 20) accounts.push(await scene.makeAccount(app, 'INR'));
  await scene.fund(app, merchant.merchant_id, 1_000_000);
});
after(async () => {
  await service.stop();
});

const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work));

/** Statements that must have been sent; without them, an empty list would prove nothing. */
async function staysBelow(names: readonly string[], work: () => Promise<unknown>): Promise<void> {
  const costs = await costsOf(service.app.store.db, work);
  for (const name of names)
    assert.ok(
      costs.some((cost) => cost.name === name),
      name,
    );
  const dear = costs.filter(({ cost }) => !(cost < LIMIT));
  assert.deepEqual(dear, []);
}

for (const count of [1, MANY]) {
  test(`pay-ins, ${count} at once`, async () => {
    const { app } = service;
    await staysBelow(['read-taken', 'read-orders', 'insert-trades', 'insert-reservations'], () =>
      times(count, () =>
        scene.newPayin(app, merchant, { amount_cents: 1_000 + scene.newNumber() }),
      ),
    );
  });

  test(`pay-ins of one price, ${count} at once`, async () => {
    const { app } = service;
    await staysBelow(['read-taken'], () =>
      times(count, () => scene.newPayin(app, merchant, { amount_cents: 500 })),
    );
    await staysBelow([count === 1 ? 'read-taken' : 'read-taken-spans'], () =>
      times(count, () => scene.newPayin(app, shifting, { amount_cents: 500 })),
    );
  });

  test(`pay-outs, ${count} at once`, async () => {
    const { app } = service;
    await staysBelow(
      ['lock-books', 'read-balances', 'insert-ledger_entries', 'move-balances'],
      () => times(count, () => scene.newPayout(app, merchant, 100)),
    );
  });

  test(`UTRs, bank lines and ends of pay-ins, ${count} at once`, async () => {
    const { app } = service;
    const trades = await Promise.all(
      Array.from({ length: count * 2 }, () =>
        scene.newPayin(app, merchant, { amount_cents: 1_000 + scene.newNumber() }),
      ),
    );
    const [paid, canceled] = [trades.slice(0, count), trades.slice(count)];
    const utr = (index: number) => `UTR${String(count * 1_000 + index).padStart(13, '0')}`;
    await staysBelow(['lock-trades'], () =>
      Promise.all(paid.map(({ id }, index) => scene.claim(app, merchant, id, utr(index)))),
    );
    const [account = ''] = accounts;
    await staysBelow(['read-lines-by-key', 'read-slot-candidates'], () =>
      scene.feed(
        app,
        account,
        paid.map(({ amount_cents }, index) => ({ amount_cents, utr: utr(index) })),
      ),
    );
    await staysBelow(['lock-trades'], () =>
      Promise.all(
        canceled.map(({ id }) =>
          cancelTrade(app, merchant.caller, raw({ merchant_id: merchant.merchant_id, id })),
        ),
      ),
    );
    await staysBelow(['read-due-trades'], () => expireDue(app));
    await staysBelow(['read-balances'], () => balanceOfMerchant(app, merchant.caller.merchant));
  });
}
