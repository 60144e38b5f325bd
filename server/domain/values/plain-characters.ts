// Removes what a payer's keyboard or messenger adds to a number: invisible marks and digits of
// another script. Only unambiguous characters are changed; letters that merely look alike stay.

/** Soft hyphen, joiners, direction marks and the byte order mark: invisible, and never intended. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** The first code point (zero) of each script's digits. */
const ZEROS = {
  arabic_indic: 0x0660,
  persian_and_urdu: 0x06f0,
  devanagari: 0x0966,
  full_width: 0xff10,
};

const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;

/** Hyphens that some keyboards insert instead of the ordinary one. */
const HYPHEN = /[\u2010\u2011]/g;

function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = Object.values(ZEROS).find((start) => code >= start && code < start + 10);
  return zero === undefined ? character : String(code - zero);
}

/** The same number in the characters that banks use; each pattern scans the text once. */
export function withPlainCharacters(text: string): string {
  return text.replace(INVISIBLE, '').replace(FOREIGN_DIGIT, digitOf).replace(HYPHEN, '-');
}
