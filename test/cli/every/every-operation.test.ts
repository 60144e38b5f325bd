// What operators can do over the API, and so in the console, the command line can do, too: the
// examples of all commands are run, and each operation is asked for by one of them.
import { deepEqual, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { boundsOfField } from '../../../cli/command-bounds.ts';
import { runCli } from '../test-terminal.ts';
import { COMMANDS, examplesOf, PROGRAM } from './command-examples.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;

async function operationsOf(api: 'operator' | 'merchant') {
  const file = new URL(`../../../openapi/${api}.json`, import.meta.url);
  const paths: Paths = JSON.parse(await readFile(file, 'utf8')).paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      api,
      operationId,
      path,
      place: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  );
}

const OPERATIONS = await operationsOf('operator');
/** Some commands ask as a merchant. */
const ALL_OPERATIONS = [...OPERATIONS, ...(await operationsOf('merchant'))];

/** Files that examples read. */
const FILES = [
  ...['march.csv', 'logo.png', 'letter.jpg', 'camt053-2026-03-05.xml', 'status.xml'],
  'returns.csv',
];

type Asked = { readonly place: string; readonly query: URLSearchParams; readonly body: string };

let server: Server;
let folder: string;
let env: Record<string, string>;
const asked: Asked[] = [];
/** The examples of each command, by the command's place, and what they asked for. */
const examples = new Map<string, readonly string[][]>();
const asked_by = new Map<string, Set<string>>();
const start_folder = process.cwd();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-operations-'));
  process.chdir(folder);
  server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://service');
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      asked.push({ place: `${request.method} ${pathname}`, query, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await runExamples();
});
after(async () => {
  process.chdir(start_folder);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** What a person does in a browser: with a password, a passkey, or an open page. */
const ONLY_IN_A_BROWSER: readonly (readonly [why: string, path: RegExp])[] = [
  [
    'a command signs in, confirms and signs out only on the way to something else',
    /\/session(?:\/.+)?$/,
  ],
  ['a token has no sessions', /\/own_sessions/],
  ['a token has no password', /\/own_password$/],
  ['a token has no second factors', /\/own_factors/],
  ['a token has no account elsewhere', /\/own_openid/],
  ['who has a page open beside you', /\/presence$/],
  ['tells an open page what to ask for again', /\/live$/],
];

const ID = '00000000-0000-4000-8000-000000000000';

/** Examples name a trade by a word or its id alone, for which commands ask at every merchant. */
const withTrades = (words: readonly string[]) =>
  words.map((word) =>
    word === 'TRADE' || (words[0] === 'trades' && word.length === ID.length) ? `${ID}/${ID}` : word,
  );

async function runExamples(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  env = {
    PAYMENT_ORDERS_URL: `http://127.0.0.1:${port}`,
    OPERATOR_TOKEN: 'token',
    MERCHANT_TOKEN: 'test_token',
    XDG_STATE_HOME: folder,
  };
  for (const file of FILES) await writeFile(join(folder, file), 'a,b\n');
  for (const { place } of COMMANDS) {
    asked.length = 0;
    const found = (await examplesOf(place)).map(withTrades);
    examples.set(place, found);
    for (const words of found) await runCli(words, { env, input: 'a\n', is_tty: true });
    asked_by.set(place, new Set(asked.map((one) => one.place)));
  }
}

/** The command at a place such as `/merchants/create`. */
function commandAt(place: string): Command {
  const [, ...words] = place.split('/');
  let found: Command = PROGRAM;
  for (const word of words) found = found.commands.find((one) => one.name() === word) ?? found;
  return found;
}

/** Pages of lists are as long for each list. */
const IN_EVERY_LIST = new Set(['limit', 'cursor']);

/** Texts and numbers that no example has: one for each option of a command. */
const valueFor = (at: number) => String(79_001 + at);

/** The fields that have the given value, as `settings.reserve_days`. */
function fieldsWith(given: string, value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return String(value) === given ? [name] : [];
  return Object.entries(value).flatMap(([key, member]) => {
    const below = name === '' ? key : `${name}.${key}`;
    return fieldsWith(given, member, Array.isArray(value) ? name : below);
  });
}

const jsonOf = (body: string): unknown => (body.startsWith('{') ? JSON.parse(body) : null);

/** What the bounds of the fields say in which an option's value was sent. */
function boundsOfSent(given: string, { place, query, body }: Asked): string[] {
  const found = ALL_OPERATIONS.find((one) => one.place.test(place));
  const told = found === undefined ? found : { api: found.api, operation: found.operationId };
  const sent = [Object.fromEntries(query), jsonOf(body)];
  return sent
    .flatMap((value) => fieldsWith(given, value))
    .flatMap((field) => boundsOfField(told, field) ?? []);
}

function takes(option: Option, given: string): boolean {
  if (!(option.required || option.optional) || /<(?:time|day)>/.test(option.flags)) return false;
  try {
    option.parseArg?.(given, undefined);
    return true;
  } catch (error) {
    if (error instanceof InvalidArgumentError) return false;
    throw error;
  }
}

type Probe = { readonly option: Option; readonly given: string };

/** Runs the examples of a command with more options: all requests that they lead to. */
async function askWith(place: string, probes: readonly Probe[]): Promise<readonly Asked[]> {
  asked.length = 0;
  const more = probes.flatMap(({ option, given }) => [option.long ?? '', given]);
  for (const words of examples.get(place) ?? []) {
    await runCli([...words, ...more], { env, input: 'a\n', is_tty: true });
  }
  return [...asked];
}

test('the help tells the bound of the field that each option sets', async () => {
  const untold: string[] = [];
  let told = 0;
  for (const { place } of COMMANDS) {
    const probes = commandAt(place)
      .options.map((option, at) => ({ option, given: valueFor(at) }))
      .filter(({ option, given }) => takes(option, given) && !IN_EVERY_LIST.has(option.name()));
    const together = await askWith(place, probes);
    for (const probe of probes) {
      const { option, given } = probe;
      // Options that exclude each other are asked for one by one.
      const requests = together.length > 0 ? together : await askWith(place, [probe]);
      const bounds = new Set(requests.flatMap((one) => boundsOfSent(given, one)));
      const has = [...bounds].some((words) => option.description.endsWith(`(${words})`));
      if (bounds.size > 0 && !has) {
        untold.push(`${place} ${option.long}: ${[...bounds].join(' or ')}`);
      }
      told += has ? 1 : 0;
    }
  }
  deepEqual(untold, []);
  ok(told > 50, `${told} options`);
});

test('each operation has a command, or needs a browser', () => {
  const all = [...asked_by.values()].flatMap((requests) => [...requests]);
  const without = OPERATIONS.filter(({ place }) => !all.some((one) => place.test(one)));
  const unexplained = without.filter(
    ({ path }) => !ONLY_IN_A_BROWSER.some(([, pattern]) => pattern.test(path)),
  );
  deepEqual(
    unexplained.map(
      ({ operationId }) => `${operationId}: no example of a command in cli/commands/ asks for it`,
    ),
    [],
  );
  for (const [why, pattern] of ONLY_IN_A_BROWSER) {
    ok(
      without.some(({ path }) => pattern.test(path)),
      `no longer an exception: ${why}`,
    );
  }
});
