// Runs what a newcomer is told to type, as it is written: the printed call, the quick start and the
// sandbox guide, each more than once, against one sandbox.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { curlOf } from '../server/first-words.ts';
import { readNotes } from '../server/sandbox-notes.ts';
import { blocksOf, readDocuments } from './support/checkout/documents.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FIRST_BLOCK = 'npm start\n';

let folder = '';
let settings = { PORT: '', DATA_DIR: '' };
let service: ChildProcess | undefined;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quick-start-'));
  // The commands run in the project's folder; what they write goes here instead.
  await symlink(join(ROOT, 'bin'), join(folder, 'bin'));
  settings = { PORT: await startService(), DATA_DIR: join(folder, 'data') };
});

after(async () => {
  if (service !== undefined && service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** The port of a new service over an empty data directory, once it is ready. */
async function startService(): Promise<string> {
  const env = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service = child;
  for await (const line of createInterface({ input: child.stdout })) {
    const said: unknown = JSON.parse(line);
    if (typeof said !== 'object' || said === null || !('msg' in said)) continue;
    if (said.msg !== 'ready' || !('url' in said)) continue;
    child.stdout.resume();
    return new URL(String(said.url)).port;
  }
  throw new Error('The service ended before it was ready');
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return String(typeof address === 'object' ? address?.port : '');
}

async function runShell(script: string, env: NodeJS.ProcessEnv) {
  const shell = spawn('sh', ['-eu'], {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (text) => {
    output += text;
  });
  shell.stdin.end(script);
  const [code] = await once(shell, 'close');
  return { code, output };
}

/** A document's shell blocks as one script. */
function scriptOf(path: string): string[] {
  return blocksOf(readDocuments().get(path) ?? '')
    .filter(({ language }) => language === 'sh')
    .map((block) => block.text);
}

/** Several of them fall into one second. */
const CALLS = 20;

test('the printed call creates another pay-in each time', async () => {
  const notes = await readNotes(settings.DATA_DIR);
  ok(notes !== null);
  const call = curlOf(`http://127.0.0.1:${settings.PORT}`, notes);
  const { code, output } = await runShell(`${`${call}\necho\n`.repeat(CALLS)}`, {});
  equal(code, 0, output);
  const trades = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  deepEqual(
    trades.map(({ state }) => state),
    Array(CALLS).fill('pending'),
  );
  equal(new Set(trades.map(({ id }) => id)).size, CALLS);
});

for (const time of ['once', 'again', 'a third time']) {
  test(`the quick start does what it says, ${time}`, async () => {
    const blocks = scriptOf('docs/guide/quick-start.md');
    equal(blocks[0], FIRST_BLOCK);
    const env = { ...settings, RECEIVER_PORT: await freePort() };
    const { code, output } = await runShell(blocks.slice(1).join('\n'), env);
    equal(code, 0, output);
    match(output, /^pending$/m);
    match(output, /^verifying$/m);
    match(output, /"matched":1,.*"reason":"utr_account_amount"/);
    match(output, /^completed\n147750$/m);
    for (const [index, state] of ['pending', 'verifying', 'completed'].entries()) {
      const told = `deposit\\.${state} sequence ${index + 1} of quick-start-\\d+: 150000`;
      match(output, new RegExp(`^verified ${told}$`, 'm'));
    }
    match(output, /^ok +true$/m);
    const balances = [...output.matchAll(/"actual_amount_cents":(\d+)/g)].map(([, sum]) =>
      Number(sum),
    );
    equal((balances[1] ?? 0) - (balances[0] ?? 0), 147_750);
  });
}

test('the sandbox guide plays the bank', async () => {
  const [script = ''] = scriptOf('docs/guide/sandbox.md');
  const { code, output } = await runShell(script, settings);
  equal(code, 0, output);
  match(output, /matched +account_amount_time/);
  match(output, /^state +completed$/m);
});
