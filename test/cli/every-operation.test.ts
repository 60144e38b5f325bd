// What operators can do over the API, and so in the console, the command line can do, too: the
// examples of all commands are run, and each operation is asked for by one of them.
import { deepEqual, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Command } from 'commander';
import { type CommandNode, commandTree } from '../../cli/client/completion-scripts.ts';
import { boundsOfOption } from '../../cli/command-bounds.ts';
import { createProgram } from '../../cli/run.ts';
import { runCli, testTerminal } from './test-terminal.ts';

const text = await readFile(new URL('../../openapi/operator.json', import.meta.url), 'utf8');
const paths: Record<string, Record<string, { operationId: string }>> = JSON.parse(text).paths;
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    operationId,
    path,
    place: new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** Files that examples read. */
const FILES = ['march.csv', 'logo.png', 'letter.jpg', 'camt053-2026-03-05.xml', 'status.xml'];

let server: Server;
let folder: string;
const asked = new Set<string>();
/** What the examples of each command asked for, by the command's place. */
const asked_by = new Map<string, Set<string>>();
const start_folder = process.cwd();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-operations-'));
  process.chdir(folder);
  server = createServer((request, response) => {
    asked.add(`${request.method} ${request.url?.split('?')[0]}`);
    request.resume();
    request.on('end', () => {
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

const leaves = (node: CommandNode): CommandNode[] =>
  node.commands.length === 0 ? [node] : node.commands.flatMap(leaves);
const PROGRAM = createProgram(testTerminal().terminal, () => undefined);
const COMMANDS = leaves(commandTree(PROGRAM));

/** Words of an example as a shell would see them, up to a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [|<>] /);
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? '');
}

/** What a person does in a browser: with a password, a passkey, or an open page. */
const ONLY_IN_A_BROWSER: readonly (readonly [why: string, path: RegExp])[] = [
  [
    'programs have tokens: signing in, and confirming it is you, is for people',
    /\/session(?:\/.+)?$/,
  ],
  ['a token has no sessions', /\/own_sessions/],
  ['a token has no password', /\/own_password$/],
  ['a token has no second factors', /\/own_factors/],
  ['who has a page open beside you', /\/presence$/],
  ['tells an open page what to ask for again', /\/live$/],
];

/** One operation that another one does as well. */
const OTHERWISE: Readonly<Record<string, string>> = {
  approveProposal: 'approvals approve takes any number of them, with approveProposals',
};

const ID = '00000000-0000-4000-8000-000000000000';

/** Examples name a trade by a word or its id alone, for which commands ask at every merchant. */
const withTrades = (words: readonly string[]) =>
  words.map((word) =>
    word === 'TRADE' || (words[0] === 'trades' && word.length === ID.length) ? `${ID}/${ID}` : word,
  );

async function runExamples(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const env = {
    PAYMENT_ORDERS_URL: `http://127.0.0.1:${port}`,
    OPERATOR_TOKEN: 'token',
    MERCHANT_TOKEN: 'test_token',
    XDG_STATE_HOME: folder,
  };
  for (const file of FILES) await writeFile(join(folder, file), 'a,b\n');
  for (const { place } of COMMANDS) {
    asked.clear();
    const { out } = await runCli([...place.split('/').slice(1), '--help']);
    for (const [, line = ''] of out.matchAll(/^ {2}\$ payment-orders (.*)$/gm)) {
      await runCli(withTrades(wordsOf(line)), { env, input: 'a\n' });
    }
    asked_by.set(place, new Set(asked));
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
const IN_EVERY_LIST = ['limit', 'cursor'];

test('the help tells the bounds of each option that a request has', () => {
  const untold: string[] = [];
  let told = 0;
  for (const [place, requests] of asked_by) {
    const sent = OPERATIONS.filter((one) => [...requests].some((each) => one.place.test(each)));
    for (const option of commandAt(place).options) {
      if (IN_EVERY_LIST.includes(option.name())) continue;
      const bounds = new Set(
        sent.flatMap(({ operationId }) => boundsOfOption(operationId, option) ?? []),
      );
      const has = [...bounds].some((words) => option.description.endsWith(`(${words})`));
      if (bounds.size > 0 && !has) {
        const names = sent.map(({ operationId }) => operationId).join(' or ');
        untold.push(`${place} ${option.long}: ${[...bounds].join(' or ')} (${names})`);
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
    ({ operationId, path }) =>
      OTHERWISE[operationId] === undefined &&
      !ONLY_IN_A_BROWSER.some(([, pattern]) => pattern.test(path)),
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
  for (const name of Object.keys(OTHERWISE)) {
    ok(
      without.some(({ operationId }) => operationId === name),
      `no longer an exception: ${name}`,
    );
  }
});
