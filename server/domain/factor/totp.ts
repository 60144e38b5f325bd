// Codes of authenticator apps: time-based one-time passwords (RFC 6238) with HMAC-SHA-1, six digits
// and steps of 30 seconds, which all apps support.
import { encodeBase32 } from '../../lib/base32.ts';

export const TOTP = {
  step_s: 30,
  digits: 6,
  /** Steps before and after the present one whose codes are accepted: clocks of phones differ. */
  window: 1,
  /** As long as the HMAC, as RFC 4226 recommends. */
  secret_bytes: 20,
} as const;

/** HMAC-SHA-1 of a message under the secret of the person. */
export type CodeHmac = (message: Uint8Array) => Uint8Array;

const CODE = /^[0-9]{6}$/;

/** The number of the step that this moment is in. */
export const totpStep = (now: number): number => Math.floor(now / 1_000 / TOTP.step_s);

function bigEndian64(step: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step));
  return bytes;
}

/** Dynamic truncation of RFC 4226, section 5.3. */
export function totpCode(hmac: CodeHmac, step: number, digits: number = TOTP.digits): string {
  const mac = hmac(bigEndian64(step));
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const number = view.getUint32(offset) & 0x7fffffff;
  return (number % 10 ** digits).toString().padStart(digits, '0');
}

/** The time of the comparison does not depend on the place of the first difference. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

/** The six digits of a code as somebody typed it: apps show it with a space in the middle. */
export function readTotpCode(text: string): string | null {
  const digits = text.replace(/[ \u00a0]/g, '');
  return CODE.test(digits) ? digits : null;
}

/**
 * The step to which a code belongs, or null if it is wrong. Steps up to `last_step` have been used:
 * their codes, and those of all earlier steps, never work again.
 */
export function findTotpStep(
  hmac: CodeHmac,
  { code, now, last_step }: { code: string; now: number; last_step: number | null },
): number | null {
  const present = totpStep(now);
  let found: number | null = null;
  for (let step = present - TOTP.window; step <= present + TOTP.window; step += 1) {
    const fits = isSame(totpCode(hmac, step), code);
    if (fits && (last_step === null || step > last_step)) found ??= step;
  }
  return found;
}

export type TotpAddress = { issuer: string; account: string; secret: Uint8Array };

/** The address that authenticator apps read, as text or from a QR code. */
export function otpauthUri({ issuer, account, secret }: TotpAddress): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const params = [
    `secret=${encodeBase32(secret)}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${TOTP.digits}`,
    `period=${TOTP.step_s}`,
  ];
  return `otpauth://totp/${label}?${params.join('&')}`;
}
