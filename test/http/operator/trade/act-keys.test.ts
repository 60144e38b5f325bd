// An act on a trade that is asked for twice with one key: it happens once, and the answer is the
// trade as it is; another key, or another act with the same one, is an act of its own.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as scene from '../../../app/scene.ts';
import { makeMerchant, type TestMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
let merchant: TestMerchant;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  await scene.fund(service.app, merchant.merchant_id, 1_000_000);
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const act = (id: string, name: string, key: string) =>
  service.ask('POST', `/trades/${merchant.merchant_id}/${id}/${name}`, {
    body: { note: 'nothing was sent' },
    headers: { 'idempotency-key': key },
  });

async function actsOf(id: string): Promise<string[]> {
  const { body } = await service.ask('GET', `/trades/${merchant.merchant_id}/${id}`);
  const { acts } = Object(body).timeline as { acts: { act: string }[] };
  return acts.map((one) => one.act);
}

test('the same key acts once; another one is refused by the state', async () => {
  const { id } = await scene.newPayout(service.app, merchant, 500);
  const [first, second] = [await act(id, 'take', 'k1'), await act(id, 'take', 'k1')];
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.deepEqual(second.body, first.body);
  assert.equal((await act(id, 'take', 'k2')).status, 422);
  assert.equal((await act(id, 'release', 'k1')).status, 200);
  assert.deepEqual(await actsOf(id), ['create', 'take', 'release']);
});

test('the acts that are not possible are there with the words of their refusal', async () => {
  const { id } = await scene.newPayout(service.app, merchant, 500);
  const { body } = await service.ask('GET', `/trades/${merchant.merchant_id}/${id}`);
  const { next_acts, closed_acts } = Object(body) as {
    next_acts: string[];
    closed_acts: { act: string; why: string }[];
  };
  assert.ok(closed_acts.length > 0);
  for (const { act: name, why } of closed_acts) {
    assert.equal(next_acts.includes(name), false);
    const refused = await act(id, name, 'none');
    assert.deepEqual([refused.status, refused.body.detail], [422, why], name);
  }
  assert.equal(
    closed_acts.some((one) => one.act === 'confirm'),
    false,
  );
});
