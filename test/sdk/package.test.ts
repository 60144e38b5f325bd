// The SDK as merchants install it: packed, and put into an empty folder, it checks a proof.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildConsole } from '../console/build-console.ts';
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

test('CommonJS loads every entry, also where it cannot load ES modules', () => {
  const script = `
    const sdk = require('payment-orders-sdk');
    const { signCallback } = require('payment-orders-sdk/testing');
    const { verifyWebhook } = require('payment-orders-sdk/webhook');
    const { verifyProof } = require('payment-orders-sdk/verify-proof');
    const { NotFoundError } = require('payment-orders-sdk/operator');
    const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg==';
    const forged = (error) => [error instanceof sdk.WebhookError, error.problem];
    (async () => {
      const { body, headers } = await signCallback({ type: 'endpoint.test', data: {} }, secret);
      const { type } = await sdk.verifyWebhook(body, headers, secret);
      const wrong = await verifyWebhook({}, headers, secret).catch(forged);
      const same = [
        verifyWebhook === sdk.verifyWebhook,
        verifyProof === sdk.verifyProof,
        NotFoundError === sdk.NotFoundError,
      ];
      console.log(JSON.stringify([type, wrong, same]));
    })();`;
  const none = ['--no-experimental-strip-types', '--no-experimental-require-module'];
  const args = [...none, '--input-type=commonjs', '--eval', script];
  const out = execFileSync(process.execPath, args, { cwd: sdk.app, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(out), ['endpoint.test', [true, 'body'], [true, true, true]]);
});

const USE = `
  import { otherEvent, PaymentOrders, type Trade, verifyWebhook } from 'payment-orders-sdk';
  import { OperatorClient } from 'payment-orders-sdk/operator';
  import { signCallback } from 'payment-orders-sdk/testing';
  import { verifyProof } from 'payment-orders-sdk/verify-proof';
  import { verifyWebhook as same } from 'payment-orders-sdk/webhook';
  export async function use(client: PaymentOrders, request: Request) {
    const trades: Trade[] = await client.orders.list({ state: 'pending' }).take(3);
    const event = await verifyWebhook(request, request.headers, 'secret');
    if (event.type === 'deposit.completed') return event.data.received_amount_cents;
    const callback = await signCallback({ type: 'endpoint.test', data: {} }, 'secret');
    const proof = await verifyProof({}, 'key', { entries: client.proofs.entries() });
    return [trades, callback.body, proof.ok, same === verifyWebhook, otherEvent];
  }
  export async function operate(operator: OperatorClient, id: string) {
    const { name } = await operator.call('getMerchant', { path: { id } });
    const trades = await operator.list('listTrades', { query: { state: 'verifying' } }).take(3);
    return [name, trades[0]?.amount_cents, await operator.call('listRates')];
  }
  export async function misoperate(operator: OperatorClient) {
    // @ts-expect-error: this operation needs its path
    await operator.call('getMerchant');
  }
  export async function misuse(request: Request) {
    const event = await verifyWebhook(request, request.headers, 'secret');
    // @ts-expect-error: the type is misspelt
    if (event.type === 'deposit.complete') return;
    // @ts-expect-error: not every type has its case
    otherEvent(event);
  }`;

/** How projects find the types: of ES modules, of bundlers, and of CommonJS before \`exports\`. */
const WAYS = [
  { module: 'nodenext', moduleResolution: 'nodenext', type: 'module' },
  { module: 'nodenext', moduleResolution: 'nodenext', type: 'commonjs' },
  { module: 'esnext', moduleResolution: 'bundler', type: 'module' },
  { module: 'commonjs', moduleResolution: 'node', type: 'commonjs' },
];

for (const { type, ...way } of WAYS) {
  test(`TypeScript 5.0 reads its types: ${way.moduleResolution}, ${type}`, async () => {
    const folder = join(sdk.app, `${way.moduleResolution}-${type}`);
    await mkdir(folder);
    const compilerOptions = {
      ...{ noEmit: true, strict: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
      ...way,
    };
    const project = JSON.stringify({ compilerOptions, files: ['use.ts'] });
    await writeFile(join(folder, 'tsconfig.json'), project);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type }));
    await writeFile(join(folder, 'use.ts'), USE);
    const tsc = join(ROOT, 'node_modules/typescript-5.0/lib/tsc.js');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '--project', folder], {
      encoding: 'utf8',
    });
    assert.deepEqual([stdout, status], ['', 0]);
  });
}

