// The rules for passwords: their canonical form, and which are refused.

import { COMMON_PASSWORDS } from './common-passwords.ts';

export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/**
 * Keyboards and systems type the same letter as different code points, so a password has one form
 * (NFKC, as RFC 8265 advises for what is compared by its look).
 */
export function canonicalPassword(text: string): string {
  return text.normalize('NFKC');
}

type Whose = { email: string; name: string };

const CONTROL = /\p{Cc}/u;
/** A part of a name or address that is shorter says nothing. */
const TELLING_LENGTH = 4;
/** Fewer different characters than this are a pattern and not a password. */
const DIFFERENT_MIN = 5;

const letters = (text: string) => [...text].filter((one) => /[\p{L}\p{N}]/u.test(one)).join('');
const folded = (text: string) => letters(canonicalPassword(text).toLowerCase());

/** The parts of name and address by which others would try first. */
function tellingParts({ email, name }: Whose): string[] {
  const [local = '', domain = ''] = email.split('@');
  const [label = ''] = domain.split('.');
  return [folded(email), folded(local), folded(label), ...name.split(/\s/u).map(folded)].filter(
    (part) => part.length >= TELLING_LENGTH,
  );
}

/** True if little is left of the password without a telling word. */
function isMadeOf(password: string, word: string): boolean {
  const rest = password.split(word).join('');
  return rest.length < password.length && rest.length < PASSWORD_LENGTH.min - TELLING_LENGTH;
}

/** The problem of a new password, in words that follow its field's name, or null. */
export function passwordProblem(text: string, whose: Whose): string | null {
  const { min, max } = PASSWORD_LENGTH;
  // Before anything else: the normal form of a text can be many times as long as the text.
  if (text.length > max * 2) return `must have at most ${max} characters`;
  if (!text.isWellFormed()) return 'must be well-formed Unicode';
  const password = canonicalPassword(text);
  const length = [...password].length;
  if (length < min) return `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters`;
  if (CONTROL.test(password)) return 'must not contain control characters';
  if (new Set(password).size < DIFFERENT_MIN) return 'must not repeat a few characters';
  const plain = folded(password);
  if (COMMON_PASSWORDS.some((word) => plain === word || isMadeOf(plain, word))) {
    return 'must not be one of the passwords that everybody tries first';
  }
  if (tellingParts(whose).some((part) => plain === part || isMadeOf(plain, part))) {
    return 'must not be made of your name or e-mail address';
  }
  return null;
}
