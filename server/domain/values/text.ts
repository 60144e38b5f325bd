// The rules for free text and for merchants' own keys.

/** Control characters, line separators, and marks that change the direction of the text. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const VISIBLE = /[^\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Printable ASCII without spaces, like nearly every key: only its length can be wrong. */
const PLAIN = /^[!-~]+$/;
const ASCII = /^\p{ASCII}*$/u;

/**
 * The same as far as every language of clients can write it, for the reference: a text of the API
 * is one line.
 */
export const LINE_PATTERN = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`;

/** Of a text that may be anything, for the reference. */
export const ANY_PATTERN = String.raw`^[\s\S]*$`;

/** The problem of a text with too many code points, as words that follow its field's name. */
export function lengthProblem(value: string, max: number): string | null {
  // Code points are never more than code units, so most values need no count.
  const is_longer = value.length > max && codePoints(value) > max;
  return is_longer ? `must have at most ${max} characters` : null;
}

/** The problem of the text, as words that follow its field's name, or null. */
export function textProblem(value: string, max: number): string | null {
  if (value.length <= max && PLAIN.test(value)) return null;
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  if (FORBIDDEN.test(value)) return 'must not contain control characters';
  if (!VISIBLE.test(value)) return 'must not be blank';
  return lengthProblem(value, max);
}

/**
 * The form in which texts are compared (NFC): an accent may be part of its letter or follow it,
 * which nobody can see. ASCII, which is nearly everything that is compared, has a single form.
 */
export function canonicalText(value: string): string {
  return ASCII.test(value) ? value : value.normalize('NFC');
}

/** For keys such as order_id: two keys must not differ only by invisible characters. */
export function keyProblem(value: string, max: number): string | null {
  if (value.length <= max && PLAIN.test(value)) return null;
  const problem = textProblem(value, max);
  if (problem !== null) return problem;
  if (INVISIBLE.test(value)) return 'must not contain invisible characters';
  return value.trim() === value ? null : 'must not start or end with a space';
}

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

// The rules that many fields share, as words that follow a field's name, each with an example.
export const UUID_RULE = 'must be a UUID like 01890a5d-ac96-774b-bcce-b302099a8057';
export const CURRENCY_RULE = 'must be an ISO 4217 currency code in upper case like INR';
export const MOMENT_RULE = 'must be an ISO 8601 time with zone like 2026-03-01T00:00:00Z';
export const NETWORK_RULE = 'must be an address or network like 203.0.113.7 or 203.0.113.0/24';
export const UTR_RULE = 'must be 8 to 35 letters and digits like HDFC00001234';
export const WEB_ADDRESS_RULE = 'must be a complete URL like https://shop.example/paid';

/** Of any field that is sent as "": forms often send what nobody filled in. */
export const EMPTY_RULE =
  'must not be empty: give a value, or leave the field out if it is optional';

/** Texts of a merchant's own on an order, under keys of its own. */
export type Metadata = Readonly<Record<string, string>>;
/** One key with its text. */
export type MetadataPair = readonly [key: string, value: string];
