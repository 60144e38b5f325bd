// Counts what a person does with their hands: each click and key is the browser's own event.
// A choice from a list counts as two clicks, since browsers without a window open no list: it is
// opened, and the choice is made.
import type { Locator, Page } from 'playwright-core';

export type Counted = {
  readonly clicks: number;
  readonly keys: number;
};

export type Hands = {
  click(what: Locator): Promise<void>;
  choose(list: Locator, value: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Words in a field: they are not counted, since how many they are says nothing of the screen. */
  write(text: string): Promise<void>;
  counted(): Promise<Counted>;
};

/** Only what a person does is trusted by the browser. */
const COUNTING = `{
  window.counted = { clicks: 0, keys: 0 };
  window.isWriting = false;
  document.addEventListener('pointerdown', ({ isTrusted }) => {
    if (isTrusted) window.counted.clicks += 1;
  }, { capture: true });
  document.addEventListener('keydown', ({ isTrusted, repeat }) => {
    if (isTrusted && !repeat && !window.isWriting) window.counted.keys += 1;
  }, { capture: true });
}`;

/** From the page as it is now: nothing of it may be loaded anew meanwhile. */
export async function handsOn(page: Page): Promise<Hands> {
  await page.evaluate(COUNTING);
  const writing = (is: boolean) => page.evaluate(`window.isWriting = ${String(is)}`);
  return {
    click: (what) => what.click(),
    async choose(list, value) {
      await page.evaluate('window.counted.clicks += 2');
      await list.selectOption(value);
    },
    press: (key) => page.keyboard.press(key),
    async write(text) {
      await writing(true);
      await page.keyboard.type(text);
      await writing(false);
    },
    counted: () => page.evaluate<Counted>('window.counted'),
  };
}
