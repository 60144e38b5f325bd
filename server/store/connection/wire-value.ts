// The parameters of statements in the form that PostgreSQL reads: text, bytes as they are.
import { ByteWriter } from './byte-writer.ts';

/** Bytes that are written when they are sent. */
export class LateBytes {
  /** A guess, by which statements are grouped. */
  readonly length: number;
  readonly write: (writer: ByteWriter) => void;

  constructor(length: number, write: (writer: ByteWriter) => void) {
    this.length = length;
    this.write = write;
  }
}

/**
 * All late bytes are written here, and copied into the driver's message before the next are: memory
 * of their own would stay until the old generation is collected, which holds up everybody.
 */
const writer = new ByteWriter(0);

const SPECIAL = /["\\]/g;

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  if (typeof value === 'string') return `"${value.replace(SPECIAL, '\\$&')}"`;
  return String(value);
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`;
}

/** Anything else than a scalar or an array of them is a bug. */
export function wireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof LateBytes) {
    writer.restart();
    value.write(writer);
    return writer.end();
  }
  if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? value : Buffer.from(value);
  if (typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol') {
    throw new Error('A statement was given a value that is no parameter');
  }
  return String(value);
}
