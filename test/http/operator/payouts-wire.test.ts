// Pay-outs on the operators' wire: from the queue to the bank's answer, each request with its
// answer in a golden file.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPain001 } from '../../../server/formats/payout-file/pain001-read.ts';
import {
  itemOf,
  newPayout,
  newPayouts,
  openShop,
  report,
  tx,
} from '../../app/payout/payout-scene.ts';
import { createScript } from './operator-script.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from './operator-service.ts';

let service: OperatorService;
before(async () => {
  service = await openOperatorService();
});
after(async () => {
  await service.stop();
  assert.deepEqual(service.faults, []);
});

const asItIs = { serializers: [(value: unknown) => String(value)] };
const golden = fileURLToPath(new URL('../../golden/operator/payouts.json', import.meta.url));

/** Ids at banks by their first appearance, and no days. */
function withoutChance(text: string): string {
  const names = new Map<string, string>();
  return text
    .replace(/\b[PB]0[0-9A-HJKMNP-TV-Z]{14}\b/g, (id) => {
      const name = names.get(id) ?? `<bank id ${names.size + 1}>`;
      names.set(id, name);
      return name;
    })
    .replace(/"\d{4}-\d\d-\d\d"/g, '"<day>"')
    .replace(/"order_id": "payout-\d+"/g, '"order_id": "<order>"')
    .replace(/"number": "[\d*]+"/g, '"number": "<number>"');
}

const xml = { 'content-type': 'application/xml' };

test('requests and answers are as in the golden file', async (t) => {
  const script = createScript(service);
  const { ask } = script;
  const shop = await openShop(service.app, 'INR');
  const made = await newPayouts(service.app, shop, 'INR', [100, 200, 300, 400, 500]);
  const payouts = made.map(itemOf);
  const [one, two, three, four, five] = payouts;
  await ask('GET', '/payouts/queue?currency=INR&limit=2');
  await ask('GET', '/payouts/queue?currency=inr&type=gold&merchant_id=1');
  const account = { receiving_account_id: shop.account };
  await ask('POST', '/payouts/take', { body: { payouts: [one, two], ...account } });
  await ask('POST', '/payouts/take', { body: { payouts: [one], receiving_account_id: 'x' } });
  await ask('POST', '/payouts/take', { body: { payouts: [{ id: 1 }] } });
  await ask('POST', '/payouts/complete', { body: { payouts: [{ ...one, utr: 'HAND00000001' }] } });
  await ask('POST', '/payouts/reject', { body: { payouts: [two, one], note: 'Closed' } });
  await ask('POST', '/payouts/release', { body: { payouts: [two] } });
  await ask('GET', `/payouts/${one?.merchant_id}/${one?.id}/attempts`);
  await ask('GET', `/payouts/${one?.merchant_id}/${shop.account}/attempts`);
  const draft = await ask('POST', '/payout_batches', {
    body: { ...account, payouts: [three, four, one], note: 'Morning run' },
    headers: { 'idempotency-key': 'morning' },
  });
  await ask('POST', '/payout_batches', { body: { rail: 'pigeon', count: 0, payouts: 7 } });
  const batch = `/payout_batches/${String(Object(draft.body.batch).id)}`;
  await ask('POST', `${batch}/take`, { body: { count: 1 } });
  await ask('POST', `${batch}/release`, { body: { payouts: [five], note: 'Not yet' } });
  await ask('POST', `${batch}/release`, { body: {} });
  await ask('GET', `${batch}/file.csv`);
  await ask('POST', `${batch}/export`, { body: { execution_on: '2001-01-01' } });
  const exported = await ask('POST', `${batch}/export`);
  await ask('POST', `${batch}/export`);
  await ask('POST', `${batch}/take`);
  await ask('GET', batch);
  const inside = await ask('GET', `${batch}/payouts`);
  const ids = Object(inside.body).data.map(
    (attempt: { end_to_end_id: string }) => attempt.end_to_end_id,
  );
  const answers = report(String(exported.body.message_id), [
    tx(ids[0], 'ACSC', '<AcctSvcrRef>BANKREF00001</AcctSvcrRef>'),
    tx(ids[1], 'RJCT', '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>'),
    tx('UNKNOWN', 'ACSP'),
  ]);
  await ask('POST', '/payout_answers', { body: answers, headers: xml });
  await ask('POST', '/payout_answers', { body: '<?xml version="1.0"?><a>', headers: xml });
  await ask('POST', '/payout_answers?format=pdf', { body: answers, headers: xml });
  await ask('POST', '/payout_batches', { body: { ...account, rail: 'simulated_bank', count: 5 } });
  await ask('GET', `/payout_batches?state=exported&rail=files&${new URLSearchParams(account)}`);
  await ask('GET', '/payout_batches?state=lost&rail=pigeon');
  await ask('GET', `/payout_batches/${shop.account}`);
  t.assert.fileSnapshot(withoutChance(script.text()), golden, asItIs);
});

test('the files of a batch come as they are, with their digest, and are noted', async () => {
  const shop = await openShop(service.app, 'EUR');
  const { merchant_id, id } = await newPayout(service.app, shop, 'EUR', 1_234);
  const body = { receiving_account_id: shop.account, payouts: [{ merchant_id, id }] };
  const made = await service.ask('POST', '/payout_batches', { body });
  const batch = `/payout_batches/${String(Object(made.body.batch).id)}`;
  await service.ask('POST', `${batch}/export`);
  const get = (ending: string) =>
    fetch(`${service.url}/operator/v1${batch}/file.${ending}`, {
      headers: { authorization: AUTHORIZATION },
    });
  const [first, second, csv] = [await get('xml'), await get('xml'), await get('csv')];
  assert.equal(first.headers.get('content-type'), 'application/xml; charset=utf-8');
  assert.match(
    first.headers.get('content-disposition') ?? '',
    /^attachment; filename="B0\w{14}\.xml"$/,
  );
  const text = await first.text();
  assert.equal(await second.text(), text);
  const digest = createHash('sha256').update(text).digest('base64');
  assert.equal(first.headers.get('repr-digest'), `sha-256=:${digest}:`);
  assert.deepEqual(
    readPain001(text).payments.map(({ amount }) => amount),
    ['12.34'],
  );
  assert.match(await csv.text(), /^message_id,end_to_end_id,/);
  const rows = await service.app.store.db.query<{ count: bigint }>(
    '',
    `select count(*) as count from audit_entries where action = 'payout_file_read'`,
    [],
  );
  assert.equal(rows[0]?.count, 3n);
});
