// The examples of the SDK's README run as they stand, one after the other, against a service.
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeProof } from '../../server/app/proof/make-proof.ts';
import { listProofKeys } from '../../server/app/proof/proof-keys.ts';
import { openScene, type Scene } from '../http/service-scene.ts';
import { ROOT } from '../support/checkout/checkout.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { type InstalledSdk, installPackedSdk } from './sdk-scene.ts';

const runFile = promisify(execFile);

let sdk: InstalledSdk;
let scene: Scene;
before(async () => {
  [sdk, scene] = await Promise.all([installPackedSdk(), openScene()]);
});
after(async () => {
  await sdk?.remove();
  await scene?.stop();
});

test('the examples of the README run', async () => {
  const readme = await readFile(join(ROOT, 'sdk/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  equal(blocks.length, 10);
  await makeProof(scene.app, { role: 'service', id: null });
  const { keys } = await listProofKeys(scene.app);
  const known = `const public_key = '${keys[0]?.public_key}';\n`;
  const address = await scene.server.listen({ host: '127.0.0.1', port: 0 });
  const code = `${known}${blocks.join('\n')}`.replaceAll('https://pay.example', address);
  await writeFile(join(sdk.app, 'readme.mjs'), code);
  const { merchant_id: PAY_MERCHANT, token: PAY_TOKEN } = scene.merchant;
  const { stdout, stderr } = await runFile(process.execPath, ['readme.mjs'], {
    cwd: sdk.app,
    env: { PAY_MERCHANT, PAY_TOKEN, PAY_OPERATOR_TOKEN: OPERATOR_TOKEN },
  });
  const lines = stdout.trim().split('\n');
  const [created = '', listed, event, attempt = '', operated, callback, ...proof] = lines;
  match(created, /^pending http:\/\/\S+\/pay\//);
  deepEqual([listed, event], ['order-1001 150050', '1 deposit.pending']);
  match(attempt, /^getLimits 200 1 [\w-]{10,}$/);
  match(String(operated), /^\S.* 1$/);
  equal(callback, 'deposit.completed');
  match(proof.join(' '), /^20\d\d-\d\d-\d\d \[.*available/);
  match(stderr, /field: 'amount_cents'[\s\S]*\/docs\/errors\/invalid_request/);
});
