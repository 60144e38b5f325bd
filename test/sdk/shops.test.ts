// The SDK in frameworks too large for every installation: Next, NestJS, and Jest as it comes.
import { equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/checkout/checkout.ts';
import { blocksOf } from '../support/checkout/documents.ts';
import { KEEP, proveRoute, startShop } from './callback-shop.ts';
import { installShops } from './install-shops.ts';
import { type InstalledSdk, installPackedSdk } from './sdk-scene.ts';

const runFile = promisify(execFile);

/** A route of the shop itself, as the other frameworks have one. */
const ORDERS = 'export const POST = async (request) => Response.json(await request.json());\n';

suite('a shop', () => {
  let sdk: InstalledSdk;
  let packages: string;
  let blocks: string[];
  let app: string;

  before(
    async () => {
      sdk = await installPackedSdk();
      packages = await installShops();
      // Beside the packages, so that they are found without links, which Next does not follow.
      app = await mkdtemp(join(packages, 'app-'));
      const own = 'node_modules/payment-orders-sdk';
      await cp(join(sdk.app, own), join(app, own), { recursive: true });
      await writeFile(join(app, 'package.json'), '{ "private": true }\n');
      await writeFile(join(app, 'keep.mjs'), KEEP);
      const page = await readFile(join(ROOT, 'docs/guide/frameworks.md'), 'utf8');
      blocks = blocksOf(page).map(({ text }) => text);
    },
    { timeout: 600_000 },
  );
  after(async () => {
    await sdk?.remove();
    if (app !== undefined) await rm(app, { recursive: true });
  });

  const blockWith = (mark: string): string => {
    const found = blocks.find((text) => text.includes(mark));
    if (found === undefined) throw new Error(`The page has no block with ${mark}`);
    return found;
  };

  test('tests with Jest as it comes, in CommonJS', async () => {
    const project = join(app, 'jest');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "private": true }\n');
    await writeFile(join(project, 'paid.test.js'), blockWith("test('a paid order"));
    const jest = join(packages, 'node_modules/jest/bin/jest.js');
    // Jest tells everything on the second output.
    const { stderr } = await runFile(process.execPath, [jest, '--ci'], { cwd: project });
    match(stderr, /✓ a paid order is believed[\s\S]*Tests: +1 passed, 1 total/);
  });

  test('of NestJS keeps what was signed, and refuses everything else', async () => {
    const ts = createRequire(join(ROOT, 'package.json'))('typescript-5.0');
    const { outputText } = ts.transpileModule(blockWith('@nestjs/core'), {
      compilerOptions: {
        ...{ target: 'es2022', module: 'esnext' },
        ...{ experimentalDecorators: true, emitDecoratorMetadata: true },
      },
    });
    await writeFile(join(app, 'route.mjs'), outputText);
    await cp(join(ROOT, 'test/sdk/runtimes/serve.mjs'), join(app, 'serve.mjs'));
    await proveRoute(await startShop(app, ['serve.mjs', 'nest', join(app, 'route.mjs')]));
  });

  test('of Next keeps what was signed, and refuses everything else', async () => {
    for (const [name, code] of [
      ['callbacks', blockWith('export async function POST')],
      ['orders', ORDERS],
    ] as const) {
      await mkdir(join(app, 'app', name), { recursive: true });
      await writeFile(join(app, 'app', name, 'route.js'), code);
    }
    const next = join(packages, 'node_modules/next/dist/bin/next');
    const env = { PATH: process.env.PATH, NEXT_TELEMETRY_DISABLED: '1' };
    const { stdout } = await runFile(process.execPath, [next, 'build'], { cwd: app, env });
    match(stdout, /\/callbacks/);
    equal(/pages? failed/.test(stdout), false);
    const start = [next, 'start', '--port', '0', '--hostname', '127.0.0.1'];
    await proveRoute(await startShop(app, start), true);
  });
});
