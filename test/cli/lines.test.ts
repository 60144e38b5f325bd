// Bank lines on the command line against the real service: searched, decided together, exported.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as scene from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli, type TerminalOptions } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let ids: string[];
before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-lines-'));
  const account = await scene.makeAccount(service.app, 'INR');
  const booked_at = '2026-03-05';
  const lines = [
    { amount_cents: -590, text: 'CHARGES MARCH', bank_id: 'a', booked_at },
    { amount_cents: -118, text: 'CHARGES GST', bank_id: 'b', booked_at },
    { amount_cents: 7_000, text: 'Rent', counterparty_name: 'Asha Rao', bank_id: 'c', booked_at },
  ];
  ids = (await scene.feed(service.app, account, lines)).map(({ id }) => id);
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], options: TerminalOptions = {}) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN }, ...options });

async function amounts(...args: string[]): Promise<number[]> {
  const { code, out, err } = await cli(['lines', 'list', ...args, '--json']);
  assert.equal(code, 0, err);
  const { data } = JSON.parse(out) as { data: { amount_cents: number }[] };
  return data.map(({ amount_cents }) => amount_cents);
}

test('lines are found by words, amount and day', async () => {
  assert.deepEqual(await amounts('--text', 'charges'), [-118, -590]);
  assert.deepEqual(await amounts('--counterparty', 'rao asha', '--day', '2026-03-05'), [7_000]);
  assert.deepEqual(await amounts('--amount-max-cents', '-500'), [-590]);
  assert.deepEqual(await amounts('--from', '2026-03-06'), []);
});

test('the same decision about many lines, given as arguments or on standard input', async () => {
  const [first = '', second = '', third = ''] = ids;
  const note = ['--note', 'month’s charges'];
  const done = await cli(['lines', 'decide', 'fee', '-', ...note], {
    input: `${first}\n\n${second}\n`,
  });
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /2 decided, 0 refused/);
  assert.deepEqual(await amounts('--status', 'fee'), [-118, -590]);
  const mixed = await cli(['lines', 'decide', 'own-transfer', third, first, ...note]);
  assert.equal(mixed.code, 1);
  assert.match(mixed.out, /1 decided, 1 refused/);
  assert.match(mixed.out, /undo that first/);
  assert.deepEqual(await amounts('--status', 'own_transfer'), [7_000]);
});

test('files are written once, or to standard output', async () => {
  const file = join(folder, 'lines.csv');
  const made = await cli(['lines', 'csv', '--text', 'charges', '--out', file]);
  assert.equal(made.code, 0, made.err);
  const rows = (await readFile(file, 'utf8')).trim().split('\r\n');
  assert.equal(rows.length, 3);
  assert.match(rows[1] ?? '', /,-1\.18,INR,/);
  const shown = await cli(['exceptions']);
  assert.match(shown.out, /^kind,id,merchant_id,/);
  const [account = ''] = /[0-9a-f-]{36}/.exec(rows[1]?.split(',')[1] ?? '') ?? [];
  const closings = await cli(['accounts', 'closings', account]);
  assert.match(closings.out, /^day,revision,currency,/);
});
