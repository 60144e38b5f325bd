// Base64url without padding (RFC 4648, section 5).

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

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
