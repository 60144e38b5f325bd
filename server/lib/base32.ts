// Base32 (RFC 4648, section 6) and Crockford's alphabet of it, both without padding.

const RFC_4648 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** No I, L, O and U, so that nothing is misread. */
const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

function encode(bytes: Uint8Array, alphabet: string): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff;
    count += 8;
    for (; count >= 5; count -= 5) text += alphabet.charAt((bits >> (count - 5)) & 0x1f);
  }
  return count === 0 ? text : text + alphabet.charAt((bits << (5 - count)) & 0x1f);
}

export const encodeBase32 = (bytes: Uint8Array): string => encode(bytes, RFC_4648);

export const encodeCrockford = (bytes: Uint8Array): string => encode(bytes, CROCKFORD);

/**
 * The characters as `encodeCrockford` writes them: O is read as 0, I and L as 1. Null if a
 * character is of neither kind.
 */
export function canonicalCrockford(text: string): string | null {
  const plain = text.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1');
  return [...plain].every((character) => CROCKFORD.includes(character)) ? plain : null;
}
