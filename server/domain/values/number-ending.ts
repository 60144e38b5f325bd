// The last digits of a number, by which people name it: "the one ending 4471", or a masked number
// from a bank's message, "XXXX4471".

/** With fewer digits nearly everything would be found; with more it is the number itself. */
const LENGTHS = [4, 5, 6];
const LONGEST = 6;
/** More visible digits than these are no masked number. */
const MOST_DIGITS = 12;

const DIGITS = '0123456789';
/** What may follow the number in a sentence. */
const AFTER = ' \t\r\n.,;:!?)]';
/** What hides the digits before: one of the first signs, or two of any, after no letter. */
const HIDES_ALONE = /[*•·…]/;
const HIDING = '*•·…xX.#';
const LETTER_AT_END = /\p{L}$/u;
const SAID = /(?:^| )(?:ending|ends|end|last)(?: (?:in|with|on|digits|four|six|[46]))*[: ]*$/i;

/** A regular expression would be quadratic in the number of such characters. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function isMasked(before: string): boolean {
  const masked = withoutEnd(before, ' -');
  const shown = withoutEnd(masked, HIDING);
  const mask = masked.slice(shown.length);
  return HIDES_ALONE.test(mask) || (mask.length >= 2 && !LETTER_AT_END.test(shown));
}

/**
 * The digits that a text names as the last ones of a number, at most six; null if it does not. Four
 * to six digits alone may be an ending, too.
 */
export function namedEnding(given: string): string | null {
  const text = withoutEnd(given.replaceAll(/\s/g, ' '), AFTER);
  const before = withoutEnd(text, DIGITS);
  const digits = text.slice(before.length);
  if (digits.length < 4 || digits.length > MOST_DIGITS) return null;
  if (before === '') return digits.length <= LONGEST ? digits : null;
  return isMasked(before) || SAID.test(before) ? digits.slice(-LONGEST) : null;
}

/**
 * All endings by which a number in its canonical form is found; of an address such as
 * 9876543210@okbank those of the part before the sign.
 */
export function endingsOf(number: string): string[] {
  const [own = ''] = number.split('@');
  const bare = own.replaceAll(/[\s.-]/g, '');
  const digits = bare.slice(withoutEnd(bare, DIGITS).length);
  return LENGTHS.filter((length) => length <= digits.length && length < bare.length).map((length) =>
    digits.slice(-length),
  );
}
