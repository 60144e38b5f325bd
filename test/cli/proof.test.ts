// The commands of the proof against the real service: what they print, and what their exit status
// says.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeAccount, newPayin, sql } from '../app/scene.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { noonDay, setToNoon, setToNoonAfter } from '../support/noon.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli, type TerminalOptions } from './test-terminal.ts';

const YESTERDAY = noonDay(-1);

let service: OperatorService;
let folder: string;
let env: Record<string, string>;
let account: string;
before(async () => {
  service = await openOperatorService();
  setToNoon(service.app);
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-proof-'));
  env = { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN };
  account = await makeAccount(service.app, 'INR');
  const merchant = await makeMerchant(service.app);
  await newPayin(service.app, merchant, { amount_cents: 500 });
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], options: TerminalOptions = {}) =>
  runCli(args, { env, ...options });

async function body(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli([...args, '--json']);
  assert.equal(code, 0, `${args.join(' ')}: ${err}`);
  return JSON.parse(out);
}

suite('verify', () => {
  test('shows how far it is, and ends with 0 where the books hold', async () => {
    const { code, out, err } = await cli(['verify'], { is_tty: true });
    assert.equal(code, 0);
    assert.match(out, /entries/);
    assert.match(err, /Proving entries: \d+ %/);
    assert.match(err, /Proving house: \d+ %/);
    const plain = await cli(['verify', '--json']);
    assert.deepEqual([plain.err, JSON.parse(plain.out).ok], ['', true]);
  });

  test('ends with 1 where they do not, and says why', async () => {
    const { app } = service;
    await sql(app, 'update event_heads set last_number = last_number + 1');
    const { code, out } = await cli(['verify']);
    await sql(app, 'update event_heads set last_number = last_number - 1');
    assert.equal(code, 1);
    assert.match(out, /events are numbered to/);
  });

  test('that is cut short proves nothing: 3', async () => {
    const half = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.end('{"step":"entries","done":1,"of":2}\n');
    });
    await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
    const { code, err } = await cli(['verify', '--url', url]);
    await new Promise((resolve) => half.close(resolve));
    assert.equal(code, 3);
    assert.match(err, /was cut off/);
  });
});

