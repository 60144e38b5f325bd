// `receipts` on the command line, against the real service: list, download, remove, notices.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pageAddReceipt, pageSayPaid } from '../../server/app/page/page-evidence.ts';
import { createPayin } from '../../server/app/trade/create-payin.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { JPEG } from '../support/browser/receipt-files.ts';
import { accepted, makeMerchant, OPERATOR_TOKEN, raw } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-receipts-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

test('a receipt is found, saved once for its owner alone, and removed with a reason', async () => {
  const shop = await makeMerchant(service.app);
  const fields = {
    merchant_id: shop.merchant_id,
    order_id: 'order-1',
    amount_cents: 10_000,
    amount_currency: 'INR',
    type: 'account',
    client_id: 'client-1',
  };
  const { trade } = accepted(await createPayin(service.app, shop.caller, raw(fields)));
  const page = trade.url.split('/').at(-1) ?? '';
  await pageSayPaid(service.app, page);
  await pageAddReceipt(service.app, page, JPEG);

  const listed = await cli('receipts', 'list', '--trade', trade.url, '--json');
  const [receipt] = JSON.parse(listed.out).data;
  assert.equal(receipt.trade_id, trade.id);
  const shown = await cli('trades', 'show', trade.url);
  assert.match(shown.out, new RegExp(`Evidence of the payer[\\s\\S]*${receipt.id}  jpeg`));
  const notices = await cli('receipts', 'notices', '--state', 'pending');
  assert.match(notices.out, new RegExp(trade.id));

  const out = join(folder, 'receipt.jpg');
  const download = ['receipts', 'download', shop.merchant_id, receipt.id, '--out', out];
  const saved = await cli(...download);
  assert.equal(saved.code, 0, saved.err);
  assert.deepEqual(await readFile(out), JPEG);
  assert.equal((await stat(out)).mode & 0o777, 0o600);
  const again = await cli(...download);
  assert.notEqual(again.code, 0);
  assert.match(again.err, /exists already and was not changed/);

  const bare = await cli('receipts', 'remove', shop.merchant_id, receipt.id);
  assert.match(bare.err, /--reason/);
  const removed = await cli(
    'receipts',
    'remove',
    shop.merchant_id,
    receipt.id,
    '--reason',
    'Asked',
  );
  assert.equal(removed.code, 0, removed.err);
  const gone = await cli('receipts', 'download', shop.merchant_id, receipt.id, '--out', `${out}.2`);
  assert.match(gone.err, /404 not_found/);
});
