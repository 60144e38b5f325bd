// Every text that the service gave to a page: names, ids, explanations. A screen may show them as
// they are, and what a language writes the same everywhere.
import type { Page, Request } from 'playwright-core';

/** Months, days of the week, currencies, zones: the browser writes them, not the console. */
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\w*';
const OF_THE_BROWSER = new RegExp(`^(?:[A-Z]{3}|[A-Z][a-z]+day|${MONTH})$`);
const WORDS = /[\p{L}\p{M}]{3,}/gu;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
};

async function jsonOf(request: Request): Promise<unknown> {
  const response = await request.response();
  const type = response?.headers()['content-type'] ?? '';
  return type.includes('json') ? await response?.json() : null;
}

/** True of a text whose words all stand in one text of the answers, or are the browser's. */
export type IsData = (text: string) => boolean;

/** What it gives is asked when a page stands: it waits until each answer has been read. */
export function listenTo(page: Page): () => Promise<IsData> {
  const texts = new Set<string>();
  const reading: Promise<void>[] = [];
  const read = async (answer: Promise<unknown>) => {
    // An answer that a page no longer waits for has no body.
    for (const text of textsIn(await answer.catch(() => null))) texts.add(text);
  };
  // Of an answer that is broken off after its first byte the driver's promise stays open for ever.
  page.on('requestfinished', (request) => reading.push(read(jsonOf(request))));
  return async () => {
    await Promise.all(reading.splice(0));
    return (text) => {
      const words = (text.match(WORDS) ?? []).filter((word) => !OF_THE_BROWSER.test(word));
      return words.every((word) => [...texts].some((one) => one.includes(word)));
    };
  };
}
