// The routes of docs/guide/frameworks.md as they stand there, in the real frameworks and over HTTP.
import { equal, match } from 'node:assert/strict';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { signCallback } from '../../sdk/testing.ts';
import { ROOT } from '../support/checkout/checkout.ts';
import { blocksOf } from '../support/checkout/documents.ts';
import {
  EVENT,
  KEEP,
  postCallback,
  proveRoute,
  SECRET,
  type Shop,
  startShop,
} from './callback-shop.ts';
import { type InstalledSdk, installPackedSdk } from './sdk-scene.ts';

const PACKAGES = ['express', 'fastify', 'hono', '@hono/node-server'];

suite('a route for callbacks', () => {
  let sdk: InstalledSdk;
  let blocks: string[];

  before(async () => {
    sdk = await installPackedSdk();
    for (const name of PACKAGES) {
      const path = join(sdk.app, 'node_modules', name);
      await mkdir(dirname(path), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), path);
    }
    await copyFile(join(ROOT, 'test/sdk/runtimes/serve.mjs'), join(sdk.app, 'serve.mjs'));
    await writeFile(join(sdk.app, 'keep.mjs'), KEEP);
    const page = await readFile(join(ROOT, 'docs/guide/frameworks.md'), 'utf8');
    blocks = blocksOf(page).map(({ text }) => text);
  });
  after(() => sdk?.remove());

  /** The route that imports this framework; `change` makes the mistake that a test is about. */
  async function openShop(framework: string, change = (code: string) => code): Promise<Shop> {
    const code = blocks.find((text) => text.includes(` from '${framework}';`)) ?? '';
    const file = join(sdk.app, 'route.mjs');
    await writeFile(file, change(code));
    return await startShop(sdk.app, ['serve.mjs', framework, file]);
  }

  for (const framework of ['express', 'fastify', 'hono']) {
    test(`of ${framework} keeps what was signed, and refuses everything else`, async () => {
      await proveRoute(await openShop(framework));
    });
  }

  const RAW = "express.raw({ type: 'application/json' })";
  for (const [what, parser, told] of [
    ['parses first', 'express.json()', /The body is an object: it was parsed before/],
    ['keeps no body', "express.raw({ type: 'text/plain' })", /The body is undefined/],
  ] as const) {
    test(`that ${what} is told what to do instead`, async () => {
      const shop = await openShop('express', (code) => code.replace(RAW, parser));
      const callback = await signCallback(EVENT, SECRET);
      equal((await postCallback(shop, callback)).status, 400);
      const errors = await shop.end();
      match(errors, told);
      match(errors, /Give the raw body/);
    });
  }
});
