// UUIDs as lower-case text, and new ones of version 7 (RFC 9562), which sort by creation time.

import { toHex } from './bytes.ts';

const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const LAST_MS = 2 ** 48 - 1;

/** Lower case, or null when this is not the canonical 8-4-4-4-12 form. */
export function parseUuid(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

/** 48 bits of time, then 74 of the 80 random bits given, around version and variant. */
export function uuidV7(at_ms: number, random10: Uint8Array): string {
  if (!Number.isInteger(at_ms) || at_ms < 0 || at_ms > LAST_MS) {
    throw new Error(`no time for a UUID: ${at_ms}`);
  }
  if (random10.length !== 10) throw new Error('a UUID needs exactly 10 random bytes');
  const random = Uint8Array.from(random10);
  random[0] = 0x70 | ((random[0] ?? 0) & 0x0f);
  random[2] = 0x80 | ((random[2] ?? 0) & 0x3f);
  return uuidFromHex(at_ms.toString(16).padStart(12, '0') + toHex(random));
}

/** 32 hexadecimal digits in the canonical 8-4-4-4-12 form. */
export function uuidFromHex(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
