// The part of PostgreSQL's protocol that the driver needs: sends named statements, reads rows and
// errors.
import type { SentValue } from './order-rows.ts';
import type { TextRow } from './order-transaction.ts';

/** An error from PostgreSQL; `code` is its SQLSTATE. */
export class SqlError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

const OUT = { parse: 0x50, bind: 0x42, execute: 0x45, sync: 0x53 } as const;
const IN = { row: 0x44, error: 0x45, ready: 0x5a } as const;
const HEADER_BYTES = 5;
const TEXT = 0;
const BINARY = 1;

const SYNC = Buffer.from([OUT.sync, 0, 0, 0, 4]);
/** Executes the unnamed portal without a row limit. */
const EXECUTE = Buffer.from([OUT.execute, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const EXECUTE_AND_SYNC = Buffer.concat([EXECUTE, SYNC]);

export function parseMessage(name: string, text: string): Buffer {
  const body = Buffer.from(`${name}\0${text}\0\0\0`);
  const head = Buffer.alloc(HEADER_BYTES);
  head[0] = OUT.parse;
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body, SYNC]);
}

function writeValue(into: Buffer, at: number, value: SentValue): number {
  if (value === null) return into.writeInt32BE(-1, at);
  const start = at + 4;
  const bytes = typeof value === 'string' ? into.write(value, start) : value.copy(into, start);
  into.writeInt32BE(bytes, at);
  return start + bytes;
}

/**
 * Bind, Execute and Sync in one, without Describe: the columns are known. `name` ends with NUL.
 */
export function writeRun(into: Buffer, name: Buffer, values: readonly SentValue[]): Buffer {
  into[0] = OUT.bind;
  into[HEADER_BYTES] = 0;
  let at = HEADER_BYTES + 1;
  at += name.copy(into, at);
  at = into.writeInt16BE(values.length, at);
  for (const value of values) at = into.writeInt16BE(value instanceof Buffer ? BINARY : TEXT, at);
  at = into.writeInt16BE(values.length, at);
  for (const value of values) at = writeValue(into, at, value);
  at = into.writeInt16BE(0, at);
  into.writeInt32BE(at - 1, 1);
  at += EXECUTE_AND_SYNC.copy(into, at);
  return into.subarray(0, at);
}

function readRow(data: Buffer, from: number): TextRow {
  const row: (string | null)[] = [];
  const columns = data.readInt16BE(from);
  let at = from + 2;
  for (let index = 0; index < columns; index += 1) {
    const bytes = data.readInt32BE(at);
    at += 4;
    row.push(bytes < 0 ? null : data.toString('utf8', at, at + bytes));
    if (bytes > 0) at += bytes;
  }
  return row;
}

function readError(data: Buffer, from: number, to: number): SqlError {
  const fields = data.toString('utf8', from, to).split('\0');
  const field = (letter: string) => fields.find((text) => text.startsWith(letter))?.slice(1) ?? '';
  return new SqlError(field('C'), field('M'));
}

const NOTHING = Buffer.alloc(0);

/** Parses answers as they come; calls `settle` for each once the server is ready again. */
export function createReader(settle: (error: Error | null, rows: readonly TextRow[]) => void) {
  let rest = NOTHING;
  let rows: TextRow[] = [];
  let error: Error | null = null;
  const take = (type: number | undefined, data: Buffer, from: number, to: number) => {
    if (type === IN.row) rows.push(readRow(data, from));
    else if (type === IN.error) error = readError(data, from, to);
    else if (type === IN.ready) {
      const [told, found] = [error, rows];
      error = null;
      rows = [];
      settle(told, found);
    }
  };
  return (chunk: Buffer) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (data.length - at >= HEADER_BYTES) {
      const end = at + 1 + data.readInt32BE(at + 1);
      if (end > data.length) break;
      take(data[at], data, at + HEADER_BYTES, end);
      at = end;
    }
    // A copy, because the buffer is reused.
    rest = at === data.length ? NOTHING : Buffer.from(data.subarray(at));
  };
}
