// New identifiers and random keys.
import { hash, randomBytes } from 'node:crypto';
import { uuidFromHex, uuidV7 } from '../../lib/uuid.ts';
import { pooledBytes } from '../../store/encryption/pooled-bytes.ts';

const COUNTER_END = 0x1000;
let last = { at: 0, counter: 0 };

/**
 * A UUIDv7 greater than every earlier one of this process, even within a millisecond and if the
 * clock steps back (RFC 9562, 6.2: a counter in rand_a), so that indexes grow at one end and lists
 * keep their order.
 */
export function newId(): string {
  const random = pooledBytes(10);
  const at = Date.now();
  const counter = at > last.at ? random.readUInt16BE(0) & 0x7ff : last.counter + 1;
  if (at > last.at) last = { at, counter };
  else if (counter < COUNTER_END) last = { at: last.at, counter };
  else last = { at: last.at + 1, counter: 0 };
  random.writeUInt16BE(last.counter, 0);
  return uuidV7(last.at, random);
}

export function newRandom(bytes: number): Uint8Array {
  return randomBytes(bytes);
}

export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Always the same id for the same text (version 8 of RFC 9562: application-made). */
export function idFrom(text: string): string {
  const hex = sha256Hex(text);
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return uuidFromHex(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}