test('npm would publish it, to everybody and with the proof of where it was built', async () => {
  const folder = join(sdk.app, 'node_modules/payment-orders-sdk');
  const own = ['--offline', '--cache', join(sdk.app, 'cache')];
  const args = ['publish', folder, '--dry-run', '--json', ...own];
  const { stdout, stderr, status } = spawnSync('npm', args, { cwd: sdk.app, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  // Some releases of npm name the package before its files.
  const told = JSON.parse(stdout);
  const { files }: { files: { path: string }[] } = told['payment-orders-sdk'] ?? told;
  const paths = files.map(({ path }) => path);
  const others = paths.filter((path) => !path.startsWith('dist/'));
  assert.deepEqual(others.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
  const text = await read('node_modules/payment-orders-sdk/package.json');
  const { publishConfig, license, ...packed } = JSON.parse(text);
  assert.deepEqual(
    [publishConfig, license],
    [{ access: 'public', provenance: true }, 'Apache-2.0'],
  );
  const root = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const { homepage, bugs, repository, keywords, version } = packed;
  assert.deepEqual([homepage, bugs], [root.homepage, root.bugs]);
  assert.deepEqual(repository, { ...root.repository, directory: 'sdk' });
  assert.ok(keywords.length >= 6);
  // Its own list of changes says what is new in this version.
  const changes = await read('node_modules/payment-orders-sdk/CHANGELOG.md');
  assert.ok(changes.split('\n').includes(`## ${version}`), version);
});

test('its first version can be published by hand, as CONTRIBUTING.md says', async () => {
  const [, given = ''] =
    /npm publish \S+\.tgz (.+)/.exec(await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')) ?? [];
  const published: { 'dist-tags': object; access: string }[] = [];
  const registry = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method === 'PUT') published.push(JSON.parse(body));
    response.writeHead(request.method === 'PUT' ? 201 : 404).end('{}');
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  const { port } = registry.address() as AddressInfo;
  await writeFile(join(sdk.app, '.npmrc'), `//127.0.0.1:${port}/:_authToken=none\n`);
  const folder = join(sdk.app, 'node_modules/payment-orders-sdk');
  const publish = (words: readonly string[]) => {
    const own = ['--registry', `http://127.0.0.1:${port}`, '--cache', join(sdk.app, 'cache')];
    const args = ['publish', folder, '--ignore-scripts', ...own, ...words];
    return promisify(execFile)('npm', args, { cwd: sdk.app });
  };
  try {
    const words = given.split(' ');
    await assert.rejects(
      publish(words.filter((word) => !word.startsWith('--provenance'))),
      /provenance/,
    );
    assert.equal(published.length, 0);
    await publish(words);
  } finally {
    registry.close();
  }
  const { version } = JSON.parse(await read('node_modules/payment-orders-sdk/package.json'));
  const [one] = published;
  assert.deepEqual(
    [published.length, one?.access, one?.['dist-tags']],
    [1, 'public', { next: version }],
  );
});

test('an error inside of it is shown with its place in the sources', async () => {
  const map = JSON.parse(await read('node_modules/payment-orders-sdk/dist/webhook.js.map'));
  const source = await readFile(join(ROOT, 'sdk/webhook.ts'), 'utf8');
  assert.deepEqual([map.sources.length, map.sourcesContent], [1, [source]]);
});

test('the client alone has 6 KB at most, compressed', async () => {
  // It installs the bundler.
  await buildConsole();
  const { build } = await import(join(ROOT, 'console/node_modules/vite/dist/node/index.js'));
  const entry = join(sdk.app, 'client.mjs');
  await writeFile(entry, "export { PaymentOrders } from 'payment-orders-sdk';\n");
  const lib = { entry, formats: ['es'], fileName: 'client' };
  const options = { write: false, minify: true, target: 'es2022', lib };
  const [{ output }] = await build({
    ...{ root: sdk.app, configFile: false, logLevel: 'error' },
    build: options,
  });
  const size = gzipSync(output[0].code, { level: 9 }).length;
  assert.ok(size > 1_000 && size <= 6_000, `${size} bytes`);
});

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
  const dist = join(sdk.app, 'node_modules/payment-orders-sdk/dist');
  const filesOf = async (folder: string) => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    return paths.map((path) => relative(folder, path));
  };
  const files = (await filesOf(dist)).filter((name) => !name.startsWith('cjs/'));
  const modules = (await filesOf(join(ROOT, 'sdk'))).filter((name) => name.endsWith('.ts'));
  const emitted = modules.map((name) => name.slice(0, -'.ts'.length));
  const wanted = emitted.flatMap((name) => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`]);
  assert.deepEqual(files.sort(), wanted.toSorted());
  const commonjs = await filesOf(join(dist, 'cjs'));
  assert.deepEqual(commonjs.sort(), [...wanted, 'package.json'].sort());
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = await read(`node_modules/payment-orders-sdk/dist/${file}`);
    const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
    for (const name of imports) assert.match(name, /^\.{1,2}\/[a-z./-]+\.js$/, file);
  }
});
