// The short reference that a payer may write into the transfer, so that the bank line names its
// trade.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/**
 * Ten Crockford base32 letters from a UUIDv7: 27 bits of its time (units of 8 ms, repeating after
 * about 12 days) and 23 random bits. Nearly ascending, so that the index grows at one end. Unique
 * enough for the days that a reservation lasts, and only valid together with the account.
 */
export function referenceOf(trade_id: string): string {
  const at_ms = Number.parseInt(trade_id.slice(0, 8) + trade_id.slice(9, 13), 16);
  const time = Math.floor(at_ms / 8) % 2 ** 27;
  const random = Number.parseInt(trade_id.slice(-6), 16) % 2 ** 23;
  const value = time * 2 ** 23 + random;
  let text = '';
  for (let unit = 32 ** (LENGTH - 1); unit >= 1; unit /= 32) {
    text += ALPHABET.charAt(Math.floor(value / unit) % 32);
  }
  return text;
}

const MOST_FOUND = 64;
const RUN = new RegExp(`[${ALPHABET}]{${LENGTH},}`, 'g');

/**
 * Every run of letters in a bank's text that could be a reference; spaces within it are allowed.
 */
export function referencesInText(text: string | null): string[] {
  const upper = (text ?? '').toUpperCase();
  const words = upper.split(/[^A-Z0-9]+/).filter((word) => word.length > 0);
  const found = new Set<string>();
  const joined = words.map((word, index) => word + (words[index + 1] ?? ''));
  for (const word of [...words, ...joined]) {
    if (word.length < LENGTH || word.length > 40) continue;
    for (const run of word.match(RUN) ?? []) {
      for (let start = 0; start + LENGTH <= run.length; start += 1) {
        found.add(run.slice(start, start + LENGTH));
        if (found.size >= MOST_FOUND) return [...found];
      }
    }
  }
  return [...found];
}
