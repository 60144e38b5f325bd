// Pay-outs on the command line: from the queue to the bank's answer, against the real service.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readPain001 } from '../../server/formats/payout-file/pain001-read.ts';
import { newPayouts, openShop, report, stateOf, tx } from '../app/payout/payout-scene.ts';
import { payout } from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { accepted, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-payouts-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[]) =>
  runCli(['payouts', ...args], {
    env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN },
  });

async function json(...args: string[]) {
  const { code, out, err } = await cli([...args, '--json']);
  assert.equal(code, 0, err);
  return Object(JSON.parse(out));
}

const placeOf = ({ merchant_id, id }: { merchant_id: string; id: string }) =>
  `${merchant_id}/${id}`;

test('a batch goes out as a file and comes back as an answer', async () => {
  const shop = await openShop(service.app, 'INR');
  const payouts = await newPayouts(service.app, shop, 'INR', [100, 200]);
  const queue = await cli(['queue', '--currency', 'INR']);
  for (const payout of payouts) assert.ok(queue.out.includes(placeOf(payout)));
  const { batch } = await json('batches', 'create', '--receiving-account-id', shop.account);
  assert.deepEqual([batch.state, batch.payout_count], ['draft', 2]);
  const exported = await json('batches', 'export', batch.id);
  const file = join(folder, 'batch.xml');
  const saved = await cli(['batches', 'file', batch.id, '--out', file]);
  assert.deepEqual([saved.code, saved.err], [0, '']);
  const { message_id, payments } = readPain001(await readFile(file, 'utf8'));
  assert.equal(message_id, exported.message_id);
  const twice = await cli(['batches', 'file', batch.id, '--out', file]);
  assert.equal(twice.code, 1);
  assert.match(twice.err, /exists already and was not changed/);
  const [paid = '', rejected = ''] = payments.map(({ end_to_end_id }) => end_to_end_id);
  const answer = join(folder, 'answer.xml');
  const said = [
    tx(paid, 'ACSC', '<ClrSysRef>CLEARING0001</ClrSysRef>'),
    tx(rejected, 'RJCT', '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>'),
    tx('ELSEWHERE', 'ACSP'),
  ];
  await writeFile(answer, report(message_id, said));
  const told = await cli(['answers', answer]);
  assert.equal(told.code, 0, told.err);
  assert.match(told.out, /^paid +1$/m);
  assert.match(told.out, /A person must check these\n[^\n]+\n *\d+ +ELSEWHERE/);
  const csv = await cli(['batches', 'file', batch.id, '--csv']);
  assert.match(csv.out, /^message_id,/);
  assert.match(csv.err, /2 of its pay-outs are answered or decided already/);
  const states = await Promise.all(payouts.map((payout) => stateOf(service.app, payout)));
  assert.deepEqual(
    states.map(({ trade }) => trade),
    ['completed', 'failed'],
  );
});

test('a file in the layout of a bank, and the names that it changes', async () => {
  const shop = await openShop(service.app, 'INR');
  const fields = { type: 'account', number: '50100087654321', name: 'आशा राव' };
  const made = await payout(service.app, shop.merchant, {
    order_id: 'cli-layout',
    amount_currency: 'INR',
    amount_cents: 700,
    payment_data_bank_name: 'EXMP0001234',
    ...fields,
  });
  const { batch } = await json('batches', 'create', '--receiving-account-id', shop.account);
  await json('batches', 'export', batch.id);
  assert.ok(accepted(made).trade.id);
  const { data } = await json('layouts');
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['hdfc-enet', 'icici-cib', 'union-bank'],
  );
  const mapping = join(folder, 'layout.json');
  await writeFile(mapping, JSON.stringify(data[1].mapping));
  const named = await cli(['batches', 'file', batch.id, '--layout', 'icici-cib']);
  assert.equal(named.code, 0, named.err);
  assert.match(named.out, /^PAB_VENDOR,NEFT,\w+,Aashaa Raav,50100087654321,EXMP0001234,7\.00,/m);
  assert.match(named.err, /^ {2}P\w{15}: आशा राव -> Aashaa Raav$/m);
  const own = await cli(['batches', 'file', batch.id, '--mapping', mapping]);
  assert.deepEqual([own.code, own.out], [0, named.out]);
  const older = await cli(['batches', 'file', batch.id, '--xml-version', '001.001.03']);
  assert.match(older.out, /pain\.001\.001\.03/);
  const names = await json('batches', 'names', batch.id);
  assert.equal(names.data[0].written, 'Aashaa Raav');
  const both = await cli(['batches', 'file', batch.id, '--csv', '--xml-version', '001.001.03']);
  assert.deepEqual([both.code, both.err], [1, '--xml-version is for pain.001 only\n']);
});

test('words of a bank that say nothing here are told', async () => {
  const shop = await openShop(service.app, 'CHF');
  const [payout] = await newPayouts(service.app, shop, 'CHF', [100]);
  assert.ok(payout);
  const { batch } = await json('batches', 'create', '--receiving-account-id', shop.account);
  await json('batches', 'export', batch.id);
  const { data } = await json('batches', 'payouts', batch.id);
  const file = join(folder, 'words.csv');
  const rows = ['done', 'DONE', 'accepted', 'ACSP'].map(
    (word) => `${data[0].end_to_end_id},${word}`,
  );
  await writeFile(file, `end_to_end_id,status\n${rows.join('\n')}\n`);
  const told = await cli(['answers', file]);
  assert.match(told.out, /\nNot understood, so nothing changed \(use received, [^)]+\)\nDONE\n/);
  assert.doesNotMatch(told.out, /^not_understood/m);
  assert.deepEqual((await json('answers', file)).not_understood, ['DONE']);
  await writeFile(file, `end_to_end_id,status\n${data[0].end_to_end_id},accepted\n`);
  assert.doesNotMatch((await cli(['answers', file])).out, /Not understood/);
});

test('many are taken and paid by hand; one that is refused is told, and the exit code says so', async () => {
  const shop = await openShop(service.app, 'JPY');
  const [one, two] = await newPayouts(service.app, shop, 'JPY', [100, 200]);
  assert.ok(one && two);
  const account = ['--receiving-account-id', shop.account];
  const taken = await json('take', placeOf(one), placeOf(two), ...account);
  assert.equal(taken.payouts.length, 2);
  const paid = await cli(['complete', `${placeOf(one)}=HANDPAID0001`, `${placeOf(two)}=!`]);
  assert.equal(paid.code, 1);
  assert.match(paid.out, /completed/);
  assert.match(paid.out, /invalid_request/);
  await json('release', placeOf(two), '--note', 'The bank was closed');
  const attempts = await cli(['attempts', placeOf(one)]);
  assert.match(attempts.out, /P0[0-9A-Z]{14} +paid/);
  const made = await json('batches', 'create', placeOf(two), ...account);
  await json('batches', 'release', made.batch.id, '--note', 'Not yet');
  const inside = await json('batches', 'payouts', made.batch.id);
  assert.deepEqual(
    inside.data.map(({ state }: { state: string }) => state),
    ['released'],
  );
});
