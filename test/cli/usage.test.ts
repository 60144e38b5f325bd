// Usage, settings and failures of the command line: exit codes that scripts rely on, one sentence
// for people.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { runCli } from './test-terminal.ts';

type Asked = { method: string; url: string; authorization: string; body: string };

/** Answers every request alike, and remembers it. */
const stub = {
  status: 200,
  body: '{}',
  headers: {} as Record<string, string>,
  asked: [] as Asked[],
};
let server: Server;
let url: string;
let folder: string;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  const body = await text(request);
  stub.asked.push({ method, url: path, authorization: headers.authorization ?? '', body });
  response.writeHead(stub.status, { 'content-type': 'application/json', ...stub.headers });
  response.end(stub.body);
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-cli-'));
  await writeFile(join(folder, 'march.csv'), 'booked_at,amount_cents\n');
  await writeFile(join(folder, 'token'), 'token-from-a-file\n');
  server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const ENV = { OPERATOR_TOKEN: 'token-from-the-environment', MERCHANT_TOKEN: 'test_token' };

function reply(status: number, body: unknown, headers: Record<string, string> = {}): void {
  stub.status = status;
  stub.body = typeof body === 'string' ? body : JSON.stringify(body);
  stub.headers = headers;
  stub.asked = [];
}

const ask = (args: readonly string[], env: Record<string, string> = ENV) =>
  runCli(args, { env: { PAYMENT_ORDERS_URL: url, ...env } });

const WRONG_USAGE = [
  ['an unknown command', ['lend']],
  ['an unknown option', ['merchants', 'list', '--all']],
  ['an argument too few', ['merchants', 'show']],
  ['an argument too many', ['merchants', 'show', 'a', 'b']],
  ['a required option that is missing', ['merchants', 'create', '--name', 'A']],
  ['money with decimals', ['adjust', 'M', '--amount-cents', '1.50', '--reason', 'x']],
  ['money that is no number', ['adjust', 'M', '--amount-cents', '5e3', '--reason', 'x']],
  ['money past 2^53', ['adjust', 'M', '--amount-cents', '9007199254740993', '--reason', 'x']],
  ['a rate without its number', ['rates', 'set', 'USD/INR']],
  ['a rate of no currencies', ['rates', 'set', 'rupee/dollar=83']],
  ['a tariff without percent', ['tariffs', 'set', 'M', 'payin']],
  ['a band without its amount', ['approvals', 'bands', 'set', 'pay_out/INR', '--note', 'x']],
  ['a band of no number', ['approvals', 'bands', 'set', 'pay_out/INR=5e6', '--note', 'x']],
  ['a band of a word', ['approvals', 'bands', 'set', 'refund=newer', '--note', 'x']],
  ['a switch that is neither on nor off', ['accounts', 'update', 'A', '--enabled', 'yes']],
  ['a token on the command line', ['merchants', 'list', '--token', 'secret']],
] as const;

for (const [what, args] of WRONG_USAGE) {
  test(`${what} is wrong usage: exit code 2, and nothing is asked`, async () => {
    reply(200, {});
    const { code, out, err } = await ask(args);
    assert.equal(code, 2);
    assert.equal(out, '');
    assert.notEqual(err, '');
    assert.deepEqual(stub.asked, []);
  });
}

const WRONG_SETTINGS = [
  ['no token', { OPERATOR_TOKEN: '' }, [], /OPERATOR_TOKEN/],
  ['a token of two lines', { OPERATOR_TOKEN: 'a\nb' }, [], /token/],
  ['a token file that is not there', {}, ['--token-file', '/nowhere/token'], /ENOENT/],
  ['a URL without scheme', { PAYMENT_ORDERS_URL: 'localhost' }, [], /URL/],
  ['a URL with a user', { PAYMENT_ORDERS_URL: 'http://user:secret@localhost' }, [], /URL/],
] as const;

for (const [what, env, args, message] of WRONG_SETTINGS) {
  test(`${what} is a wrong setting: exit code 2, one sentence, no secret`, async () => {
    reply(200, {});
    const { code, err } = await ask(['merchants', 'list', ...args], { ...ENV, ...env });
    assert.equal(code, 2);
    assert.match(err, message);
    assert.equal(err.trim().split('\n').length, 1);
    assert.ok(!err.includes('secret'));
    assert.deepEqual(stub.asked, []);
  });
}

test('the token comes from the environment, or from a file', async () => {
  reply(200, { data: [], next_cursor: null });
  await ask(['merchants', 'list']);
  await ask(['merchants', 'list', '--token-file', join(folder, 'token')]);
  assert.deepEqual(
    stub.asked.map(({ authorization }) => authorization),
    ['Bearer token-from-the-environment', 'Bearer token-from-a-file'],
  );
});

test('health needs no token and sends none', async () => {
  reply(200, { ok: true });
  const { code } = await ask(['health']);
  assert.equal(code, 0);
  assert.deepEqual([stub.asked[0]?.url, stub.asked[0]?.authorization], ['/readyz', '']);
});

const PROBLEM = {
  type: 'https://pay.example/docs/errors/invalid_request',
  title: 'The request is wrong',
  status: 422,
  detail: 'The request has wrong fields: name.',
  code: 'invalid_request',
  retryable: false,
  request_id: 'r-1',
  errors: [{ field: 'name', code: 'required', message: 'is required' }],
};

test('a refusal is exit code 1: its sentence, its fields, where it is explained', async () => {
  reply(422, PROBLEM);
  const { code, out, err } = await ask([
    'merchants',
    'create',
    '--name',
    '',
    '--balance-currency',
    'INR',
  ]);
  assert.equal(code, 1);
  assert.equal(out, '');
  const lines = [
    'The request has wrong fields: name. (422 invalid_request)',
    '  name: is required',
    'See https://pay.example/docs/errors/invalid_request',
    '',
  ];
  assert.equal(err, lines.join('\n'));
});

