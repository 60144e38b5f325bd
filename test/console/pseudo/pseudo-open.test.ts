// What opens over a page, once of each kind, in a language with longer words and in both
// directions: a menu, a picker, a dialog, the field to go and find, and a notice.
import { deepEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { MERCHANT_TEXTS } from '../../../console/texts/merchants/merchants.ts';
import { LIST_PART_TEXTS } from '../../../console/texts/parts.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { type IsData, listenTo } from './answered.ts';
import { brokenWhenOpen, wordsLeftOn } from './look.ts';
import { buildPseudoConsole, showPseudo } from './pseudo-console.ts';
import { pseudoText } from './pseudo-text.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const WIDTHS = [
  ['1440', { width: 1_440, height: 900 }],
  ['390', { width: 390, height: 844 }],
] as const;

let scene: ConsoleScene;
let desk: Desk;
let answers: () => Promise<IsData>;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER);
  answers = listenTo(desk.page);
  await showPseudo(desk.page.context(), await buildPseudoConsole());
});
after(() => scene.stop());

async function openDialog(page: Page): Promise<void> {
  const name = pseudoText(MERCHANT_TEXTS.create.label);
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('[role=dialog] form').waitFor();
}

/** On a phone the filters are behind a button. */
async function openPicker(page: Page): Promise<void> {
  const filters = page.getByRole('button', { name: pseudoText(LIST_PART_TEXTS.filters(0)) });
  if (await filters.isVisible()) await filters.click();
  await page.locator('main input[aria-haspopup=listbox]:visible').first().click();
}

async function openNotice(page: Page): Promise<void> {
  await openDialog(page);
  await page.locator('[role=dialog] input[name=name]').fill('Tea House');
  await page.locator('[role=dialog] input[name=balance_currency]').fill('INR');
  await page.locator('[role=dialog] textarea[name=note]').fill('Contract');
  await page.locator('[role=dialog] button[type=submit]').click();
  // It stays as long as somebody points at it.
  await page.locator('.mantine-Notification-root').hover();
}

type Kind = {
  readonly of: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  readonly within: string;
};

const KINDS: readonly Kind[] = [
  {
    of: 'a menu',
    path: '/merchants',
    open: (page) => page.locator('header button[aria-haspopup=menu]').last().click(),
    within: '[role=menu]',
  },
  { of: 'a dialog', path: '/merchants', open: openDialog, within: '.mantine-Modal-content' },
  { of: 'a picker', path: '/trades', open: openPicker, within: '[role=listbox]' },
  {
    of: 'the field to go and find',
    path: '/merchants',
    open: (page) => page.keyboard.press('/'),
    within: '[role=listbox]',
  },
  { of: 'a notice', path: '/merchants', open: openNotice, within: '.mantine-Notification-root' },
];

describe('in a language with longer words', () => {
  for (const { of, path, open, within } of KINDS) {
    for (const [name, size] of WIDTHS) {
      it(`${of} has only words of the catalogues, and room for them, at ${name}`, async () => {
        const { page } = desk;
        await page.setViewportSize(size);
        await page.goto(`${scene.url}/console${path}`);
        await untilShown(page);
        await open(page);
        await page.locator(within).first().waitFor();
        const left = await wordsLeftOn(page, answers);
        deepEqual([...left, ...(await brokenWhenOpen(page, within))], []);
      });
    }
  }
});
