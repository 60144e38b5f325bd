// The languages of the pages, and which of them a visitor gets.

import { ARABIC } from './arabic.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import type { PageTexts } from './texts.ts';

/** In the order in which the switch shows them; the first is for those who ask for no other. */
export const LANGUAGES: readonly PageTexts[] = [
  ENGLISH,
  HINDI,
  SPANISH,
  PORTUGUESE,
  RUSSIAN,
  ARABIC,
];

/** A header may be as long as a client likes; no browser names more languages than that. */
const MOST_RANGES = 32;

/** What the visitor chose by the switch; null for anything that is not one of the languages. */
export function chosenLanguage(value: unknown): PageTexts | null {
  return LANGUAGES.find(({ lang }) => lang === value) ?? null;
}

/** The best of ours by `Accept-Language` (RFC 9110): es-MX gets es, equal weights keep order. */
export function acceptedLanguage(header: string | undefined): PageTexts {
  const ranges = (header ?? '').split(',', MOST_RANGES).map(readRange);
  ranges.sort((one, other) => other.weight - one.weight);
  for (const { tag, weight } of ranges) {
    const found = LANGUAGES.find(({ lang }) => tag === lang || tag.startsWith(`${lang}-`));
    if (found !== undefined && weight > 0) return found;
  }
  return ENGLISH;
}

function readRange(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
