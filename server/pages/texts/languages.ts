// The languages of the pages, and the choice of one for a visitor.

import { ARABIC } from './arabic.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { PORTUGUESE } from './portuguese.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import type { PageTexts } from './texts.ts';

/** In the order of the switch; the first is the default. */
export const LANGUAGES: readonly PageTexts[] = [
  ENGLISH,
  HINDI,
  SPANISH,
  PORTUGUESE,
  RUSSIAN,
  ARABIC,
];

/** A client may send a header of any length; no browser names more languages than this. */
const MOST_RANGES = 32;

/** The language that the visitor chose; null for anything else. */
export function chosenLanguage(value: unknown): PageTexts | null {
  return LANGUAGES.find(({ lang }) => lang === value) ?? null;
}

/**
 * The best match for `Accept-Language` (RFC 9110): es-MX gets es; of equal weights the first
 * counts.
 */
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
