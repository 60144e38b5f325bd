// Encodes values in PostgreSQL's binary format, by the type of their column. Sent as text, a row
// takes PostgreSQL longer to parse than to write. Source: the send and receive functions of
// PostgreSQL's types (src/backend/utils/adt).
import { ByteWriter } from './byte-writer.ts';

type Scalar = string | number | bigint | boolean | Uint8Array;
export type BinaryValue = Scalar | readonly (string | bigint)[];

type Write = (writer: ByteWriter, value: BinaryValue) => void;

const TEXT = 25;
const INT8 = 20;
/** 2000-01-01 in epoch milliseconds: PostgreSQL counts times from there. */
const TIME_START_MS = 946_684_800_000;
const US_PER_MS = 1000n;
const MS_PER_DAY = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The binary form of numeric has its decimal digits in groups of four, counted from the point. */
const GROUP = 4;
const NEGATIVE = 0x4000;

function wrong(value: BinaryValue, type: string): Error {
  return new Error(`A ${typeof value} was given for a column of type ${type}`);
}

const text: Write = (writer, value) => {
  if (typeof value !== 'string') throw wrong(value, 'text');
  writer.text(value);
};

/** Checks that an integer fits a column of this many bits. */
function integer(value: BinaryValue, bits: 16 | 32): number {
  const most = 2 ** (bits - 1);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrong(value, 'integer');
  if (value >= most || value < -most) throw new Error(`${value} is out of range for ${bits} bits`);
  return value;
}

const int64: Write = (writer, value) => {
  if (typeof value !== 'bigint' && typeof value !== 'number') throw wrong(value, 'bigint');
  writer.int64(BigInt(value));
};

/** A timestamptz, given in epoch milliseconds. */
const time: Write = (writer, value) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong(value, 'timestamptz');
  writer.int64(BigInt(value - TIME_START_MS) * US_PER_MS);
};

/** A date, given as `YYYY-MM-DD`. */
const date: Write = (writer, value) => {
  const at = typeof value === 'string' && DAY.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw wrong(value, 'date');
  writer.int32((at - TIME_START_MS) / MS_PER_DAY);
};

function groupsOf(digits: string): number[] {
  return Array.from({ length: digits.length / GROUP }, (_, index) =>
    Number(digits.slice(index * GROUP, (index + 1) * GROUP)),
  );
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?$/;

function numericBytes(value: BinaryValue): Buffer {
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(String(value)) ?? [];
  if (sign === undefined) throw wrong(value, 'numeric');
  const before = whole.padStart(Math.ceil(whole.length / GROUP) * GROUP, '0');
  const after = fraction.padEnd(Math.ceil(fraction.length / GROUP) * GROUP, '0');
  const groups = groupsOf(before + after);
  const first = groups.findIndex((group) => group !== 0);
  const last = groups.findLastIndex((group) => group !== 0);
  const kept = first === -1 ? [] : groups.slice(first, last + 1);
  const writer = new ByteWriter(8 + 2 * kept.length);
  writer.int16(kept.length);
  // The weight of the first group: 0 holds the units.
  writer.int16(first === -1 ? 0 : before.length / GROUP - 1 - first);
  writer.int16(sign === '-' && kept.length > 0 ? NEGATIVE : 0);
  writer.int16(fraction.length);
  for (const group of kept) writer.int16(group);
  return writer.end();
}

/** Percents and rates are cached: the orders of one merchant share a few of them. */
const RECENT_NUMERICS_MOST = 256;
const recent_numerics = new Map<BinaryValue, Buffer>();

const numeric: Write = (writer, value) => {
  let bytes = recent_numerics.get(value);
  if (bytes === undefined) {
    bytes = numericBytes(value);
    if (recent_numerics.size === RECENT_NUMERICS_MOST) recent_numerics.clear();
    recent_numerics.set(value, bytes);
  }
  writer.bytes(bytes);
};

/** A one-dimensional list without nulls. */
function arrayOf(element_type: number, write: Write): Write {
  return (writer, value) => {
    if (!Array.isArray(value)) throw wrong(value, 'array');
    writer.int32(value.length === 0 ? 0 : 1);
    writer.int32(0);
    writer.int32(element_type);
    if (value.length === 0) return;
    writer.int32(value.length);
    writer.int32(1);
    for (const element of value) {
      const at = writer.open();
      write(writer, element);
      writer.close(at);
    }
  };
}

/** By the type's oid, which is the same in every PostgreSQL. */
const WRITERS = new Map<number, Write>([
  [
    16,
    (writer, value) => {
      if (typeof value !== 'boolean') throw wrong(value, 'boolean');
      writer.int8(value ? 1 : 0);
    },
  ],
  [
    17,
    (writer, value) => {
      if (!(value instanceof Uint8Array)) throw wrong(value, 'bytea');
      writer.bytes(value);
    },
  ],
  [INT8, int64],
  [21, (writer, value) => writer.int16(integer(value, 16))],
  [23, (writer, value) => writer.int32(integer(value, 32))],
  [TEXT, text],
  [114, text],
  [1009, arrayOf(TEXT, text)],
  [1016, arrayOf(INT8, int64)],
  [1082, date],
  [1184, time],
  [1700, numeric],
  [
    2950,
    (writer, value) => {
      if (typeof value !== 'string') throw wrong(value, 'uuid');
      writer.uuid(value);
    },
  ],
  [
    3802,
    (writer, value) => {
      // The version byte of the binary form of jsonb.
      writer.int8(1);
      text(writer, value);
    },
  ],
]);

/** The encoder of a type. A type that none of our tables uses is a bug. */
export function writerOf(type: number): Write {
  const write = WRITERS.get(type);
  if (write === undefined) throw new Error(`Values of the type ${type} cannot be encoded`);
  return write;
}
