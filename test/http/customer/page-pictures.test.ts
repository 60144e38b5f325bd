// The guide's pictures of the payment page: taken here (--test-update-snapshots), and all shown.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { visitPage } from '../../support/browser/page-visit.ts';
import { decodePng, writeSmallPng } from '../../support/browser/png.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';
import { SCENES, type Scene } from './page-scenes.ts';

const FOLDER = new URL('../../../docs/guide/images/payment-page/', import.meta.url);
const GUIDE = new URL('../../../docs/guide/payment-page.md', import.meta.url);
const MOST_BYTES_IN_ALL = 1_700_000;
const IS_TAKING = process.execArgv.includes('--test-update-snapshots');

const ORIGIN = 'http://pay.test';

const { server, views } = pageServer(ORIGIN);
let browser: TestBrowser;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  browser = await launchBrowser([`--host-resolver-rules=MAP pay.test 127.0.0.1:${port}`]);
  atEnd(() => browser.close());
});

/** A whole page is taken in a window of its height: browsers forget the finger otherwise. */
async function picture(page: Page, { screen, is_cut }: Scene): Promise<Buffer> {
  if (is_cut !== true) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width: screen.viewport.width, height });
  }
  return page.screenshot();
}

/** As the head of a PNG has it. */
const widthOf = (png: Buffer): number => png.readUInt32BE(16);

async function take(scene: Scene, use: (page: Page) => Promise<void>): Promise<void> {
  const { name, view, lang, screen, act } = scene;
  if (name !== 'not-found') views.set(name, view);
  // No stream: it would tell the time that it is, not the time of the facts.
  const options = { at: `${ORIGIN}/pay/assets/`, timezoneId: 'UTC', ...screen };
  await visitPage(browser, options, async ({ page }) => {
    await page.route(/\/(?:live|status)\b/, (route) => route.abort());
    await page.goto(`${ORIGIN}/pay/${name}?lang=${lang}`);
    await act?.(page);
    await use(page);
  });
}

describe('the pictures of the guide', () => {
  for (const scene of SCENES) {
    it(`show ${scene.name}`, async () => {
      const file = new URL(`${scene.name}.png`, FOLDER);
      await take(scene, async (page) => {
        const taken = await picture(page, scene);
        if (IS_TAKING) {
          mkdirSync(FOLDER, { recursive: true });
          writeFileSync(file, writeSmallPng(decodePng(taken)));
        }
        equal(widthOf(readFileSync(file)), widthOf(taken));
      });
    });
  }

  it('are all shown in the guide, and no other', () => {
    const shown = [
      ...readFileSync(GUIDE, 'utf8').matchAll(/\(images\/payment-page\/(.+?)\.png\)/g),
    ];
    const names = SCENES.map(({ name }) => name).sort();
    deepEqual([...new Set(shown.map(([, name]) => name))].sort(), names);
    const files = readdirSync(FOLDER).sort();
    deepEqual(files, names.map((name) => `${name}.png`).sort());
  });

  it('are small', () => {
    const sizes = readdirSync(FOLDER).map((file) => statSync(new URL(file, FOLDER)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    ok(total < MOST_BYTES_IN_ALL, `${total} bytes`);
  });
});