suite('proof', () => {
  test('is made once, listed, shown and checked offline', async () => {
    const made = await body('proof', 'make');
    assert.deepEqual([made.outcome, made.number, made.day], ['made', 1, YESTERDAY]);
    assert.equal((await body('proof', 'make')).outcome, 'found');
    const listed = await cli(['proof', 'list']);
    assert.ok(listed.out.includes(String(made.hash)));
    const shown = await cli(['proof', 'show', YESTERDAY]);
    assert.match(shown.out, /^house +0/m);
    const file = join(folder, 'proof.json');
    await writeFile(file, JSON.stringify(await body('proof', 'show', 'latest')));
    const { keys } = await body('proof', 'keys');
    const key = Object(keys)[0].public_key;
    const checked = await cli(['proof', 'check', file, '--public-key', key]);
    assert.equal(checked.code, 0, checked.err);
    assert.match(checked.out, /^ok +true$/m);
    const forged = (await readFile(file, 'utf8')).replace('\\"books\\":2', '\\"books\\":3');
    await writeFile(file, forged);
    const found = await cli(['proof', 'check', file, '--public-key', key, '--json']);
    assert.equal(found.code, 1);
    assert.equal(JSON.parse(found.out).problem, 'not_included');
  });

  test('is checked with each of several keys, once one has ended', async () => {
    const rotated = await cli(['proof', 'rotate-key', '1', '--note', 'Yearly change']);
    assert.equal(rotated.code, 0, rotated.err);
    assert.match(rotated.out, /^outcome +rotated$/m);
    assert.equal((await body('proof', 'rotate-key', '1', '--note', 'Again')).outcome, 'found');
    const unknown = await cli(['proof', 'rotate-key', '9', '--note', 'Why not']);
    assert.deepEqual([unknown.code, /key_id: is not a key/.test(unknown.err)], [1, true]);
    const listed = await body('proof', 'keys');
    const [first, second] = Object(listed.keys);
    assert.ok(first.ended_at !== null && second.ended_at === null);
    const [file, keys] = [join(folder, 'latest.json'), join(folder, 'keys.json')];
    await writeFile(file, JSON.stringify(await body('proof', 'show', 'latest')));
    await writeFile(keys, JSON.stringify(listed));
    const check = ['proof', 'check', file];
    const both = ['--public-key', second.public_key, '--public-key', first.public_key];
    assert.equal((await cli([...check, '--keys', keys])).code, 0);
    assert.equal((await cli([...check, ...both])).code, 0);
    const late = { keys: [{ ...first, ended_at: '2020-02-02T00:00:00.000Z' }] };
    await writeFile(keys, JSON.stringify(late));
    const ended = await cli([...check, '--keys', keys]);
    assert.deepEqual([ended.code, /ended_key/.test(ended.out)], [1, true]);
    const none = await cli(check);
    assert.deepEqual([none.code, none.err], [2, 'Give the key: --public-key or --keys.\n']);
  });

  test('is refused over books that do not hold: 1', async () => {
    const { app } = service;
    const change = (cents: number) =>
      sql(
        app,
        `update ledger_accounts set overdraft_cents = null, balance_cents = balance_cents + ${cents}
         where account like 'bank:%'`,
      );
    setToNoonAfter(1, app);
    await service.ask('POST', '/bank_lines', {
      body: {
        receiving_account_id: account,
        lines: [{ amount_cents: 70, booked_at: `${YESTERDAY}T10:00:00Z` }],
      },
    });
    await change(5);
    const { code, out } = await cli(['proof', 'make']);
    await change(-5);
    assert.equal(code, 1);
    assert.match(out, /house bank:\S+ INR: balance -65, postings -70/);
    assert.equal((await body('proof', 'make')).outcome, 'made');
    setToNoon(app);
  });

  test('of a merchant is checked with its entries and the document before', async () => {
    const golden = (name: string) =>
      fileURLToPath(new URL(`../golden/proof/${name}.json`, import.meta.url));
    const document = JSON.parse(await readFile(golden('own-second'), 'utf8'));
    const check = ['proof', 'check', golden('own-second'), '--public-key', document.public_key];
    const all = await cli([...check, '--entries', golden('entries')]);
    assert.equal(all.code, 0, all.out);
    assert.match(all.out, /^entries +3$/m);
    const later = await cli([...check, '--earlier', golden('own-first')]);
    assert.equal(later.code, 0, later.out);
    const [, , file = ''] = check;
    const other = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const forged = await cli(['proof', 'check', file, '--public-key', other]);
    assert.deepEqual([forged.code, /other_key/.test(forged.out)], [1, true]);
  });

  test('in a file that is not there or not JSON is told: 1', async () => {
    const file = join(folder, 'text.json');
    await writeFile(file, 'no');
    for (const [name, told] of [
      [file, /is not JSON/],
      [join(folder, 'gone.json'), /cannot be read: there is no such file \(ENOENT\)/],
    ] as const) {
      const { code, err } = await cli(['proof', 'check', name, '--public-key', 'AAAA']);
      assert.equal(code, 1);
      assert.match(err, told);
    }
  });
});

test('a day is shown with its differences, and closed with a reason', async () => {
  const shown = await cli(['accounts', 'day', account, YESTERDAY]);
  assert.equal(shown.code, 1);
  assert.match(shown.out, /unmatched_line +70/);
  const close = ['accounts', 'close-day', account, YESTERDAY];
  const refused = await cli(close);
  assert.deepEqual([refused.code, /^outcome +refused$/m.test(refused.out)], [1, true]);
  const closed = await body(...close, '--accept-differences', '--note', 'Tomorrow');
  assert.deepEqual([closed.outcome, closed.revision], ['closed', 1]);
  assert.equal((await body(...close)).outcome, 'found');
  const days = await cli(['accounts', 'days', account]);
  assert.match(days.out, new RegExp(`^${YESTERDAY}`, 'm'));
  const quiet = await cli(['accounts', 'day', account, '2020-01-01']);
  assert.match(quiet.out, /No differences/);
  assert.equal(quiet.code, 0);
});
