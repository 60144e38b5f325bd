// New identifiers and random keys: the only place that randomness enters the use cases.
import { createHash, randomBytes } from 'node:crypto';
import { uuidFromHex, uuidV7 } from '../domain/uuid.ts';

const COUNTER_END = 0x1000;
let last = { at: 0, counter: 0 };

/**
 * A UUIDv7 that is above every earlier one of this process, also within a millisecond and when the
 * clock steps back (RFC 9562, 6.2: a counter in rand_a): indexes grow at one end, lists keep order.
 */
export function newId(): string {
  const random = randomBytes(10);
  const at = Date.now();
  const counter = at > last.at ? random.readUInt16BE(0) & 0x7ff : last.counter + 1;
  if (at > last.at) last = { at, counter };
  else if (counter < COUNTER_END) last = { at: last.at, counter };
  else last = { at: last.at + 1, counter: 0 };
  random.writeUInt16BE(last.counter, 0);
  return uuidV7(last.at, random);
}

/** The random part of a page's address: 128 bits. */
export function newPageKey(): string {
  return randomBytes(16).toString('base64url');
}

export function newRandom(bytes: number): Uint8Array {
  return randomBytes(bytes);
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An id that the same words always lead to (version 8 of RFC 9562: application-made). */
export function idFrom(text: string): string {
  const hex = sha256Hex(text);
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return uuidFromHex(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}
