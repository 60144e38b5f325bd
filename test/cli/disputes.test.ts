// `disputes` on the command line, against the real service: a file is sent, shown, saved, removed.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as disputes from '../app/dispute/dispute-scene.ts';
import * as scene from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { PHONE_JPEG, SECRET } from '../support/browser/receipt-files.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-disputes-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

test('a file is sent with a message, saved without its metadata, and removed', async () => {
  const shop = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  const made = await disputes.opened(service.app, await disputes.credited(service.app, shop));
  const dispute = `${made.merchant_id}/${made.id}`;
  const photo = join(folder, 'photo.jpg');
  await writeFile(photo, PHONE_JPEG);
  const sent = await cli('disputes', 'send-file', dispute, photo, '--text', 'The letter', '--json');
  assert.equal(JSON.parse(sent.out).file_count, 1, sent.err);
  const shown = await cli('disputes', 'show', dispute);
  assert.match(shown.out, /The letter/);
  const { messages } = JSON.parse((await cli('disputes', 'show', dispute, '--json')).out);
  const file = messages[0].file.id;
  const out = join(folder, 'saved.jpg');
  await cli('disputes', 'download', dispute, file, '--out', out);
  const saved = await readFile(out);
  assert.equal(saved.length, messages[0].file.size_bytes);
  assert.equal(saved.includes(SECRET), false);
  const counts = await cli('disputes', 'counts');
  assert.match(counts.out, /open +1\n/);
  const removed = await cli('disputes', 'remove-file', dispute, file, '--reason', 'Asked for');
  assert.match(removed.out, /removed +true/);
  const missing = await cli('disputes', 'send-file', dispute, join(folder, 'none.jpg'));
  assert.match(missing.err, /There is no file/);
});
