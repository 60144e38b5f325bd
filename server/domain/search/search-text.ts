// Says what a text may be that somebody looks for: an id, a UTR, an amount, a number of an account,
// a name. A text may be several of these, and each is one look-up.

import { namedEnding } from '../values/number-ending.ts';
import { PAYMENT_TYPES } from '../values/payment-type.ts';
import { normalisePhone } from '../values/phone.ts';
import { withPlainCharacters } from '../values/plain-characters.ts';
import { SPACES, withoutSeparators } from '../values/separators.ts';
import { keyProblem } from '../values/text.ts';
import { normaliseUtr } from '../values/utr.ts';
import { findUtr } from '../values/utr-in-text.ts';

/** A bank's message has less. */
export const SEARCH_TEXT_MAX = 500;

/** What a text can be read as, in the order in which results are shown. */
export const READINGS = [
  'id',
  'reference',
  'utr',
  'order_id',
  'client_id',
  'end_to_end_id',
  'settlement_number',
  'account_number',
  'number_ending',
  'utr_ending',
  'contact',
  'amount',
  'merchant_name',
  'payee_name',
  'counterparty_name',
  'words',
] as const;
export type Reading = (typeof READINGS)[number];

/** An amount without its currency: `decimals` are those that were written. */
export type WrittenAmount = { digits: bigint; decimals: number };

export type SearchText = {
  /** In lower case. */
  id: string | null;
  reference: string | null;
  /** Several if it is a message in which nothing tells which of its numbers is one. */
  utrs: readonly string[];
  /** Order ids, customers and ids of payments, as they stand. */
  key: string | null;
  settlement_number: number | null;
  /** In the canonical form of each type of payment that has such numbers. */
  account_numbers: readonly string[];
  /** The last four to six digits of an account number or a UTR. */
  ending: string | null;
  /** An e-mail address in lower case, or a telephone number with its country. */
  contact: string | null;
  amounts: readonly WrittenAmount[];
  /** In lower case; null if the text has no letter. */
  name: string | null;
};

/** The end of a text may be one: an address of a page ends with an id. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;
/** The letters of `referenceOf`. */
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{10}$/;
const SETTLEMENT = /^(?:settlement|no\.?|#)? ?(\d{1,9})$/i;
const KEY_MAX = 128;
/** Shorter ones are amounts. */
const ACCOUNT_NUMBER_MIN = 6;

/** One or two digits after the only point or comma are decimals; three may be either. */
function readNumber(text: string): WrittenAmount[] {
  const parts = text.split(/[.,]/);
  if (parts.length > 8 || !parts.every((part) => /^\d{1,15}$/.test(part))) return [];
  const digits = BigInt(parts.join(''));
  if (digits === 0n || parts.join('').length > 16) return [];
  const last = parts.at(-1) ?? '';
  const separators = [...text].filter((character) => character === '.' || character === ',');
  const groups = parts.slice(1);
  const is_whole = groups.every((group) => group.length === 3 || group.length === 2);
  const ends_apart = separators.length === 1 || separators.at(-1) !== separators.at(-2);
  const found: WrittenAmount[] = [];
  if (parts.length === 1 || (is_whole && last.length === 3)) found.push({ digits, decimals: 0 });
  if (parts.length > 1 && ends_apart && last.length <= 3) {
    found.push({ digits, decimals: last.length });
  }
  return found;
}

/** As people and bills write it: INR, Rs. or ₹ before the amount, INR, € or /- after it. */
const CURRENCY_BEFORE = /^([-+]?) ?(?:[A-Z]{3}|\p{Sc}|[Rr][Ss]\.?) ?/u;
const CURRENCY_AFTER = / ?(?:[A-Z]{3}|\p{Sc}|\/-)$/u;

function amountsIn(text: string): WrittenAmount[] {
  const number = text.replace(CURRENCY_AFTER, '').replace(CURRENCY_BEFORE, '$1');
  const bare = withoutSeparators(number, `${SPACES}'’`);
  return readNumber(bare.startsWith('-') || bare.startsWith('+') ? bare.slice(1) : bare);
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{1,63}$/;

function contactIn(text: string): string | null {
  return EMAIL.test(text) ? text.toLowerCase() : normalisePhone(text);
}

function numbersIn(text: string): string[] {
  if (text.length < ACCOUNT_NUMBER_MIN || !/[0-9@]/.test(text)) return [];
  const found = PAYMENT_TYPES.flatMap(({ normalise }) => normalise(text) ?? []);
  return [...new Set(found)];
}

const BETWEEN_WORDS = new RegExp(`[${SPACES}]+`);

/**
 * Any number that could be one if it stands alone; of a bank's message what it says of itself. A
 * word of letters alone is a name rather than a bank's number.
 */
function utrsIn(text: string): readonly string[] {
  const alone = normaliseUtr(text);
  const words = text.split(BETWEEN_WORDS);
  if (alone !== null && words.every((word) => /[0-9]/.test(word))) return [alone];
  const finding = findUtr(text, { type: '', own_numbers: [] });
  if (finding.kind === 'found') return /[0-9]/.test(finding.utr) ? [finding.utr] : [];
  return finding.kind === 'unsure' ? finding.candidates : [];
}

/** Null if the text is empty or too long to be anything. */
export function readSearchText(given: string): SearchText | null {
  const text = withPlainCharacters(given).trim();
  if (text === '' || text.length > SEARCH_TEXT_MAX) return null;
  const settlement = SETTLEMENT.exec(text)?.[1];
  const letters = withoutSeparators(text, `${SPACES}-`).toUpperCase();
  return {
    id: UUID.exec(text.slice(-UUID_LENGTH))?.[0].toLowerCase() ?? null,
    reference: REFERENCE.test(letters) ? letters : null,
    utrs: utrsIn(text),
    key: keyProblem(text, KEY_MAX) === null ? text : null,
    settlement_number: settlement === undefined ? null : Number(settlement),
    account_numbers: numbersIn(text),
    ending: namedEnding(text),
    contact: contactIn(text),
    amounts: amountsIn(text),
    name: /\p{L}/u.test(text) ? text.toLowerCase() : null,
  };
}

/**
 * The amount in minor units of a currency with this many decimals; null if more were written. What
 * has no decimals may be minor units already.
 */
export function minorUnits({ digits, decimals }: WrittenAmount, exponent: number): bigint[] {
  if (decimals > exponent) return [];
  const major = digits * 10n ** BigInt(exponent - decimals);
  return decimals === 0 && exponent > 0 ? [major, digits] : [major];
}
