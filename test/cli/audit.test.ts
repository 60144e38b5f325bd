// The audit trail on the command line against the real service: searched, exported, and checked
// without the service; whatever is changed in an export is found.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { addAdjustment } from '../../server/app/merchant/add-adjustment.ts';
import { getMerchant } from '../../server/app/merchant/merchants.ts';
import * as scene from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { accepted, makeMerchant, OPERATOR, OPERATOR_TOKEN, raw } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let account: string;
let merchant_id: string;
let name: string;
before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-audit-'));
  account = await scene.makeAccount(service.app, 'EUR');
  ({ merchant_id } = await makeMerchant(service.app));
  ({ name } = accepted(await getMerchant(service.app, merchant_id)));
  for (const reason of ['=1+1 asked by phone', 'Funding', 'Größe "geändert"']) {
    const fields = raw({ amount_cents: 700, reason });
    accepted(await addAdjustment(service.app, OPERATOR, merchant_id, fields, reason));
  }
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (...args: string[]) =>
  runCli(['audit', ...args], { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN } });

type Entry = {
  number: number;
  action: string;
  detail: Record<string, unknown>;
  origin: { address: string; request_id: string; operator_token_id: string } | null;
};

async function listed(...args: string[]): Promise<Entry[]> {
  const { code, out, err } = await cli('list', '--json', ...args);
  assert.equal(code, 0, err);
  return (JSON.parse(out) as { data: Entry[] }).data;
}

async function exported(...args: string[]): Promise<string[]> {
  const { code, out, err } = await cli('export', ...args);
  assert.equal(code, 0, err);
  return out.trimEnd().split('\n');
}

async function checked(lines: readonly string[]) {
  const file = join(folder, 'export.jsonl');
  await writeFile(file, `${lines.join('\n')}\n`);
  const { code, out, err } = await cli('check', file, '--json');
  assert.equal(err === '' ? 0 : 1, code);
  return JSON.parse(out) as { ok: boolean; entries: number; gaps: number; problems: string[] };
}

test('the list names what each entry is about, beside the path that filters take', async () => {
  const { out } = await cli('list', '--target', `merchants/${merchant_id}`);
  const [columns = '', ...rows] = out.trimEnd().split('\n');
  assert.match(columns, /action +about +target /);
  assert.ok(rows.length >= 4);
  const named = new RegExp(` merchant ${name} +merchants/${merchant_id}`);
  for (const row of rows) assert.match(row, named);
});

test('a change over HTTP is found by everything that is known of its request', async () => {
  const changed = await service.ask('PATCH', `/receiving_accounts/${account}`, {
    body: JSON.stringify({ bank_name: 'Bank' }),
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(changed.status, 200);
  const [entry] = await listed('--action', 'receiving_account_changed');
  const { address, request_id, operator_token_id } = entry?.origin ?? {};
  assert.equal(request_id, changed.headers.get('x-request-id'));
  for (const filter of [
    ['--request-id', request_id ?? ''],
    ['--address', address ?? '', '--target', `receiving_accounts/${account}`],
    ['--operator-token-id', operator_token_id ?? '', '--action', 'receiving_account_changed'],
  ]) {
    assert.deepEqual(
      (await listed(...filter)).map(({ number }) => number),
      [entry?.number],
      filter.join(' '),
    );
  }
  const wrong = await cli('list', '--session-id', 'x');
  assert.match(wrong.err, /session_id/);
});

test('words of a reason find it', async () => {
  const found = await listed('--note', 'phone ASKED');
  assert.deepEqual(
    found.map(({ detail }) => detail.reason),
    ['=1+1 asked by phone'],
  );
});

test('an export is whole, is in the trail, and is checked without the service', async () => {
  const before_it = await listed('--limit', '200');
  const lines = await exported();
  const found = await checked(lines);
  assert.deepEqual([found.ok, found.entries, found.gaps], [true, before_it.length, 0]);
  const [last] = await listed('--action', 'audit_exported');
  assert.deepEqual(last?.detail, { format: 'jsonl', filter: {} });
  const some = await checked(await exported('--action', 'balance_adjusted'));
  assert.deepEqual([some.ok, some.entries, some.gaps], [true, 3, 0]);
  const none = await checked(await exported('--action', 'nothing'));
  assert.deepEqual([none.ok, none.entries], [true, 0]);
});

test('whatever is changed in an export is found', async () => {
  const lines = await exported();
  const at = lines.findIndex((line) => line.includes('Funding'));
  const changed = (change: (line: string) => string) =>
    lines.map((line, index) => (index === at ? change(line) : line));
  const set = (name: string, value: unknown) =>
    changed((line) => JSON.stringify({ ...(JSON.parse(line) as object), [name]: value }));
  const origin = { address: '192.0.2.1', request_id: 'x', session_id: null };
  const table: [what: string, lines: string[], problem: RegExp][] = [
    ['a word', changed((line) => line.replace('Funding', 'funding')), /is not the one that was/],
    ['who', set('actor', { role: 'operator', id: 'x' }), /is not the one that was written/],
    ['when', set('at', '2026-01-01T00:00:00.000Z'), /is not the one that was written/],
    [
      'from where',
      set('origin', { ...origin, operator_token_id: null }),
      /is not the one that was/,
    ],
    ['the hash', set('hash', '0'.repeat(64)), /is not the one that was written/],
    ['one taken out', lines.filter((_, index) => index !== at), /has \d+ entries, the file \d+/],
    [
      'two exchanged',
      [...lines.slice(1, 2), ...lines.slice(0, 1), ...lines.slice(2)],
      /not behind/,
    ],
    ['its end', lines.slice(0, -1), /cut off: its last line is missing/],
    ['more lines', [...lines, lines[0] ?? ''], /lines behind the end/],
  ];
  for (const [what, all, problem] of table) {
    const found = await checked(all);
    assert.equal(found.ok, false, what);
    if (what === 'one taken out') assert.equal(found.gaps, 1);
    assert.match(found.problems.join('\n'), problem, what);
  }
});

test('as CSV no reason is a formula, and the file is not for the check', async () => {
  const file = join(folder, 'audit.csv');
  const saved = await cli('export', '--csv', '--action', 'balance_adjusted', '--out', file);
  assert.equal(saved.code, 0, saved.err);
  const text = await readFile(file, 'utf8');
  assert.match(text, /,'=1\+1 asked by phone,/);
  assert.match(text, /,"Größe ""geändert""",/);
  assert.equal(text.trimEnd().split('\r\n').length, 4);
  const { code, err } = await cli('check', file);
  assert.equal(code, 1);
  assert.match(err, /is no JSON: give an export without --csv/);
});
