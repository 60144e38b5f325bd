// The short reference that a payer may write into the transfer, so that the bank line names its
// trade.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/**
 * Ten Crockford base32 letters from a UUIDv7: 27 bits of its time (units of 8 ms, about 12 days
 * round) and 23 of its random bits. Nearly ascending, so that its index grows at one end; unique
 * enough within the days in which a reservation lives, and never trusted without the account.
 */
export function referenceOf(trade_id: string): string {
  const bits = BigInt(`0x${trade_id.replaceAll('-', '')}`);
  const time = (bits >> 83n) & ((1n << 27n) - 1n);
  const random = bits & ((1n << 23n) - 1n);
  let value = (time << 23n) | random;
  let text = '';
  for (let index = 0; index < LENGTH; index += 1) {
    text = ALPHABET[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}

const MOST_FOUND = 64;

/**
 * Every run of letters in a bank's text that could be a reference; blanks inside one are forgiven.
 */
export function referencesInText(text: string | null): string[] {
  const upper = (text ?? '').toUpperCase();
  const words = upper.split(/[^A-Z0-9]+/).filter((word) => word.length > 0);
  const found = new Set<string>();
  const joined = words.map((word, index) => word + (words[index + 1] ?? ''));
  for (const word of [...words, ...joined]) {
    if (word.length < LENGTH || word.length > 40) continue;
    for (let start = 0; start + LENGTH <= word.length; start += 1) {
      const part = word.slice(start, start + LENGTH);
      if ([...part].every((letter) => ALPHABET.includes(letter))) found.add(part);
      if (found.size >= MOST_FOUND) return [...found];
    }
  }
  return [...found];
}
