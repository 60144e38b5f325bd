// A name as it is written in a bank file: in the Latin character set, and cut at the length that
// banks accept.

import { latinText } from '../../domain/values/bank-text.ts';

/** ISO 20022 allows 140 characters; the rulebook of SEPA credit transfers only 70. */
const NAME_MAX = 140;
const SEPA_NAME_MAX = 70;

/** SEPA is the scheme of payments in euro. */
export const nameMax = (currency: string): number =>
  currency === 'EUR' ? SEPA_NAME_MAX : NAME_MAX;

/** Null if no character of the name can be written. */
export const writtenName = (name: string | null, max: number): string | null =>
  latinText(name ?? '', max);

/**
 * The same without a file's delimiter, for banks that do not understand quotes. It is removed last:
 * other characters become one, as a full-width comma does.
 */
export function cellText(text: string | null, max: number, delimiter: string): string | null {
  const plain = writtenName(text, Number.POSITIVE_INFINITY);
  if (plain === null) return null;
  return plain.replaceAll(delimiter, ' ').replace(/ {2,}/g, ' ').slice(0, max).trim();
}

export const NAME_CHANGES = ['other_script', 'other_characters', 'shortened', 'left_out'] as const;
export type NameChange = (typeof NAME_CHANGES)[number];

/**
 * What the file changes in a name. `latin` is the name after its letters of other scripts were
 * replaced. Empty if the file has the name as it was given.
 */
export function nameChanges(given: string, latin: string, max: number): NameChange[] {
  const written = writtenName(latin, max);
  if (written === given) return [];
  if (written === null) return ['left_out'];
  const whole = writtenName(latin, Number.POSITIVE_INFINITY) ?? '';
  const changes: NameChange[] = [];
  if (latin !== given) changes.push('other_script');
  if (whole !== latin) changes.push('other_characters');
  if (whole.length > written.length) changes.push('shortened');
  return changes;
}
