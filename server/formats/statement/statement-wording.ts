// Cleans texts of statements: one readable line, account numbers, and the UTR among the references
// of a payment.
import { utrInText } from '../../domain/record/bank-line.ts';
import { normaliseIban } from '../../domain/values/iban.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';

const TEXT_MAX = 1_000;
const NAME_MAX = 140;
const REFERENCE_MAX = 128;
const NUMBER_MAX = 64;

/** Visible ASCII with single blanks, as nearly every text is: nothing to clean. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** One line of visible text; a cell that looks like a formula is treated like any other text. */
export function cleanText(text: string): string {
  if (text === '' || PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function atMost(text: string, max: number): string | null {
  const clean = cleanText(text);
  if (clean === '') return null;
  return clean.length <= max ? clean : clean.slice(0, max).toWellFormed().trimEnd();
}

export const narration = (parts: readonly string[]): string | null =>
  atMost(
    parts.length === 1 ? (parts[0] ?? '') : parts.filter((part) => part !== '').join(' '),
    TEXT_MAX,
  );

export const partyName = (text: string): string | null => atMost(text, NAME_MAX);

/** What banks write if there is no reference. */
const NO_REFERENCE = /^(?:NOT[ _-]?PROVIDED|NON[ _-]?REF|NO[ _-]?REF|NONE|N\/A|[0.*/-]+)$/i;

export function referenceText(text: string): string | null {
  const clean = atMost(text, REFERENCE_MAX);
  return clean === null || NO_REFERENCE.test(clean) ? null : clean;
}

/**
 * The payer's own reference as a part of the line's text, in which matching looks for references.
 * One that looks like a UTR is left out, because it would be taken for one: it is in its own field
 * only.
 */
export const endToEndText = (id: string | null): string =>
  id === null || utrInText(id) !== null ? '' : id;

/** IBANs without blanks; other numbers in upper case without separators. */
export function accountNumber(text: string): string | null {
  const clean = cleanText(text);
  const bare = (normaliseIban(clean) ?? clean.replace(/[\s.-]+/g, '')).toUpperCase();
  return bare === '' || bare.length > NUMBER_MAX ? null : bare;
}

/**
 * The UTR of a payment: one that is labelled as such, otherwise a text that looks like one,
 * otherwise the first number that a bank assigned. The payer's own reference is no UTR, because
 * payers may use it twice.
 */
export function utrAmong(
  named: readonly string[],
  texts: readonly (string | null)[],
  given_by_banks: readonly (string | null)[],
): string | null {
  for (const text of named) {
    const utr = normaliseUtr(text);
    if (utr !== null) return utr;
  }
  for (const text of [...given_by_banks, ...texts]) {
    const utr = text === null ? null : utrInText(text);
    if (utr !== null) return utr;
  }
  for (const text of given_by_banks) {
    const utr = text === null ? null : normaliseUtr(text);
    if (utr !== null && /\d{4}/.test(utr)) return utr;
  }
  return null;
}
