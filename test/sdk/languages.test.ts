// The programs of docs/guide/languages.md as they stand there, under the machine's Python and PHP.
import { equal, match, notEqual, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { after, before, suite } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { signCallback } from '../../sdk/testing.ts';
import { ROOT } from '../support/checkout/checkout.ts';
import { blocksOf } from '../support/checkout/documents.ts';
import { testUnder } from '../support/checkout/machine-programs.ts';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
const EVENT = { type: 'deposit.completed', data: { order_id: 'order-1', note: '₹ 1.50' } } as const;

type Webhook = {
  post: { requestBody: { content: { 'application/json': { example: typeof EVENT } } } };
};

const LANGUAGES = [
  {
    program: 'python3',
    file: 'receiver.py',
    marks: 'BaseHTTPRequestHandler',
    start: (file: string, port: number) => [file, String(port)],
  },
  {
    program: 'php',
    file: 'receiver.php',
    marks: '<?php',
    start: (file: string, port: number) => ['-S', `127.0.0.1:${port}`, file],
  },
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

async function isUp(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'POST' });
    return true;
  } catch (error) {
    // Refused until it listens.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

suite('a receiver', () => {
  let folder: string;
  let blocks: string[];
  let examples: readonly (typeof EVENT)[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payment-orders-languages-'));
    const page = await readFile(join(ROOT, 'docs/guide/languages.md'), 'utf8');
    blocks = blocksOf(page).map(({ text }) => text);
    const { webhooks } = JSON.parse(await readFile(join(ROOT, 'openapi/merchant.json'), 'utf8'));
    examples = Object.values<Webhook>(webhooks).map(
      ({ post }) => post.requestBody.content['application/json'].example,
    );
    ok(examples.some(({ type }) => String(type) === 'endpoint.test'));
  });
  after(() => rm(folder, { recursive: true }));

  for (const { program, file, marks, start } of LANGUAGES) {
    testUnder(
      program,
      `under ${program} keeps what was signed, and refuses everything else`,
      async () => {
        const code = blocks.find((text) => text.includes(marks));
        notEqual(code, undefined);
        await writeFile(join(folder, file), String(code));
        const port = await freePort();
        const child: ChildProcess = spawn(program, start(join(folder, file), port), {
          cwd: folder,
          env: { ...process.env, PAY_SECRET: SECRET },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        try {
          const lines: string[] = [];
          for (const stream of [child.stdout, child.stderr]) {
            if (stream === null) throw new Error('The receiver has no output');
            const read: Interface = createInterface({ input: stream });
            read.on('line', (line) => lines.push(line));
          }
          const url = `http://127.0.0.1:${port}/callbacks`;
          while (!(await isUp(url))) {
            equal(child.exitCode, null, lines.join('\n'));
            await setTimeout(50);
          }
          const post = async (init: { body: string; headers: Record<string, string> }) => {
            const { status } = await fetch(url, { method: 'POST', ...init });
            return status;
          };
          const callback = await signCallback(EVENT, SECRET, { id: 'msg-1' });
          equal(await post(callback), 204, lines.join('\n'));
          // As they are sent: not each is about an order.
          for (const example of examples) {
            const status = await post(await signCallback(example, SECRET));
            equal(status, 204, `${example.type}: ${lines.join('\n')}`);
          }
          const while_rotated = await signCallback(EVENT, [OTHER, SECRET], { id: 'msg-2' });
          equal(await post(while_rotated), 204);
          equal(await post(await signCallback(EVENT, OTHER)), 400);
          const changed = callback.body.replace('order-1', 'order-2');
          equal(await post({ ...callback, body: changed }), 400);
          equal(await post({ ...callback, body: '' }), 400);
          equal(await post({ ...callback, headers: {} }), 400);
          const now = Date.now();
          equal(await post(await signCallback(EVENT, SECRET, { now: now - 299_000 })), 204);
          equal(await post(await signCallback(EVENT, SECRET, { now: now - 310_000 })), 400);
          equal(await post(await signCallback(EVENT, SECRET, { now: now + 310_000 })), 400);
          const { headers } = callback;
          equal(await post({ ...callback, headers: { ...headers, 'webhook-id': 'msg-3' } }), 400);
          match(lines.join('\n'), /msg-1 deposit\.completed order-1/);
        } finally {
          const closed = once(child, 'close');
          child.kill('SIGKILL');
          await closed;
        }
      },
    );
  }
});
