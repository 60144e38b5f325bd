// The SDK as merchants install it: packed, and put into an empty folder, it checks a proof.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT } from '../support/checkout/checkout.ts';
import { type InstalledSdk, installPackedSdk } from './sdk-scene.ts';

const GOLDEN = join(ROOT, 'test/golden/proof/own-second.json');
const NAMES = ['payment-orders-sdk', 'payment-orders-sdk/verify-proof'];

let sdk: InstalledSdk;

const read = (name: string) => readFile(join(sdk.app, name), 'utf8');

before(async () => {
  sdk = await installPackedSdk();
});
after(() => sdk?.remove());

for (const name of NAMES) {
  test(`a proof is checked after: import … from '${name}'`, () => {
    const script = `
      import { readFileSync } from 'node:fs';
      import { verifyProof } from '${name}';
      const document = JSON.parse(readFileSync(process.argv[1], 'utf8'));
      const right = await verifyProof(document, document.public_key);
      const forged = { ...document, leaf: document.leaf.replace('"number":', '"number": ') };
      const wrong = await verifyProof(forged, document.public_key);
      console.log(JSON.stringify([right.ok, wrong.problem]));`;
    const args = ['--no-experimental-strip-types', '--input-type=module', '--eval', script, GOLDEN];
    const cwd = sdk.app;
    const out = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
    assert.deepEqual(JSON.parse(out), [true, 'not_included']);
  });
}

test('merchants’ own code is checked against its types', async () => {
  const use = (options: string) =>
    `import { type ProofCheck, verifyProof } from 'payment-orders-sdk';
     export const check: ProofCheck = await verifyProof({}, 'key', ${options});\n`;
  await writeFile(join(sdk.app, 'right.ts'), use('{ earlier: {} }'));
  await writeFile(join(sdk.app, 'wrong.ts'), use('{ entries: 5 }'));
  await writeFile(join(sdk.app, 'package.json'), '{ "type": "module" }');
  const problemsOf = (file: string) => {
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      '',
      '--lib',
      'ES2024,DOM',
    ];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    try {
      return execFileSync(process.execPath, [tsc, ...options, file], {
        cwd: sdk.app,
        encoding: 'utf8',
      });
    } catch (error) {
      if (error instanceof Error && 'stdout' in error) return String(error.stdout);
      throw error;
    }
  };
  assert.equal(problemsOf('right.ts'), '');
  assert.match(problemsOf('wrong.ts'), /^wrong\.ts\S* - error TS2322|^wrong\.ts.*error TS2322/m);
});

test('it brings nothing else along, and imports only its own files', async () => {
  const installed = await readdir(join(sdk.app, 'node_modules'));
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['payment-orders-sdk'],
  );
  const files = await readdir(join(sdk.app, 'node_modules/payment-orders-sdk/dist'));
  const modules = (await readdir(join(ROOT, 'sdk'))).filter((name) => name.endsWith('.ts'));
  const emitted = modules.map((name) => name.slice(0, -'.ts'.length));
  assert.deepEqual(files.sort(), emitted.flatMap((name) => [`${name}.d.ts`, `${name}.js`]).sort());
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = await read(`node_modules/payment-orders-sdk/dist/${file}`);
    const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
    for (const name of imports) assert.match(name, /^\.\/[a-z.-]+\.js$/, file);
  }
});
