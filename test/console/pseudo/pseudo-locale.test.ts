// Every screen in a language that nobody speaks: its texts are 40 % longer, and what is no text of
// a catalogue has no marks. Nothing is cut, overlaps or leaves the window, in both directions.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { READ_ONCE } from '../access/answers.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { SCREENS } from '../screens.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { type IsData, listenTo } from './answered.ts';
import { brokenOn, notMirrored, wordsLeftOn } from './look.ts';
import { buildPseudoConsole, showPseudo } from './pseudo-console.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const DESKTOP = { width: 1_440, height: 900 };
/** A small window, a large one at 200 % zoom, and a phone. */
const SMALLER = [
  { width: 1_024, height: 768 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
] as const;

let scene: ConsoleScene;
let desk: Desk;
let answers: () => Promise<IsData>;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, { viewport: DESKTOP });
  // Each screen is compared in both directions: its rows must be the same ones.
  await desk.page.addInitScript(READ_ONCE);
  await desk.page.route('**/operator/v1/live', () => undefined);
  answers = listenTo(desk.page);
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

/** Each is put on a screen that is in order: the judge sees it. */
const PLANTED: readonly [what: string, planted: string, found: RegExp][] = [
  ['a word in code', "host.append('Nothing yet');", /^Nothing yet$/],
  ['a name in code', "host.setAttribute('aria-label', 'Amount');", /^Amount$/],
  [
    'a width that is fixed',
    `const label = document.createElement('h3');
     Object.assign(label.style, { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' });
     label.textContent = '⟦Ţĥé ļåƀéļ öƒ å ƀûŧŧöñ⟧';
     host.append(label);`,
    /cut: h3/,
  ],
  [
    'what is too wide',
    "Object.assign(host.style, { width: '2000px', height: '8px' });",
    /wider than its window/,
  ],
  [
    'a margin on the left',
    `const button = document.createElement('button');
     button.textContent = '⟦Ŝéñđ⟧';
     button.style.marginLeft = '16px';
     host.append(button);`,
    /not mirrored: button/,
  ],
  [
    'what is there in one direction only',
    `const button = document.createElement('button');
     button.textContent = '⟦Ŝéñđ⟧';
     const root = document.documentElement;
     new MutationObserver(() => {
       button.hidden = root.dir === 'rtl';
     }).observe(root, { attributes: true });
     host.append(button);`,
    /another number of elements/,
  ],
  [
    'a control on another one',
    `const over = document.createElement('button');
     over.textContent = '⟦Ŝéñđ⟧';
     const under = over.cloneNode(true);
     under.style.marginInlineStart = '-20px';
     host.append(over, under);`,
    /overlap: button/,
  ],
];

describe('in a language with longer words', () => {
  for (const { path, address } of SCREENS) {
    it(`${path} has only words of the catalogues, and room for them`, async () => {
      const { page } = desk;
      await page.setViewportSize(DESKTOP);
      await page.goto(`${scene.url}/console${(await address?.(scene.operator)) ?? path}`);
      await untilShown(page);
      const found = [...(await wordsLeftOn(page, answers)), ...(await lookAt('1440'))];
      for (const size of SMALLER) {
        await page.setViewportSize(size);
        await untilShown(page);
        found.push(...(await lookAt(String(size.width))));
      }
      deepEqual(found, []);
    });
  }

  for (const [what, planted, found] of PLANTED) {
    it(`${what} is found`, async () => {
      const { page } = desk;
      await page.setViewportSize(DESKTOP);
      await page.goto(`${scene.url}/console/account`);
      await untilShown(page);
      await page.evaluate(`{
        const host = document.createElement('div');
        document.querySelector('main').prepend(host);
        ${planted}
      }`);
      const left = [...(await wordsLeftOn(page, answers)), ...(await lookAt('1440'))];
      ok(
        left.some((one) => found.test(one)),
        left.join(),
      );
    });
  }
});
