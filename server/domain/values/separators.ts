// Removes separators that people and forms put between characters, before a number is checked. Only
// the listed characters are removed. Zero-width characters and look-alikes stay and make the value
// invalid: of two values that look the same, one must not pass for the other.

/** Ordinary, no-break and narrow no-break space. */
export const SPACES = ' \u00a0\u202f';

/** A pasted line end or tab is never intended, but it is only removed at the ends. */
const EDGES = `${SPACES}\t\r\n`;

export function withoutSeparators(text: string, separators: string): string {
  let [start, end] = [0, text.length];
  while (start < end && EDGES.includes(text.charAt(start))) start += 1;
  while (end > start && EDGES.includes(text.charAt(end - 1))) end -= 1;
  const bare = text.slice(start, end);
  if (separators === '') return bare;
  return [...bare].filter((character) => !separators.includes(character)).join('');
}

/**
 * Removes all of this character from the end. A regular expression would be quadratic in the number
 * of such characters.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === character) end -= 1;
  return text.slice(0, end);
}
