// The packed SDK against a running service, under every runtime that merchants use: Node 20 and 24,
// Deno and Bun.
import { deepEqual, equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { issueToken } from '../../server/app/merchant/tokens.ts';
import { standardWebhookStringToSign } from '../../server/domain/callback/signature.ts';
import { openScene, type Scene } from '../http/service-scene.ts';
import { ROOT } from '../support/checkout/checkout.ts';
import { accepted, OPERATOR, raw } from '../support/test-app.ts';
import { type InstalledSdk, installPackedSdk } from './sdk-scene.ts';

type Locked = { os?: string[]; cpu?: string[]; libc?: string[] };

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
);

/** The program, if npm has one for this machine: the lock says so. */
function installed(packages: RegExp, program: string): string | null {
  const found = Object.entries(lock.packages).find(
    ([path, { os, cpu, libc }]) =>
      packages.test(path) &&
      os?.includes(process.platform) === true &&
      cpu?.includes(process.arch) === true &&
      libc?.includes('musl') !== true,
  );
  return found === undefined ? null : join(ROOT, found[0], program);
}

const RUNTIMES: readonly { name: string; program: string | null; options: string[] }[] = [
  { name: 'node24', program: process.execPath, options: [] },
  { name: 'node20', program: installed(/\/node20-/, 'bin/node'), options: [] },
  {
    name: 'deno',
    program: installed(/\/@deno\//, 'deno'),
    options: ['run', '--no-prompt', '--allow-net', '--node-modules-dir=manual'],
  },
  { name: 'bun', program: installed(/\/@oven\/bun-/, 'bin/bun'), options: [] },
];

const runFile = promisify(execFile);

/** A port at which nobody listens any more. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = Object(server.address());
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function signedCallback() {
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const body = JSON.stringify({ type: 'deposit.completed', sequence: 1, data: { note: '₹ ü' } });
  const timestamp_s = Math.floor(Date.now() / 1_000);
  const text = standardWebhookStringToSign({ id: 'msg-1', timestamp_s, body });
  const headers = {
    'webhook-id': 'msg-1',
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
  };
  return { body, headers, secret: `whsec_${key.toString('base64')}` };
}

/** What every runtime has to say of its tour. */
const expected = (name: string) => ({
  webhook: true,
  published: [true, true, true],
  created: ['pending', 201, false, 1],
  replayed: [true, true],
  request_id: true,
  listed: [`${name}-1`, `${name}-2`, `${name}-3`],
  found: true,
  got: `${name}-1`,
  claimed: 'verifying',
  canceled: ['canceled', 'canceled'],
  compared: ['verifying'],
  payout: ['created', 'payout'],
  balance: 'INR',
  wrong: [true, 'invalid_request', 'amount_cents', true],
  refused: [true, 'insufficient_funds', 'RefusedError'],
  missing: [true, true],
  unknown: [true, 401],
  nobody: true,
  aborted: 'enough',
  signed: ['INR', `${name}-1`, 4],
  strict: [`${name}-1`, `${name}-1`],
  events: [
    'deposit.pending',
    'deposit.pending',
    'deposit.pending',
    'deposit.verifying',
    'deposit.canceled',
    'withdrawal.created',
  ],
  followed: true,
  webhooks: ['deposit.completed', 'msg-1', true, 'signature'],
  hidden: true,
  proof: [true, 'not_included'],
});

type Given = {
  baseUrl: string;
  token: string;
  merchantId: string;
  webhook: ReturnType<typeof signedCallback>;
  proof: object;
} & Record<string, unknown>;

suite('the packed SDK', () => {
  let sdk: InstalledSdk;
  let scene: Scene;
  let given: Given;

  before(async () => {
    [sdk, scene] = await Promise.all([installPackedSdk(), openScene()]);
    const { merchant_id: merchantId, token } = scene.merchant;
    const issue = async (fields: object) =>
      accepted(await issueToken(scene.app, OPERATOR, merchantId, raw({ ...fields })));
    const only_signs = await issue({ mode: 'signature' });
    const strict = await issue({ mode: 'token', require_signature: true });
    given = {
      baseUrl: await scene.server.listen({ host: '127.0.0.1', port: 0 }),
      token,
      merchantId,
      signingSecret: only_signs.signing_secret,
      strict: { token: strict.token, signingSecret: strict.signing_secret },
      webhook: signedCallback(),
      proof: JSON.parse(readFileSync(join(ROOT, 'test/golden/proof/own-second.json'), 'utf8')),
      closedPort: await closedPort(),
    };
    for (const file of ['tour.mjs', 'edge.mjs', 'worker.mjs']) {
      copyFileSync(join(ROOT, 'test/sdk/runtimes', file), join(sdk.app, file));
    }
  });
  after(async () => {
    await sdk?.remove();
    await scene?.stop();
  });

  for (const { name, program, options } of RUNTIMES) {
    // npm has no Deno for some machines; on the build server's all four run, as is tested below.
    if (program === null) continue;
    test(`works under ${name}`, async () => {
      const tour = join(sdk.app, 'tour.mjs');
      const run = await runFile(program, [...options, tour, JSON.stringify({ ...given, name })], {
        cwd: sdk.app,
      });
      deepEqual(JSON.parse(run.stdout), expected(name));
    });
  }

  test('works where there are web standards only, as in edge runtimes', async () => {
    const { baseUrl, token, merchantId, webhook, proof } = given;
    const { headers, body, secret } = webhook;
    const client = { baseUrl, token, merchantId };
    const asked = JSON.stringify({ headers, body, given: { client, secret, proof } });
    const options = ['--experimental-vm-modules', '--no-warnings', join(sdk.app, 'edge.mjs')];
    const run = await runFile(process.execPath, [...options, asked], { cwd: sdk.app });
    deepEqual(JSON.parse(run.stdout), {
      others: [],
      webhook: ['deposit.completed', 'msg-1', 'signature'],
      made: ['edge-1', 'pending'],
      events: ['deposit.pending', true],
      refused: ['InvalidRequestError', 422],
      proof: [true, 'not_included'],
    });
  });

  test('is tried under all four on the usual machine', () => {
    const machine = `${process.platform}-${process.arch}`;
    const tried = RUNTIMES.filter(({ program }) => program !== null).map(({ name }) => name);
    if (machine === 'linux-x64') deepEqual(tried, ['node24', 'node20', 'deno', 'bun']);
    else equal(tried.includes('node24'), true);
  });
});
