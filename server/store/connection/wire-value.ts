// Encodes statement parameters for PostgreSQL: as text, or as bytes.
import { ByteWriter } from './byte-writer.ts';

/** Bytes that are produced only when they are sent. */
export class LateBytes {
  /** An estimate, used to group statements. */
  readonly length: number;
  readonly write: (writer: ByteWriter) => void;

  constructor(length: number, write: (writer: ByteWriter) => void) {
    this.length = length;
    this.write = write;
  }
}

/**
 * All late bytes are written here and copied into the driver's message before the next are
 * produced. Buffers of their own would stay until the next full garbage collection, which pauses
 * the process.
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

/** A value that is neither a scalar nor an array of scalars is a bug. */
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
    throw new Error('A statement was given a value that cannot be a parameter');
  }
  return String(value);
}
