// Every screen in a language that nobody speaks: its texts are 40 % longer, and what is no text of a
// catalogue has no marks. Nothing is cut, overlaps or leaves the window, from right to left as well.
import { deepEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { SCREENS } from '../screens.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { answered } from './answered.ts';
import { brokenOn, notMirrored, wordsLeftOn } from './look.ts';
import { buildPseudoConsole, showPseudo } from './pseudo-console.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const DESKTOP = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };

let scene: ConsoleScene;
let desk: Desk;
let isData: (text: string) => boolean;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, { viewport: DESKTOP });
  isData = answered(desk.page);
  await showPseudo(desk.page.context(), await buildPseudoConsole());
});
after(() => scene.stop());

async function lookAt(width: string): Promise<readonly string[]> {
  const { page } = desk;
  const plain = (await brokenOn(page)).map((what) => `${width}: ${what}`);
  const mirror = (await notMirrored(page)).map((what) => `${width}: ${what}`);
  const turned = (await brokenOn(page)).map((what) => `${width}, from right to left: ${what}`);
  return [...plain, ...mirror, ...turned];
}

describe('in a language with longer words', () => {
  for (const { path, address } of SCREENS) {
    it(`${path} has only words of the catalogues, and room for them in both directions`, async () => {
      const { page } = desk;
      await page.setViewportSize(DESKTOP);
      await page.goto(`${scene.url}/console${(await address?.(scene.operator)) ?? path}`);
      await untilShown(page);
      const found = [...(await wordsLeftOn(page, isData)), ...(await lookAt('1440'))];
      await page.setViewportSize(PHONE);
      await untilShown(page);
      deepEqual([...found, ...(await lookAt('390'))], []);
    });
  }
});
