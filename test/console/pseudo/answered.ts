// Every text that the service gave to a page: names, ids, explanations. A screen may show them as
// they are, and what a language writes the same everywhere.
import type { Page } from 'playwright-core';

/** Months, days of the week, currencies, zones: the browser writes them, not the console. */
const OF_THE_BROWSER =
  /^(?:[A-Z]{3}|[A-Z][a-z]+day|Jan\w*|Feb\w*|Mar\w*|Apr\w*|May|Jun\w*|Jul\w*|Aug\w*|Sep\w*|Oct\w*|Nov\w*|Dec\w*)$/;
const WORDS = /[\p{L}\p{M}]{3,}/gu;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

/** True of a text whose words all stand in one text of the answers, or are the browser's. */
export function answered(page: Page): (text: string) => boolean {
  const texts = new Set<string>();
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!type.includes('json')) return;
    const body: unknown = await response.json().catch(() => null);
    for (const text of textsIn(body)) texts.add(text);
  });
  return (text) => {
    const words = (text.match(WORDS) ?? []).filter((word) => !OF_THE_BROWSER.test(word));
    return words.every((word) => [...texts].some((one) => one.includes(word)));
  };
}
