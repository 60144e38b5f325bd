// The header `traceparent` of W3C Trace Context: read from callers, kept as 25 bytes, continued.

const GIVEN =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** A version that is to come may add to the 55 characters of today; longer ones are not read. */
const MOST_CHARACTERS = 256;

const SAMPLED = 1;
/** Sampled, and that the id is random; the other flags must not be passed on. */
const KNOWN_FLAGS = 3;

const BYTES = 25;
const TRACE_ID = { from: 3, to: 35 };
const SPAN_ID = { from: 36, to: 52 };

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');

/** In the present version of the header; null if it was not given or is malformed. */
export function readTraceparent(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MOST_CHARACTERS) return null;
  const [, trace_id, span_id, flags = ''] = GIVEN.exec(given) ?? [];
  if (trace_id === undefined || span_id === undefined) return null;
  return `00-${trace_id}-${span_id}-${hexByte(Number.parseInt(flags, 16) & KNOWN_FLAGS)}`;
}

export const traceIdOf = (traceparent: string): string =>
  traceparent.slice(TRACE_ID.from, TRACE_ID.to);

export const spanIdOf = (traceparent: string): string =>
  traceparent.slice(SPAN_ID.from, SPAN_ID.to);

export const traceFlagsOf = (traceparent: string): number =>
  Number.parseInt(traceparent.slice(-2), 16);

export const isSampled = (traceparent: string): boolean =>
  (traceFlagsOf(traceparent) & SAMPLED) === SAMPLED;

/** The same trace with another span as the parent of what follows. */
export const continuedBy = (traceparent: string, span_id: string): string =>
  `00-${traceIdOf(traceparent)}-${span_id}-${traceparent.slice(-2)}`;

/** Trace id, span id and flags. */
export function packTraceparent(traceparent: string): Uint8Array {
  const hex = traceparent.slice(TRACE_ID.from).replaceAll('-', '');
  return Uint8Array.from({ length: BYTES }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

/** Null if these are not the bytes of a trace: then nothing is continued. */
export function unpackTraceparent(bytes: Uint8Array): string | null {
  if (bytes.length !== BYTES) return null;
  const hex = Array.from(bytes, hexByte).join('');
  return readTraceparent(`00-${hex.slice(0, 32)}-${hex.slice(32, 48)}-${hex.slice(48)}`);
}
