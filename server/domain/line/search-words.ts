// The words by which a bank line is found: those of its text and those of its counterparty, in one
// form whatever case, accents or width they were written with.

import type { BankLine } from '../record/bank-line.ts';
import { endingsOf } from '../values/number-ending.ts';

/** What a word belongs to: a name in a narration is not the counterparty. */
export const WORD_FIELDS = ['text', 'counterparty'] as const;
export type WordField = (typeof WORD_FIELDS)[number];

/**
 * The numbers whose last digits are words, too. Each has words of its own: UTRs are readable in the
 * database, and would otherwise tell which hash an ending has.
 */
export const ENDING_FIELDS = ['counterparty_ending', 'utr_ending'] as const;
export type EndingField = (typeof ENDING_FIELDS)[number];

const SHORTEST = 2;
const LONGEST = 64;
/** A bank's longest narration has fewer; more would only be a way to fill the index. */
const MOST_WORDS = 80;

/** Latin accents only: in other scripts such marks are letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;

export function searchWords(text: string | null): string[] {
  const plain = (text ?? '').normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  const words = plain
    .split(BETWEEN_WORDS)
    .filter((word) => word.length >= SHORTEST)
    .map((word) => word.slice(0, LONGEST));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

type Told = Pick<BankLine, 'text' | 'counterparty_name' | 'counterparty_number' | 'end_to_end_id'>;

/** A counterparty's number is one word, without separators. */
export function wordsOfLine(line: Told): Readonly<Record<WordField, string[]>> {
  const { text, end_to_end_id, counterparty_name, counterparty_number } = line;
  return {
    text: searchWords([text, end_to_end_id].filter((part) => part !== null).join(' ')),
    counterparty: [
      ...new Set([...searchWords(counterparty_name), ...searchWords(counterparty_number)]),
    ],
  };
}

export function endingsOfLine(
  line: Pick<BankLine, 'counterparty_number' | 'utr'>,
): Readonly<Record<EndingField, string[]>> {
  return {
    counterparty_ending: endingsOf(line.counterparty_number ?? ''),
    utr_ending: endingsOf(line.utr ?? ''),
  };
}
