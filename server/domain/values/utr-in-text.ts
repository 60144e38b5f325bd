// Finds the UTR in what a payer typed or pasted: the number alone, or a bank's whole message.
import { paymentType } from './payment-type.ts';
import { withPlainCharacters } from './plain-characters.ts';
import { SPACES } from './separators.ts';
import { normaliseUtr, utrProblem } from './utr.ts';
import { BREAK, type LabelKind, labelBefore } from './utr-labels.ts';
import { compact, type OtherNumber, otherNumber, withoutNoise } from './utr-noise.ts';

/** Why no UTR was found; the page shows the payer a message for each. */
export type UtrUnfit = 'too_long' | 'format' | 'not_found' | 'own_number' | OtherNumber;

export type UtrFinding =
  | { kind: 'found'; utr: string }
  /** Nothing tells which number it is, so the payer chooses. */
  | { kind: 'unsure'; candidates: readonly string[] }
  | { kind: 'unfit'; why: UtrUnfit };

/** The result if no UTR, or more than one, was found. */
export type UtrUncertain = Exclude<UtrFinding, { kind: 'found' }>;

export type UtrContext = {
  /** The payment type, whose rail determines the form of a UTR. */
  type: string;
  /** Numbers that we showed the payer: the account's number, our reference, the order's id. */
  own_numbers: readonly string[];
};

/** The most characters that are searched: more than a bank's message or e-mail has. */
export const UTR_TEXT_MAX_LENGTH = 2_000;

/** A bank's reference contains digits; otherwise it is a word. */
const LEAST_DIGITS = 4;
const MOST_CANDIDATES = 4;
/**
 * A bank's message contains about ten numbers; a text with more is not one, and the search stops.
 */
const MOST_NUMBERS = 40;
/** A text of more words than this is a message, not a number. */
const MESSAGE_WORDS = 3;

const unfit = (why: UtrUnfit): UtrFinding => ({ kind: 'unfit', why });

/** Forms that only a bank's own transfer number has. */
const UNMISTAKABLE = /^(?:[A-Z]{4}[A-Z]\d{11}|N\d{15}|[A-Z]{4}[A-Z]\d{17})$/;

const BETWEEN_PARTS = new RegExp(`[${SPACES}./-]+`);

/** Only a number without other words may contain spaces; with words it is a message. */
function isNumberAlone(text: string, utr: string): boolean {
  const parts = text.trim().split(BETWEEN_PARTS);
  return parts.length === 1 || UNMISTAKABLE.test(utr) || parts.every((part) => /\d/.test(part));
}

function judgeAlone(text: string, utr: string, { type, own_numbers }: UtrContext): UtrFinding {
  if (own_numbers.some((own) => compact(own) === utr)) return unfit('own_number');
  const other = otherNumber(text);
  if (other !== null) return unfit(other);
  return utrProblem(utr, type) === null ? { kind: 'found', utr } : unfit('format');
}

/**
 * Letters and digits joined by hyphens, not next to another letter, sign or invisible character.
 */
const TOKEN =
  /(?<![\p{L}\p{N}\p{M}\p{Cf}])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\p{L}\p{N}\p{M}\p{Cf}])/gu;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** Indian phone numbers, with or without the country code, and dates: not even offered. */
const NEVER = /^(?:(?:91)?[6-9]\d{9}|20[2-4]\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01]))$/;

type Candidate = { utr: string; label: LabelKind | null };

/** `UPI-412345678901-SBI`: names of rails and banks around a number are not part of it. */
function numberIn(token: string): { text: string; skipped: number } {
  const parts = token.split('-');
  let start = 0;
  while (start < parts.length - 1 && digitsIn(parts[start] ?? '') === 0) start += 1;
  let end = parts.length;
  while (end > start + 1 && digitsIn(parts[end - 1] ?? '') === 0) end -= 1;
  const skipped = parts.slice(0, start).join('-').length;
  return { text: parts.slice(start, end).join('-'), skipped };
}

function candidatesIn(cleaned: string): Candidate[] {
  const found: Candidate[] = [];
  let read_to = 0;
  for (const { 0: token, index } of cleaned.matchAll(TOKEN)) {
    if (digitsIn(token) < LEAST_DIGITS) continue;
    if (found.length === MOST_NUMBERS) break;
    const { text, skipped } = numberIn(token);
    const utr = normaliseUtr(text);
    const before = cleaned.slice(read_to, index + skipped);
    read_to = index + token.length;
    if (utr !== null) found.push({ utr, label: labelBefore(before) });
  }
  return found;
}

/** Whether a number without an announcing word may be offered to the payer, or even accepted. */
function trustOf(utr: string, type: string): 'take' | 'ask' | 'never' {
  if (NEVER.test(utr)) return 'never';
  if (UNMISTAKABLE.test(utr)) return 'take';
  // If every form is allowed, the right length proves nothing.
  return paymentType(type)?.utr_rule === 'rrn12' ? 'take' : 'ask';
}

const distinct = (candidates: readonly Candidate[]) => [
  ...new Set(candidates.map(({ utr }) => utr)),
];

function choose(utrs: readonly string[]): UtrFinding | null {
  const [utr, ...others] = utrs;
  if (utr === undefined) return null;
  if (others.length === 0) return { kind: 'found', utr };
  return { kind: 'unsure', candidates: utrs.slice(0, MOST_CANDIDATES) };
}

function judgeMessage(text: string, { type, own_numbers }: UtrContext): UtrFinding {
  const all = candidatesIn(withoutNoise(text, own_numbers));
  const fitting = all.filter(
    ({ utr, label }) => label !== 'other' && utrProblem(utr, type) === null,
  );
  const labelled = (wanted: LabelKind) => fitting.filter(({ label }) => label === wanted);
  const bare = fitting.filter(({ label }) => label === null);
  const trusted = (trust: 'take' | 'ask') => bare.filter(({ utr }) => trustOf(utr, type) === trust);
  const found =
    choose(distinct(labelled('sure'))) ??
    choose(distinct(labelled('likely'))) ??
    choose(distinct(trusted('take')));
  if (found !== null) return found;
  const asked = distinct(trusted('ask')).slice(0, MOST_CANDIDATES);
  if (asked.length > 0) return { kind: 'unsure', candidates: asked };
  const was_meant = all.some(({ label }) => label === 'sure' || label === 'likely');
  const is_message = (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= MESSAGE_WORDS;
  return unfit(is_message && !was_meant ? 'not_found' : 'format');
}

/**
 * Never guesses. A number that neither a word of the bank nor the rail's form marks as a UTR is
 * only offered to the payer; dates, amounts, phones, cards and accounts are never accepted.
 */
export function findUtr(given: string, context: UtrContext): UtrFinding {
  if (given.length > UTR_TEXT_MAX_LENGTH) return unfit('too_long');
  const text = withPlainCharacters(given);
  const utr = normaliseUtr(text);
  if (utr !== null && isNumberAlone(text, utr)) return judgeAlone(text, utr, context);
  const other = otherNumber(text);
  if (other !== null) return unfit(other);
  const flat = text.replaceAll(BREAK, ' ');
  if (context.own_numbers.some((own) => compact(own) === compact(flat))) return unfit('own_number');
  return judgeMessage(flat, context);
}
