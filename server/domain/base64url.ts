// Base64url without padding (RFC 4648, section 5); strict, so that one value has one text.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: ReadonlyMap<string, number> = new Map(
  [...ALPHABET].map((character, value) => [character, value]),
);

export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff;
    count += 8;
    for (; count >= 6; count -= 6) text += ALPHABET.charAt((bits >> (count - 6)) & 0x3f);
  }
  return count === 0 ? text : text + ALPHABET.charAt((bits << (6 - count)) & 0x3f);
}

/** The bytes, or null for a foreign character, an impossible length or bits left over. */
export function decodeBase64url(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) return null;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes.push((bits >> count) & 0xff);
    }
  }
  const left_over = bits & ((1 << count) - 1);
  return count < 6 && left_over === 0 ? Uint8Array.from(bytes) : null;
}
