// Callback endpoints, deliveries and resends on the operators' wire: each request with its answer
// in a golden file.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createScript } from '../operator-script.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const GOLDEN = new URL('../../../golden/operator/callback-endpoints.json', import.meta.url);

test('requests and answers about callbacks are as in the golden file', async (t) => {
  const { ask, text } = createScript(service);
  const made = await ask('POST', '/merchants', { body: { name: 'Shop', balance_currency: 'INR' } });
  const merchant_id = String(made.body.id);
  const path = `/merchants/${merchant_id}/callback_endpoints`;
  await ask('GET', path);
  await ask('PATCH', `${path}/0`, { body: { url: 'https://shop.example/callbacks' } });
  await ask('POST', `${path}/0/rotate_secret`);
  const books = {
    url: 'https://books.example/new',
    description: 'Books',
    event_types: ['withdrawal.*', 'deposit.completed', 'deposit.completed'],
    max_concurrent: 4,
    max_per_second: null,
    enabled: false,
  };
  await ask('POST', path, { body: books });
  await ask('GET', path);
  const ends = { description: null, event_types: [], max_concurrent: null, enabled: true };
  await ask('PATCH', `${path}/1`, { body: ends });
  for (const body of [
    {},
    { url: null, event_types: ['lost', 'gone'], max_concurrent: 65, max_per_second: 1.5 },
    { url: 5, description: '', event_types: 'deposit.*', max_concurrent: '4', enabled: null },
    { url: 'ftp://shop.example', description: 7, event_types: null, max_per_second: 0 },
    { url: '', description: 'x'.repeat(129), enabled: 'no', unknown: 1 },
  ]) {
    await ask('POST', path, { body });
    await ask('PATCH', `${path}/0`, { body });
  }
  await ask('PATCH', `${path}/1`, { body: { url: null, max_concurrent: 0 } });
  await ask('PATCH', `${path}/2`, { body: { enabled: false } });
  await ask('PATCH', `${path}/00`, { body: { enabled: false } });
  await ask('PATCH', `${path}/0`, { body: { url: null } });
  await ask('DELETE', `${path}/0`);
  await ask('DELETE', `${path}/1`);
  for (const query of [
    'merchant_id=1&trade_id=&status=&endpoint=x&type=',
    'endpoint=1000001&type=deposit.lost',
    'merchant_id=&status=lost&limit=0&cursor=x',
    `merchant_id=${merchant_id}&status=waiting&endpoint=0&type=deposit.*`,
  ]) {
    await ask('GET', `/deliveries?${query}`);
  }
  const trade_id = '00000000-0000-4000-8000-000000000000';
  for (const body of [
    {},
    { merchant_id: 1, trade_id: 'x', sequence: '1', endpoint: null },
    { merchant_id, trade_id, sequence: 0, endpoint: -1 },
    { merchant_id, trade_id, sequence: 2 ** 31, endpoint: 1_000_001 },
    { merchant_id, trade_id, sequence: 1.5, endpoint: 2 ** 60 },
    { merchant_id, trade_id, sequence: 1 },
  ]) {
    await ask('POST', '/deliveries/resend', { body });
  }
  for (const body of [
    {},
    { merchant_id, which: 'some', endpoint: -1, types: 'deposit.*', from: 1, to: 'x', after: -1 },
    { merchant_id, which: '', endpoint: 'x', types: ['lost', 'gone'], from: '', as_of: 'now' },
    { merchant_id, types: Array.from({ length: 51 }, () => 'deposit.*'), after: 0.5, preview: 1 },
    { merchant_id, types: [1], endpoint: 1_000_001, after: 2 ** 60, preview: 'yes' },
    { merchant_id: trade_id },
    { merchant_id, which: null, types: null, from: null, after: null, preview: null },
  ]) {
    await ask('POST', '/events/resend', { body });
  }
  t.assert.fileSnapshot(text(), fileURLToPath(GOLDEN), asItIs);
});
