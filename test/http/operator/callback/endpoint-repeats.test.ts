// A request that adds an endpoint or makes a secret, and is repeated because its answer was lost:
// with its key it happens once, and the answer has the same secret.
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { before, test } from 'node:test';
import { cleanup } from '../../../support/cleanup.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { someone } from '../approval/approval-scene.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
const undo = cleanup();
before(async () => {
  service = await openOperatorService();
  undo(() => service.stop());
});

const BOOKS = { url: 'https://books.example/hook' };

async function newMerchant() {
  const { merchant_id } = await makeMerchant(service.app);
  const path = `/merchants/${merchant_id}/callback_endpoints`;
  const post = (key: string, end = '', body: object = {}, authorization?: string) =>
    service.ask('POST', `${path}${end}`, {
      body,
      headers: { 'idempotency-key': key },
      ...(authorization === undefined ? {} : { authorization }),
    });
  const count = async () => {
    const { body } = await service.ask('GET', path);
    return (body.data as unknown[]).length;
  };
  return { post, count };
}

test('an endpoint is added once, with one secret', async () => {
  const { post, count } = await newMerchant();
  const first = await post('add-1', '', BOOKS);
  equal(first.status, 201);
  const again = await post('add-1', '', BOOKS);
  deepEqual([again.status, again.body], [201, first.body]);
  equal(await count(), 2, 'beside the default one');
  const other = await post('add-1', '', { url: 'https://other.example/hook' });
  deepEqual([other.status, other.body.code], [422, 'reference_taken']);
  const second = await post('add-2', '', BOOKS);
  notEqual(second.body.secret, first.body.secret);
  equal(await count(), 3);
});

test('ten at once add one', async () => {
  const { post, count } = await newMerchant();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('at-once', '', BOOKS)));
  equal(new Set(answers.map(({ body }) => body.secret)).size, 1);
  equal(await count(), 2);
});

test('a key is its caller’s, and its merchant’s', async () => {
  const [one, other] = [await newMerchant(), await newMerchant()];
  const { authorization } = await someone(service);
  const secrets = [
    await one.post('same', '', BOOKS),
    await one.post('same', '', BOOKS, authorization),
    await other.post('same', '', BOOKS),
  ].map(({ body }) => body.secret);
  equal(new Set(secrets).size, 3);
});

test('a secret is made once, and the one before it still signs', async () => {
  const { post } = await newMerchant();
  const { secret } = (await post('add', '', BOOKS)).body;
  const first = await post('rotate', '/1/rotate_secret');
  equal(first.status, 200);
  notEqual(first.body.secret, secret);
  const again = await post('rotate', '/1/rotate_secret');
  deepEqual([again.status, again.body], [200, first.body]);
  const next = await post('next', '/1/rotate_secret');
  notEqual(next.body.secret, first.body.secret);
  const late = await post('rotate', '/1/rotate_secret');
  deepEqual([late.status, late.body.code], [422, 'reference_taken']);
});
