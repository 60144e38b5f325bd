// The command line against the real service: from a merchant to proved books.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli, type TerminalOptions } from './test-terminal.ts';

let service: OperatorService;
let folder: string;
let env: Record<string, string>;

before(async () => {
  service = await openOperatorService();
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-cli-'));
  env = { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN };
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], options: TerminalOptions = {}) =>
  runCli(args, { env, ...options });

/** The API's body of a command that succeeds. */
async function body(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli([...args, '--json', '--secret-file', '-']);
  assert.equal(code, 0, `${args.join(' ')}: ${err}`);
  return JSON.parse(out);
}

const idOf = (found: Record<string, unknown>) => String(found.id);

async function createShop(name: string) {
  return idOf(await body('merchants', 'create', '--name', name, '--balance-currency', 'INR'));
}

async function createAccount(number: string) {
  const fields = ['--type', 'account', '--currency', 'INR', '--name', 'House'];
  return idOf(await body('accounts', 'create', ...fields, '--number', number));
}

async function createOrder(token: unknown, direction: string, fields: object): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/orders/${direction}/create`, {
    method: 'POST',
    headers: { 'x-token': String(token), 'content-type': 'application/json' },
    body: JSON.stringify({ amount_currency: 'INR', type: 'account', client_id: 'c-1', ...fields }),
  });
  assert.equal(response.status, 201);
  return String(Object(await response.json()).id);
}

test('a merchant is made, changed, given a token, tariffs and a callback address', async () => {
  const shop = await createShop('Corner shop');
  const settings = ['--set', 'payin_life_minutes=30', '--set', 'amount_policy=accept_actual'];
  const changed = await body('merchants', 'update', shop, ...settings);
  assert.equal(Object(changed.settings).payin_life_minutes, 30);
  assert.equal(Object(changed.settings).amount_policy, 'accept_actual');
  const issued = await body('tokens', 'issue', shop, '--scope', 'read', '--allow-ip', '10.0.0.0/8');
  assert.deepEqual([issued.scopes, issued.allowed_ips], [['read'], ['10.0.0.0/8']]);
  const listed = await cli(['tokens', 'list', shop]);
  assert.ok(listed.out.includes(idOf(issued)));
  assert.ok(!listed.out.includes(String(issued.token)));
  await body('tokens', 'revoke', shop, idOf(issued));
  const { tariffs } = await body('tariffs', 'set', shop, 'payin=1.5', 'payout/*/INR=2');
  assert.deepEqual(tariffs, [
    { direction: 'payin', type: null, currency: null, percent: 1.5 },
    { direction: 'payout', type: null, currency: 'INR', percent: 2 },
  ]);
  const endpoint = ['callbacks', 'endpoints', 'update', shop, '0', '--address'];
  const set = await body(...endpoint, 'https://shop.example/callbacks');
  assert.equal(set.url, 'https://shop.example/callbacks');
  const rotated = await body('callbacks', 'endpoints', 'rotate-secret', shop, '0');
  assert.match(String(rotated.secret), /^whsec_/);
  const shown = await cli(['callbacks', 'endpoints', 'list', shop]);
  assert.ok(!shown.out.includes('whsec_'));
  const removed = await body(...endpoint, 'none');
  assert.equal(removed.url, null);
});

test('a balance is adjusted once for one key, and shown', async () => {
  const shop = await createShop('Adjusted shop');
  const adjust = ['adjust', shop, '--amount-cents', '5000', '--reason', 'Opening'];
  await body(...adjust, '--idempotency-key', 'k-1');
  await body(...adjust, '--idempotency-key', 'k-1');
  await body('adjust', shop, '--amount-cents', '-1000', '--reason', 'Charges');
  const balance = await body('merchants', 'balance', shop);
  assert.equal(balance.actual_amount_cents, 4_000);
});

test('rates are set by pair and listed', async () => {
  await body('rates', 'set', 'INR/USD=83.12', '--source', 'sheet');
  const { out } = await cli(['rates', 'list', '--utc']);
  assert.match(out, /^INR\s+USD\s+83\.12\s+sheet\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/m);
});

test('a receiving account takes its number from standard input and shows it masked', async () => {
  const args = ['accounts', 'create', '--type', 'card', '--currency', 'USD', '--name', 'House'];
  const made = await cli([...args, '--number', '-', '--max-amount-cents', '500000'], {
    input: '4111 1111 1111 1111\n',
  });
  assert.equal(made.code, 0, made.err);
  assert.match(made.out, /^number +411111\*{6}1111$/m);
  assert.ok(!made.out.includes('4111 1111'));
  const id = /^id +(\S+)$/m.exec(made.out)?.[1] ?? '';
  const off = await body(
    'accounts',
    'update',
    id,
    '--enabled',
    'off',
    '--max-amount-cents',
    'none',
  );
  assert.deepEqual([off.enabled, off.max_amount_cents], [false, null]);
});

test('a pay-in is paid by an imported statement, and its timeline is shown', async () => {
  const shop = await createShop('Paid shop');
  const account = await createAccount('000111222371');
  const { token } = await body('tokens', 'issue', shop);
  const order = { merchant_id: shop, order_id: 'in-1', amount_cents: 12_345 };
  const trade = await createOrder(token, 'deposit', order);
  const file = join(folder, 'march.csv');
  const rows = [
    'booked_at,amount_cents,utr,text,bank_id',
    `${new Date().toISOString()},12345,,Rent,T-1`,
    `${new Date().toISOString()},77,,Unknown,T-2`,
    'soon,1,,Broken,T-3',
  ];
  await writeFile(file, `${rows.join('\n')}\n`);
  const load = ['statements', 'import', file, '--receiving-account-id', account];
  const refused = await cli(load);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /march.csv, line 4/);
  const imported = await cli([...load, '--on-error', 'skip'], { is_tty: true });
  assert.equal(imported.code, 0, imported.err);
  assert.match(imported.err, /Sending: \[#+\] 100 %/);
  assert.match(imported.err, /Matching: \[#+\] 100 % of 2 lines/);
  const plain = stripVTControlCharacters(imported.out);
  const [, account_row = ''] = plain.split('By account, in minor units\n')[1]?.split('\n') ?? [];
  assert.match(account_row, new RegExp(`^${account} +House +\\S*\\*+\\S+ +INR `));
  assert.match(plain, /^matched +1$/m);
  assert.match(plain, /^suspense +1$/m);
  assert.match(plain, /^broken +1$/m);
  assert.match(plain, /^ +4 {2}booked_at must be/m);
  const again = await body(...load, '--on-error', 'skip');
  assert.deepEqual([again.imported, again.duplicate], [0, 2]);
  for (const name of [trade, `${shop}/${trade}`, 'in-1']) {
    const { code, out } = await cli(['trades', 'show', name]);
    assert.equal(code, 0);
    assert.match(out, /^state +completed$/m);
    assert.match(out, /^ +2 .* match +pending +completed +- +operator/m);
  }
  const shown = await body('trades', 'show', trade);
  const page = await body('trades', 'show', String(Object(shown.trade).url));
  assert.equal(Object(page.trade).id, trade);
  const events = await cli(['events', 'list', '--merchant-id', shop, '--limit', '1']);
  assert.match(events.out, /deposit\.pending/);
  assert.equal(events.err, 'More: --after 1\n');
  const alone = { PAYMENT_ORDERS_URL: service.url, MERCHANT_TOKEN: String(token) };
  assert.deepEqual(await cli(['events', 'list', '--limit', '1'], { env: alone }), events);
  const nobody = await cli(['events', 'list'], { env: { PAYMENT_ORDERS_URL: service.url } });
  assert.equal(nobody.code, 2);
  assert.match(nobody.err, /MERCHANT_TOKEN .* --merchant-id/);
  const lines = await body('lines', 'list', '--receiving-account-id', account);
  assert.equal(Object(lines.data).length, 2);
});

test('a statement with more waiting lines than are listed says where the others are', async () => {
  const account = await createAccount('000111222372');
  const file = join(folder, 'april.csv');
  const rows = Array.from({ length: 1_001 }, (_, index) => `2026-04-01,${index + 1},T-${index}`);
  await writeFile(file, ['booked_at,amount_cents,bank_id', ...rows].join('\n'));
  const load = ['statements', 'import', file, '--receiving-account-id', account];
  const { code, out } = await cli(load);
  assert.equal(code, 0);
  assert.match(out, /^suspense +1001$/m);
  assert.match(out, /There may be more: see lines list --status suspense/);
  const again = await cli(load);
  assert.match(again.out, /^duplicate +1001$/m);
  assert.ok(!again.out.includes('There may be more'));
});

test('the audit trail is listed: who, from where, what and why', async () => {
  const shop = await createShop('Audited shop');
  const why = ['--reason', 'Opening', '--idempotency-key', 'k-1'];
  const adjust = ['adjust', shop, '--amount-cents', '500', ...why];
  assert.equal((await cli(adjust)).code, 0);
  const { out } = await cli(['audit', 'list', '--target', `merchants/${shop}`, '--utc']);
  assert.match(out, /^number +at +by +action +about +target +note +address +detail\n/);
  const by = 'operator OPERATOR_TOKEN [0-9a-f-]{36}';
  const row = `${by} +merchant_created +merchant Audited shop .* 127\\.0\\.0\\.1 `;
  assert.match(out, new RegExp(row));
  const found = await body('audit', 'list', '--action', 'balance_adjusted', '--limit', '1');
  assert.equal(Object(found.data)[0].detail.reason, 'Opening');
  const none = await cli(['audit', 'list', '--to', '2020-01-01']);
  assert.equal(none.out, 'Nothing here.\n');
  const wrong = await cli(['audit', 'list', '--from', 'yesterday']);
  assert.deepEqual([wrong.code, wrong.err.includes('from')], [1, true]);
});

test('a pay-out is taken, put back, taken and completed', async () => {
  const shop = await createShop('Paying shop');
  const { token } = await body('tokens', 'issue', shop);
  await body('adjust', shop, '--amount-cents', '9000', '--reason', 'Opening');
  const order = { merchant_id: shop, order_id: 'out-1', amount_cents: 4_000 };
  const trade = await createOrder(token, 'withdrawal', { ...order, number: '000111222399' });
  const place = `${shop}/${trade}`;
  await body('trades', 'take', trade);
  const refused = await cli(['trades', 'release', place]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /note: is required/);
  await body('trades', 'release', place, '--note', 'The bank was closed');
  await body('trades', 'take', place);
  const done = await body('trades', 'complete', place, '--utr', 'ABCD1234567');
  assert.deepEqual([done.state, done.utr], ['completed', 'ABCD1234567']);
  const again = await cli(['trades', 'cancel', place]);
  assert.equal(again.code, 1);
  assert.match(again.err, /act_not_allowed/);
  const found = await body('trades', 'list', '--merchant-id', shop, '--state', 'completed');
  assert.equal(Object(found.data).length, 1);
});

test('a trade that is nowhere is exit code 1', async () => {
  for (const name of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nonsense']) {
    const { code, err } = await cli(['trades', 'show', name]);
    assert.equal(code, 1);
    assert.match(err, /There is no trade/);
  }
});

test('a wrong token is exit code 1, also while a file is sent', async () => {
  const file = join(folder, 'large.csv');
  await writeFile(file, Buffer.alloc(8 * 1_024 * 1_024, '\n'));
  const wrong = { env: { ...env, OPERATOR_TOKEN: 'wrong' } };
  const list = await cli(['merchants', 'list'], wrong);
  assert.equal(list.code, 1);
  assert.match(list.err, /401 unauthorized/);
  const load = ['statements', 'import', file, '--receiving-account-id', 'A'];
  const sent = await cli(load, wrong);
  assert.equal(sent.code, 1, sent.err);
  assert.match(sent.err, /401 unauthorized/);
});

test('a statement file that cannot be read is exit code 1, and nothing is sent', async () => {
  for (const name of [join(folder, 'nowhere.csv'), folder]) {
    const load = ['statements', 'import', name, '--receiving-account-id', 'A'];
    const { code, err } = await cli(load);
    assert.equal(code, 1);
    assert.ok(err.startsWith(name));
  }
});

test('the ledger is shown, and the books prove', async () => {
  const accounts = await cli(['ledger', 'accounts']);
  assert.match(accounts.out, /available/);
  const entries = await cli(['ledger', 'entries', '--utc']);
  assert.match(entries.out, /suspense/);
  const { code, out } = await cli(['verify']);
  assert.equal(code, 0);
  assert.match(out, /^ok +true$/m);
});

test('the program itself prints and ends with the exit code of its command', async () => {
  const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
  const start = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, out, err };
  };
  const health = await start('health');
  assert.deepEqual([health.code, health.err], [0, '']);
  const wrong = await start('merchants', 'show', 'nobody');
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /404 not_found/);
  assert.equal((await start('nothing')).code, 2);
});
