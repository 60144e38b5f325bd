// Excel workbooks on the command line against the real service: guessed, previewed, imported.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as scene from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { type Cell, writeWorkbook } from '../support/xlsx/workbook-writer.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let account: string;
let file: string;

const line = (day: string, text: string, amount: string, balance: string): readonly Cell[] => [
  { number: day, format: 'dd.mm.yyyy' },
  text,
  { number: amount },
  { number: balance },
];

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-workbooks-'));
  account = await scene.makeAccount(service.app, 'EUR');
  file = join(folder, 'march.xlsx');
  const rows = [
    ['Buchungsdatum', 'Text', 'Betrag in EUR', 'Saldo'],
    line('46086', 'Order 7', '10.5', '110.5'),
    line('46087', 'Fee', '-0.3', '110.2'),
  ];
  await writeFile(
    file,
    writeWorkbook([
      { name: 'Terms', rows: [['none']] },
      { name: 'März', rows },
    ]),
  );
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) =>
  runCli(['statements', ...args], { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

test('a proposal becomes the mapping of a preview and of an import', async () => {
  const shown = await cli('guess', file);
  assert.equal(shown.code, 0, shown.err);
  assert.match(shown.out, /xlsx/);
  assert.match(shown.out, /März/);
  const { out } = await cli('guess', file, '--sheet', 'März', '--json');
  const guess = JSON.parse(out) as { mapping: object; sample: { amount_cents: number }[] };
  assert.deepEqual(
    guess.sample.map((one) => one.amount_cents),
    [1_050, -30],
  );
  const mapping = join(folder, 'mapping.json');
  await writeFile(mapping, JSON.stringify(guess.mapping));
  const by = [file, '--receiving-account-id', account, '--mapping', mapping, '--json'];
  for (const [more, imported] of [
    [['--dry-run'], 2],
    [[], 2],
    [['--sheet', 'März'], 0],
  ] as const) {
    const run = await cli('import', ...by, ...more);
    assert.equal(run.code, 0, run.err);
    const body = JSON.parse(run.out) as { format: string; imported: number };
    assert.deepEqual([body.format, body.imported], ['xlsx', imported]);
  }
});

test('a sheet that is not there is named with those that are', async () => {
  const { code, err } = await cli('guess', file, '--sheet', 'April');
  assert.notEqual(code, 0);
  assert.match(err, /no sheet with that name; it has Terms, März/);
});
