// What holds for every command: examples in its help, JSON on request, and errors that a stranger
// understands.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Command } from 'commander';
import { EXIT } from '../../../cli/client/exit-code.ts';
import { run } from '../../../cli/run.ts';
import { runCli, testTerminal } from '../test-terminal.ts';
import { COMMANDS, examplesOf, PROGRAM, placeWords } from './command-examples.ts';

/** Files that examples read. */
const FILES = [
  ...'march.csv logo.png camt053-2026-03-05.xml letter.jpg status.xml'.split(' '),
  ...'returns.csv proof.json yesterday.json'.split(' '),
];

let server: Server;
let folder: string;
let env: Record<string, string>;
const stub = { status: 200, body: '{}' };
const start_folder = process.cwd();

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-cli-'));
  for (const name of FILES)
    await writeFile(join(folder, name), name.endsWith('.json') ? '{}' : 'a,b\n');
  // Examples read and write files by their names alone.
  process.chdir(folder);
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(stub.status, { 'content-type': 'application/json' }).end(stub.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { PAYMENT_ORDERS_URL: url, OPERATOR_TOKEN: 'token', MERCHANT_TOKEN: 'test_token' };
});
after(async () => {
  process.chdir(start_folder);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const ask = (words: readonly string[]) => runCli(words, { env, input: 'a\n' });

const optionsOf = (command: Command): string[] =>
  command.options.map(({ long }) => `${command.name()} ${long}`);

const commandsBelow = (command: Command): Command[] =>
  command.commands.flatMap((one) => [one, ...commandsBelow(one)]);

test('no command has an option of the program: --url would lead its token elsewhere', () => {
  const of_program = new Set(PROGRAM.options.map(({ long }) => long ?? ''));
  ok(of_program.has('--url'));
  const options = commandsBelow(PROGRAM).flatMap(optionsOf);
  ok(options.length > 100, `${options.length} options`);
  const shared = options.filter((option) => of_program.has(option.split(' ')[1] ?? ''));
  deepEqual(shared, []);
});

test('every command has an example in its help that is right usage', async () => {
  ok(COMMANDS.length > 140);
  for (const command of COMMANDS) {
    const examples = await examplesOf(command.place);
    ok(examples.length > 0, `${command.place} has no example`);
    for (const words of examples) {
      const place = placeWords(command.place);
      deepEqual(words.slice(0, place.length), place);
      // The other usage tests run each of them.
    }
  }
});

test('every command answers in JSON on request', async () => {
  const others: string[] = [];
  for (const command of COMMANDS) {
    const [words = []] = await examplesOf(command.place);
    const { out, err } = await ask([...words, '--json']);
    try {
      JSON.parse(out);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      others.push(`${command.place}: ${out.slice(0, 100)} ${err.slice(0, 200)}`);
    }
  }
  deepEqual(others, []);
});

test('a refusal is JSON too, with the exit code that stands in the help', async () => {
  const problem = { status: 404, code: 'not_found', detail: 'There is nothing here.', errors: [] };
  stub.status = 404;
  stub.body = JSON.stringify(problem);
  const { code, out } = await ask(['merchants', 'show', 'M', '--json']);
  equal(code, EXIT.failed);
  deepEqual(JSON.parse(out), problem);
});

test('what was not found is named', async () => {
  const one = await ask(['merchants', 'show', 'M-1']);
  match(one.err, /^There is no merchant M-1\.$/m);
  const several = await ask(['tokens', 'revoke', 'M-1', 'T-2']);
  match(several.err, /^One of these does not exist: merchant M-1, token T-2\.$/m);
  const option = await ask(['events', 'list', '--merchant-id', 'M-3']);
  match(option.err, /^There is no merchant M-3\.$/m);
  const kind = await ask(['approvals', 'show', 'A-4']);
  match(kind.err, /^There is no approval A-4\.$/m);
  const said = await ask(['lines', 'assign', 'L-5', 'T-6', '--note', 'x']);
  equal(said.err.match(/T-6/g)?.length, 1, said.err);
});

test('a bug is told in words, its place only on request', async () => {
  const broken = (more: Record<string, string>) => {
    const { terminal, outcome } = testTerminal({ env: { ...env, ...more } });
    const fails = () => {
      throw new TypeError('it broke');
    };
    return { terminal: { ...terminal, out: fails }, outcome };
  };
  stub.status = 200;
  stub.body = '{}';
  const quiet = broken({});
  equal(await run(['health'], quiet.terminal), EXIT.failed);
  match(quiet.outcome.err, /^This is a bug of the command line: TypeError: it broke\n/);
  ok(!quiet.outcome.err.includes('    at '));
  const debug = broken({ PAYMENT_ORDERS_DEBUG: '1' });
  equal(await run(['health'], debug.terminal), EXIT.failed);
  match(debug.outcome.err, /\n {4}at /);
});

test('the documents have every exit code in the words of the help', async () => {
  const page = new URL('../../../docs/operate/command-line.md', import.meta.url);
  const text = await readFile(page, 'utf8');
  const { out } = await runCli(['--help']);
  const told = [...out.matchAll(/^ {2}(\d) {2}(.+)$/gm)].map(
    ([, code, words]) => `| ${code} | ${words} |`,
  );
  equal(told.length, Object.keys(EXIT).length);
  for (const row of told) ok(text.includes(`${row}\n`), row);
});

test('--version prints the version of this release', async () => {
  const { code, out } = await runCli(['--version']);
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  deepEqual([code, out], [EXIT.ok, `${version}\n`]);
});

test('without a command it shows what there is, on the output, and that is no failure', async () => {
  const { code, out, err } = await runCli([]);
  equal(code, 0);
  match(out, /^Usage: payment-orders /);
  match(out, /^ {2}trades /m);
  equal(err, '');
});
