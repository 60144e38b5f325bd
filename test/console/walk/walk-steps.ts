// The sentences in which a document says what to do in the console, and how each is done.
import { ok } from 'node:assert/strict';
import type { Download, Page } from 'playwright-core';
import type { openAuthenticator } from '../../app/factor/factor-scene.ts';
import { readKey } from '../live-scene.ts';
import { closeByKey, openByKey } from '../steps/bank-steps.ts';

export type Walk = {
  page: Page;
  email: string;
  /** The link that the owner gave. */
  link: string;
  /** The last address that a command printed. */
  printed: string;
  /** The text of the section's code block. */
  block: string;
  app: ReturnType<typeof openAuthenticator> | null;
  files: Download[];
  changeTo(who: 'you' | 'colleague'): Promise<void>;
  run(command: string): Promise<void>;
  /** All steps of the section so far, by the colleague; then you go on. */
  repeatAsColleague(): Promise<void>;
  /** Writes a file into the folder where commands run. */
  store(file: string, text: string): Promise<void>;
};

type Sentence = {
  says: RegExp;
  does: (walk: Walk, first: string, second: string) => Promise<unknown>;
};

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name may be followed by its key or by a count. */
const named = (name: string) => new RegExp(`^${escaped(name)}(?: [a-z]| ?\\d+)?$`);

/** What is pressed in a dialog comes after the page below it. */
const pressable = (page: Page, name: string) => {
  const by = { name: named(name) };
  return page
    .getByRole('button', by)
    .or(page.getByRole('link', by))
    .or(page.getByRole('menuitem', by))
    .filter({ visible: true })
    .last();
};

/** Of required fields the label ends with a star. */
const field = (page: Page, label: string) =>
  page
    .locator('input, textarea, select')
    .and(page.getByLabel(new RegExp(`^${escaped(label)}(?: ?\\*)?$`)))
    .last();

const inNavigation = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: named(name) });

async function choose({ page }: Walk, option: string, label: string): Promise<void> {
  const select = field(page, label);
  await select.waitFor();
  // A list of the page's own: one that is searched takes what is typed.
  if ((await select.and(page.locator('input')).count()) > 0) {
    await select.click();
    if (await select.isEditable()) await select.fill(option);
    await page.getByRole('option', { name: option }).first().click();
    return;
  }
  const options = select.locator('option', { hasText: option });
  await options.first().waitFor({ state: 'attached' });
  await select.selectOption(await options.first().getAttribute('value'));
}

const STATEMENT = { name: 'statement.csv', mimeType: 'text/csv' };

export const SENTENCES: readonly Sentence[] = [
  {
    says: /^Open the link that (?:the owner gave|was made for) you\.$/,
    does: ({ page, link }) => page.goto(link),
  },
  {
    says: /^Open the address that was printed\.$/,
    does: ({ page, printed }) => page.goto(printed),
  },
  { says: /^Open \*(.+)\*\.$/, does: ({ page }, name) => inNavigation(page, name).click() },
  {
    says: /^Press \*(.+)\*(?: in any row| in the dialog)?\.$/,
    does: ({ page }, name) => pressable(page, name).click(),
  },
  { says: /^Press the key `(.+)`\.$/, does: ({ page }, key) => page.keyboard.press(key) },
  {
    says: /^Press the key `(.+)`: the dialog \*(.+)\* opens\.$/,
    does: async ({ page }, key, name) => {
      await pressable(page, name).waitFor();
      await openByKey(page, key, name);
    },
  },
  {
    says: /^Press the key `(.+)`: the dialog closes\.$/,
    does: ({ page }, key) => closeByKey(page, key),
  },
  { says: /^Type `(.+)`\.$/, does: ({ page }, text) => page.keyboard.type(text) },
  {
    says: /^Write `(.+)` into \*(.+)\*\.$/,
    does: ({ page }, text, label) => field(page, label).fill(text),
  },
  {
    says: /^Write your address into \*(.+)\*\.$/,
    does: ({ page, email }, label) => field(page, label).fill(email),
  },
  {
    says: /^Scan the picture with your app\.$/,
    does: async (walk) => {
      walk.app = await readKey(walk.page);
    },
  },
  {
    says: /^Write the code of your app into \*(.+)\*\.$/,
    does: ({ page, app }, label) => field(page, label).fill(app?.code(Date.now()) ?? ''),
  },
  {
    says: /^(?:Store the recovery codes, and check|Check) \*(.+)\*\.$/,
    does: ({ page }, label) => field(page, label).check(),
  },
  { says: /^Choose \*(.+)\* as \*(.+)\*\.$/, does: choose },
  {
    says: /^Choose the file\.$/,
    does: ({ page, block }) =>
      page.locator('input[type=file]').setInputFiles({ ...STATEMENT, buffer: Buffer.from(block) }),
  },
  { says: /^Let the owner run this\.$/, does: ({ block, run }) => run(block) },
  {
    says: /^Let your colleague do the same\.$/,
    does: ({ repeatAsColleague }) => repeatAsColleague(),
  },
  { says: /^Let your colleague go on\.$/, does: ({ changeTo }) => changeTo('colleague') },
  { says: /^Go on yourself\.$/, does: ({ changeTo }) => changeTo('you') },
  {
    says: /^You see \*(.+)\*\.?$/,
    does: ({ page }, text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
  },
  {
    says: /^Store what is shown in the file `(.+)`\.$/,
    does: async ({ page, store }, file) => {
      const dialog = page.getByRole('dialog');
      await store(file, await dialog.locator('code').last().innerText());
      await dialog.getByRole('button', { name: 'I have it; close' }).click();
    },
  },
  {
    says: /^A file is saved\.$/,
    does: async ({ page, files }) => {
      const file = files.pop() ?? (await page.waitForEvent('download'));
      ok(await file.path());
    },
  },
];

/** The one sentence that a step is. */
export function sentenceOf(step: string): Sentence {
  const [sentence, ...others] = SENTENCES.filter(({ says }) => says.test(step));
  if (sentence === undefined || others.length > 0) throw new Error(`Cannot do: ${step}`);
  return sentence;
}

export async function takeStep(walk: Walk, step: string): Promise<void> {
  const { says, does } = sentenceOf(step);
  const [, first = '', second = ''] = says.exec(step) ?? [];
  await does(walk, first, second);
}
