// Proofs on the merchants' wire: one's own are shown and hold offline, nobody else's are there, and
// keys are for everybody.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TrustedKey } from '../../../sdk/proof/proof-document.ts';
import { verifyProof } from '../../../sdk/verify-proof.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { fund } from '../../app/scene.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator/operator-service.ts';

let service: OperatorService;
let merchant: TestMerchant;
let stranger: TestMerchant;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
  for (let count = 0; count < 3; count += 1) await fund(service.app, merchant.merchant_id, 100);
  await makeProof(service.app, { role: 'service', id: null });
  // Too late for that proof.
  stranger = await makeMerchant(service.app);
});
after(async () => {
  await service.stop();
});

async function get(path: string, token: string | null = merchant.token) {
  const headers: Record<string, string> = token === null ? {} : { 'x-token': token };
  const response = await fetch(`${service.url}/api/v1${path}`, { headers });
  return { status: response.status, body: Object(await response.json()) };
}

test('a merchant gets its proof and its entries, and both hold with the published key', async () => {
  const { keys } = (await get('/proof_keys', null)).body;
  assert.deepEqual([keys.length, keys[0].algorithm], [1, 'Ed25519']);
  const { merchant_id } = merchant;
  const { data } = (await get(`/merchant/proofs/${merchant_id}`)).body;
  const { status, body: document } = await get(`/merchant/proofs/${merchant_id}/${data[0].day}`);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(document), ['statement', 'signature', 'public_key', 'leaf', 'path']);
  async function* entries() {
    let after_number = 0;
    for (;;) {
      const query = `?after=${after_number}&limit=2`;
      const page = (await get(`/merchant/entries/${merchant_id}${query}`)).body;
      yield* page.data;
      if (page.has_more === false) return;
      after_number = page.next_after;
    }
  }
  const check = await verifyProof(document, keys[0].public_key, { entries: entries() });
  assert.ok(check.ok, JSON.stringify(check));
  assert.equal(check.entries, 3);
});

test('what is another’s is not there, and without a token nothing is', async () => {
  const { merchant_id } = merchant;
  const paths = [
    `/merchant/proofs/${merchant_id}`,
    `/merchant/proofs/${merchant_id}/latest`,
    `/merchant/entries/${merchant_id}`,
  ];
  for (const path of paths) {
    assert.equal((await get(path, stranger.token)).status, 404, path);
    assert.equal((await get(path, null)).status, 401, path);
    assert.equal((await get(path.replace(merchant_id, 'x'))).status, 404, path);
  }
  const own = (await get(`/merchant/proofs/${stranger.merchant_id}`, stranger.token)).body;
  assert.deepEqual(own.data, []);
});

test('a merchant that came after the proof is told when it has one', async () => {
  const { merchant_id, token } = stranger;
  const latest = await get(`/merchant/proofs/${merchant_id}/latest`, token);
  assert.deepEqual(
    [latest.status, latest.body.code, latest.body.retryable],
    [404, 'no_proof_yet', true],
  );
  assert.match(latest.body.detail, /next one is signed after midnight UTC/);
  const { data } = (await get(`/merchant/proofs/${merchant.merchant_id}`)).body;
  const dated = await get(`/merchant/proofs/${merchant_id}/${data[0].day}`, token);
  assert.deepEqual([dated.status, dated.body.code], [404, 'not_found']);
  assert.match(dated.body.detail, /was signed before your book was opened/);
  // And of a day that nobody has a proof of nothing is told.
  const nobodys = await get(`/merchant/proofs/${merchant_id}/2020-02-02`, token);
  assert.equal(nobodys.body.detail, 'There is nothing here.');
});

test('days that have none and queries that are wrong are told', async () => {
  const { merchant_id } = merchant;
  const answers = [
    [`/merchant/proofs/${merchant_id}/2020-02-02`, 404],
    [`/merchant/proofs/${merchant_id}/%00`, 404],
    [`/merchant/proofs/${merchant_id}/2026-02-31`, 404],
    [`/merchant/proofs/${merchant_id}?limit=0`, 422],
    [`/merchant/proofs/${merchant_id}?cursor=zzz`, 422],
    [`/merchant/entries/${merchant_id}?after=-1`, 422],
    [`/merchant/entries/${merchant_id}?after=1&after=2`, 422],
    [`/merchant/entries/${merchant_id}?after=99999999999999999999`, 422],
  ] as const;
  for (const [path, status] of answers) assert.equal((await get(path)).status, status, path);
  assert.deepEqual(service.faults, []);
});

test('an operator ends the key; everybody sees when, and the next one', async () => {
  const { keys } = (await get('/proof_keys', null)).body;
  const wrong = await service.ask('POST', '/proof_keys', { body: { key_id: 7, note: 'x' } });
  assert.deepEqual([wrong.status, Object(wrong.body.errors)[0].field], [422, 'key_id']);
  const body = { key_id: 1, note: 'A laptop was stolen' };
  const rotated = await service.ask('POST', '/proof_keys', { body });
  assert.deepEqual([rotated.status, rotated.body.outcome], [200, 'rotated']);
  const listed: TrustedKey[] = (await get('/proof_keys', null)).body.keys;
  assert.deepEqual(listed, [rotated.body.ended, rotated.body.key]);
  assert.deepEqual({ ...listed[0], ended_at: null }, keys[0]);
  assert.deepEqual((await service.ask('GET', '/proof_keys')).body.keys, listed);
  const document = (await get(`/merchant/proofs/${merchant.merchant_id}/latest`)).body;
  assert.ok((await verifyProof(document, listed)).ok);
});

test('operators read the whole by day; a step is told per line where it is asked for', async () => {
  const whole = await service.ask('GET', '/proofs/latest');
  assert.deepEqual([whole.status, Object(whole.body.leaves).length], [200, 3]);
  assert.equal((await service.ask('GET', '/proofs/never')).status, 404);
  const { url } = service;
  const authorization = 'Bearer operator-token-for-tests-0123456789';
  const response = await fetch(`${url}/operator/v1/verify?progress=true`, {
    headers: { authorization },
  });
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(Object.keys(lines[0]), ['step', 'done', 'of']);
  assert.equal(lines.at(-1).ok, true);
});
