// Every screen: clean for axe in light and dark, readable on a small phone, and shown in the
// documents (--test-update-snapshots takes the pictures).
import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import type { Desk } from './desk.ts';
import { SCREENS } from './screens.ts';
import { rawWordsOf } from './steps/raw-words.ts';
import {
  asOnDesktop,
  assertReadable,
  DESKTOP,
  takePicture,
  untilShown,
} from './steps/screen-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const FOLDER = new URL('../../docs/operate/images/console/', import.meta.url);
const DOCUMENT = new URL('../../docs/operate/console.md', import.meta.url);
const ROUTER = new URL('../../console/router.tsx', import.meta.url);
const IS_TAKING = process.execArgv.includes('--test-update-snapshots');
const MOST_BYTES_IN_ALL = 2_500_000;

/** Of the screens that have several, those that their own addresses do not show. */
const PARTS = [
  ...['money', 'keys', 'retention', 'tokens', 'feeds'].map((tab) => `/settings?tab=${tab}`),
  ...['sessions', 'tokens', 'log'].map((tab) => `/account?tab=${tab}`),
  ...['taken', 'unconfirmed', 'ended'].map((stage) => `/payouts?stage=${stage}`),
  ...['by_you', 'all_waiting', 'decided'].map((view) => `/approvals?view=${view}`),
  '/disputes?view=all',
  '/search?q=demo',
];

let scene: ConsoleScene;
let desk: Desk;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, { viewport: DESKTOP });
});
after(() => scene.stop());

describe('every screen', () => {
  it('of the router is in the list, and no other', () => {
    const router = readFileSync(ROUTER, 'utf8');
    const paths = [...router.matchAll(/\bscreen\(\s*'([^']+)'/g)].map(([, path]) => path);
    ok(paths.length > 10, `${paths.length} paths were found in the router`);
    deepEqual(SCREENS.map(({ path }) => path).sort(), paths.sort());
  });

  for (const { path, name, address } of SCREENS) {
    it(`${path} is clean for axe in light and dark, and readable at 320 pixels`, async () => {
      const { page, complaints } = desk;
      await asOnDesktop(page);
      await page.goto(`${scene.url}/console${(await address?.(scene.operator)) ?? path}`);
      await untilShown(page);
      if (IS_TAKING) await takePicture(page, new URL(`${name}.png`, FOLDER));
      deepEqual(await rawWordsOf(page), [], 'shown as programs write it');
      await assertReadable(page, path);
      deepEqual(complaints.splice(0), []);
    });
  }

  for (const address of PARTS) {
    it(`${address} shows nothing as programs write it`, async () => {
      const { page, complaints } = desk;
      await asOnDesktop(page);
      await page.goto(`${scene.url}/console${address}`);
      await untilShown(page);
      deepEqual(await rawWordsOf(page), []);
      deepEqual(complaints.splice(0), []);
    });
  }

  it('is shown in the documents, in small pictures', () => {
    const shown = [...readFileSync(DOCUMENT, 'utf8').matchAll(/\(images\/console\/(.+?)\.png\)/g)];
    const names = SCREENS.map(({ name }) => name).sort();
    deepEqual(shown.map(([, name]) => name).sort(), names);
    const files = readdirSync(FOLDER).sort();
    deepEqual(files, names.map((name) => `${name}.png`).sort());
    const sizes = files.map((file) => statSync(new URL(file, FOLDER)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    ok(total < MOST_BYTES_IN_ALL, `${total} bytes`);
  });
});