test('with --json the API’s own error body is on standard output', async () => {
  reply(422, PROBLEM);
  const { code, out } = await ask(['--json', 'merchants', 'show', 'M']);
  assert.equal(code, 1);
  assert.deepEqual(JSON.parse(out), PROBLEM);
});

const AWAY = [
  ['a service that is not available', 503, { ...PROBLEM, status: 503, code: 'unavailable' }, {}],
  ['an answer that is not the service’s', 200, '<html></html>', {}],
  ['an error that is not the service’s', 502, '{"message":"Bad gateway"}', {}],
  ['a redirect', 302, '', { location: 'https://evil.example/' }],
] as const;

for (const [what, status, body, headers] of AWAY) {
  test(`${what} is exit code 3`, async () => {
    reply(status, body, headers);
    const { code, out, err } = await ask(['merchants', 'list']);
    assert.equal(code, 3);
    assert.equal(out, '');
    assert.notEqual(err, '');
    assert.equal(stub.asked.length, 1);
  });
}

test('a service that is not there is exit code 3 and says where it was looked for', async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  const there = `http://127.0.0.1:${port}`;
  const { code, err } = await ask(['merchants', 'list', '--url', there]);
  assert.equal(code, 3);
  assert.equal(
    err,
    `The service at ${there} cannot be reached: nothing listens there (ECONNREFUSED). ` +
      'Is it running there?\n',
  );
});

test('books that do not prove are exit code 1, with every problem', async () => {
  reply(200, { ok: false, books: 1, entries: 2, problems: ['house entry 2: the chain is broken'] });
  const { code, out } = await ask(['verify']);
  assert.equal(code, 1);
  assert.match(out, /house entry 2: the chain is broken/);
});

test('more pages are announced beside the list, not in it', async () => {
  reply(200, { data: [{ id: 'a' }], next_cursor: 'abc' });
  const { out, err } = await ask(['merchants', 'list']);
  assert.ok(!out.includes('abc'));
  assert.equal(err, 'More: --cursor abc\n');
});

test('keys are listed with how far their rows are, and rotated with the reason', async () => {
  const key = {
    key_id: 1,
    purpose: 'data',
    state: 'old',
    created_at: '2026-01-01T00:00:00.000Z',
    starts_at: '2026-01-01T00:00:00.000Z',
    rows_left: 17,
  };
  const column = {
    column: 'trades.payee',
    state: 'under_way',
    rows_about: 40,
    rows_seen: 23,
    rows_resealed: 23,
    rows_unreadable: 0,
  };
  reply(200, { keys: [key], columns: [column] });
  const listed = await ask(['keys', 'list']);
  assert.equal(listed.code, 0);
  assert.match(listed.out, /data +old .* 17/);
  assert.match(listed.out, /trades\.payee +under_way +40 +23/);

  reply(200, { outcome: 'rotated', key });
  assert.equal((await ask(['keys', 'rotate', '--reason', 'Left firm'])).code, 0);
  const [asked] = stub.asked;
  assert.equal(`${asked?.method} ${asked?.url}`, 'POST /operator/v1/encryption_keys');
  assert.deepEqual(JSON.parse(asked?.body ?? ''), { purpose: 'data', reason: 'Left firm' });

  reply(200, {});
  assert.equal((await ask(['keys', 'rotate'])).code, 2);
  assert.equal((await ask(['keys', 'rotate', '--reason', 'x', '--purpose', 'lookup'])).code, 2);
  assert.deepEqual(stub.asked, []);
});

test('what the service says cannot steer the terminal', async () => {
  reply(422, { ...PROBLEM, detail: '\u001b]0;owned\u0007' });
  const { err } = await ask(['merchants', 'list']);
  assert.match(err, /\\u\{1b\}\]0;owned\\u\{7\}/);
  assert.ok(!err.includes('\u001b'));
});

async function commandsBelow(args: readonly string[]): Promise<string[][]> {
  const { code, out } = await ask([...args, '--help']);
  assert.equal(code, 0, args.join(' '));
  const list = /\nCommands:\n((?: {2}.*\n)+)/.exec(out)?.[1] ?? '';
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map((match) => match[1] ?? '');
  const nested = names
    .filter((name) => name !== 'help')
    .map((name) => commandsBelow([...args, name]));
  return names.length === 0 ? [[...args]] : (await Promise.all(nested)).flat();
}

/** Words of a line as a shell would see them, up to a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [|<>] /);
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

test('every command has help, and every example in it is right usage', async (t) => {
  reply(200, {});
  // Examples read and write files by their names alone.
  const here = process.cwd();
  process.chdir(folder);
  t.after(() => process.chdir(here));
  const commands = await commandsBelow([]);
  assert.ok(commands.length > 30);
  for (const command of commands) {
    const { out } = await ask([...command, '--help']);
    for (const match of out.matchAll(/^ {2}\$ payment-orders (.*)$/gm)) {
      const words = wordsOf(match[1] ?? '');
      assert.deepEqual(words.slice(0, command.length), command);
      const { code, err } = await ask(words);
      assert.notEqual(code, 2, `${words.join(' ')}: ${err}`);
    }
  }
});

test('the exit codes stand in the help', async () => {
  const { out } = await ask(['--help']);
  for (const code of [0, 1, 2, 3]) assert.match(out, new RegExp(`^ {2}${code} {2}`, 'm'));
});
