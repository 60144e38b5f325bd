// Finds what a screen shows as programs write it, in place of words for people: a value of a closed
// list, a name with underscores, or an id with its kind.
import type { Page } from 'playwright-core';
import { SHOWN } from '../parts/enum-words.ts';
import { everyEnum } from '../parts/enums-of-api.ts';

const MEANT: ReadonlySet<string> = new Set([
  // The customer of a settlement's pay-out has this name.
  'settlement',
  // A column of the file of refunds.
  'amount',
  // Somebody writes where a rate comes from, and so the demo data do.
  'sandbox',
  // Beside its words, for whoever looks for it in a program.
  'deposit.completed',
]);

const hasOtherWord = (words: Readonly<Record<string, unknown>>, value: string): boolean =>
  words[value] !== undefined && words[value] !== value;

function rawValues(): ReadonlySet<string> {
  const shown = new Map(Object.entries(SHOWN));
  const raw = everyEnum().flatMap(({ place, values }) => {
    const words = shown.get(place);
    return words === undefined ? [] : values.filter((value) => hasOtherWord(words, value));
  });
  return new Set(raw);
}

const RAW = rawValues();
const A_NAME = /^[a-z]+(?:[_:][a-z]+)+$/;
const AN_ID_OF_A_KIND = /^[a-z_]+\/[0-9a-f]{8}-[0-9a-f]{4}-/;

const isRaw = (text: string): boolean =>
  !MEANT.has(text) && (RAW.has(text) || A_NAME.test(text) || AN_ID_OF_A_KIND.test(text));

/** Each text node that can be seen, alone. */
const textsOf = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (parentElement?.checkVisibility() === true) texts.push(textContent.trim());
  }
  return texts;
})()`;

export async function rawWordsOf(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate<readonly string[]>(textsOf);
  return [...new Set(texts.filter(isRaw))];
}
