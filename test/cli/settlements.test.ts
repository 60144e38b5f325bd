// Settlements and holds by the command line: from the account to the files.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addAdjustment } from '../../server/app/merchant/add-adjustment.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { accepted, makeMerchant, OPERATOR, OPERATOR_TOKEN, raw } from '../support/test-app.ts';
import { runCli, type TerminalOptions } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let merchant: string;
let env: Record<string, string>;

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-cli-'));
  env = { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN };
  merchant = (await makeMerchant(service.app)).merchant_id;
  const fields = raw({ amount_cents: 12_345, reason: '=Opening' });
  accepted(await addAdjustment(service.app, OPERATOR, merchant, fields, undefined));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], options: TerminalOptions = {}) =>
  runCli(args, { env, ...options });

async function body(args: readonly string[], options: TerminalOptions = {}) {
  const { code, out, err } = await cli([...args, '--json', '--secret-file', '-'], options);
  assert.equal(code, 0, `${args.join(' ')}: ${err}`);
  return Object(JSON.parse(out));
}

test('a settlement from its account to its files', async () => {
  const fields = ['--type', 'account', '--name', 'Shop', '--number', '-'];
  const account = await body(['settlements', 'account', 'set', merchant, ...fields], {
    input: '501000999999\n',
  });
  assert.equal(account.number, '50******9999');
  const shown = await cli(['settlements', 'account', 'show', merchant]);
  assert.ok(shown.code === 0 && !shown.out.includes('501000999999'));
  const draft = await body(['settlements', 'draft', merchant]);
  const place = `${merchant}/${draft.id}`;
  const approve = ['settlements', 'approve', place, '--amount-cents', '12000', '--note', 'Checked'];
  assert.equal((await body(approve)).approved_cents, 12_000);
  const again = await cli(approve);
  assert.equal(again.code, 1);
  assert.match(again.err, /act_not_allowed/);
  const list = await cli(['settlements', 'list', '--merchant-id', merchant]);
  assert.match(list.out, new RegExp(`^${place} +1  approved `, 'm'));
  const statement = (await cli(['settlements', 'show', place])).out;
  assert.match(statement, new RegExp(`^settlement +${place}$`, 'm'));
  assert.match(statement, /^payable_cents +12345$/m);
  assert.match((await cli(['settlements', 'lines', place])).out, / adjustment /);
  const csv = await cli(['settlements', 'csv', place]);
  assert.match(csv.out, /,'=Opening,/);
  const file = join(folder, 'statement.html');
  const saved = await body(['settlements', 'html', place, '--out', file]);
  assert.deepEqual(saved, { file, written: true });
  assert.match(await readFile(file, 'utf8'), /Settlement statement 1/);
  const taken = await cli(['settlements', 'html', place, '--out', file]);
  assert.equal(taken.code, 1);
  assert.match(taken.err, /exists already and was not changed/);
  assert.equal(taken.out, '');
  const second = await body(['settlements', 'draft', merchant]);
  const discard = ['settlements', 'discard', `${merchant}/${second.id}`, '--note', 'Too early'];
  assert.equal((await body(discard)).state, 'discarded');
  assert.equal((await body(['settlements', 'account', 'remove', merchant])).removed, true);
});

test('what is not there, and what is written wrongly', async () => {
  for (const args of [
    ['settlements', 'show', merchant],
    ['settlements', 'csv', `${merchant}/${merchant}`],
    ['settlements', 'approve', 'a/b'],
    ['holds', 'release', `${merchant}/${merchant}`, '--note', 'x'],
  ]) {
    const { code, err } = await cli(args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, /not_found/);
  }
  assert.equal((await cli(['holds', 'release', merchant])).code, 2);
  assert.equal((await cli(['settlements', 'approve', 'a/b', '--amount-cents', '1.5'])).code, 2);
});

test('holds are listed, and released by a person who says why', async () => {
  const settings = ['--set', 'reserve_percent=25', '--set', 'reserve_days=30'];
  await body(['merchants', 'update', merchant, ...settings]);
  const account = ['--type', 'account', '--currency', 'INR', '--name', 'House'];
  await body(['accounts', 'create', ...account, '--number', '990000000001']);
  const { token } = await body(['tokens', 'issue', merchant]);
  const order = { merchant_id: merchant, order_id: 'o-1', amount_cents: 10_000 };
  const fields = { amount_currency: 'INR', type: 'account', client_id: 'c-1' };
  const made = await fetch(`${service.url}/api/v1/orders/deposit/create`, {
    method: 'POST',
    headers: { 'x-token': String(token), 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, ...fields }),
  });
  const { id } = Object(await made.json());
  await body(['trades', 'confirm', String(id)]);
  const list = await cli(['holds', 'list', '--merchant-id', merchant]);
  assert.match(list.out, new RegExp(`^${merchant}/${id} +reserve +2500 +2500`, 'm'));
  const released = ['holds', 'release', `${merchant}/${id}`, '--note', 'Agreed'];
  assert.equal((await body(released)).data[0].remaining_cents, 0);
});
