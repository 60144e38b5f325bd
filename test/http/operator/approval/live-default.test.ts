// Live mode as it is installed: two people from the documented amounts on, without any setting.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cleanup } from '../../../support/cleanup.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

const opened = cleanup();
let service: OperatorService;
before(async () => {
  service = await openOperatorService({ mode: 'live', has_default_bands: true });
  opened(() => service.stop());
});

async function adjust(balance_currency: string, amount_cents: number): Promise<number> {
  const { merchant_id } = await makeMerchant(service.app, { balance_currency });
  const body = { amount_cents, reason: 'Top-up' };
  const path = `/merchants/${merchant_id}/adjustments`;
  return (await service.ask('POST', path, { body })).status;
}

test('amounts wait from the default of their currency on', async () => {
  for (const [currency, amount, status] of [
    ['INR', 99_999, 201],
    ['INR', 100_000, 202],
    ['JPY', 99_999, 201],
    ['JPY', 100_000, 202],
    ['KWD', 299_999, 201],
    ['KWD', 300_000, 202],
  ] as const) {
    assert.equal(await adjust(currency, amount), status, `${currency} ${amount}`);
  }
});

test('settings always wait, the bands among them', async () => {
  const note = 'as agreed';
  const bands = [{ act: 'bands', currency: null, from_cents: null }];
  const set = await service.ask('PUT', '/approval-bands', { body: { bands, note } });
  assert.equal(set.status, 202);
  const rates = [{ trade_currency: 'INR', balance_currency: 'USD', rate: 83 }];
  assert.equal((await service.ask('PUT', '/rates', { body: { rates, note } })).status, 202);
  const number = { type: 'account', currency: 'INR', name: 'Ops', number: '50100012345678' };
  const account = await service.ask('POST', '/receiving_accounts', { body: { ...number, note } });
  assert.equal(account.status, 202);
  assert.deepEqual((await service.ask('GET', '/receiving_accounts')).body.data, []);
});
