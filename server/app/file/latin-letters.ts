// Writes names of other scripts in Latin letters, because bank files carry no other letters.

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/** Many scripts have no capitals, so the library's are not those of a name. */
const asName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(^|[ -])([a-z])/g, (_, before, letter) => before + letter.toUpperCase());

/** Words in Latin letters stay as they are, with their accents. */
export async function latinLetters(text: string): Promise<string> {
  if (!OTHER_SCRIPT.test(text)) return text;
  // Loaded when the first name needs it: its tables take 20 MB.
  const { transliterate } = await import('transliteration');
  const words = text.normalize('NFC').split(/\s+/u);
  return words
    .map((word) => (OTHER_SCRIPT.test(word) ? asName(transliterate(word)) : word))
    .join(' ')
    .trim();
}
