// UUIDs as lower-case text, and new ones of version 7 (RFC 9562), which sort by creation time.

import { toHex } from './bytes.ts';

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const LAST_MS = 2 ** 48 - 1;
/** The digits that begin with the variant's bits, 10. */
const VARIANTS = '89ab';

/** Lower case, or null if the text is not in the canonical 8-4-4-4-12 form. */
export function parseUuid(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

let last_time = { at_ms: Number.NaN, text: '' };

/** The part of a UUID that its time gives, with the version: many are made in one millisecond. */
function timePart(at_ms: number): string {
  if (last_time.at_ms !== at_ms) {
    const time = at_ms.toString(16).padStart(12, '0');
    last_time = { at_ms, text: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  return last_time.text;
}

/** 48 bits of time, then 74 of the 80 random bits given, around version and variant. */
export function uuidV7(at_ms: number, random10: Uint8Array): string {
  if (!Number.isInteger(at_ms) || at_ms < 0 || at_ms > LAST_MS) {
    throw new Error(`no time for a UUID: ${at_ms}`);
  }
  if (random10.length !== 10) throw new Error('a UUID needs exactly 10 random bytes');
  const random = toHex(random10);
  const variant = VARIANTS.charAt(((random10[2] ?? 0) >> 4) & 3);
  const tail = `${variant}${random.slice(5, 8)}-${random.slice(8)}`;
  return `${timePart(at_ms)}${random.slice(1, 4)}-${tail}`;
}

/** The least that `uuidV7` makes then or later. */
export const firstUuidAt = (at_ms: number): string =>
  `${timePart(Math.max(0, at_ms)).slice(0, -1)}0000-0000-000000000000`;

/** 32 hexadecimal digits in the canonical 8-4-4-4-12 form. */
export function uuidFromHex(hex: string): string {
  const part = (from: number, to: number) => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
}
