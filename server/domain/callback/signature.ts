// What is signed: the strings that both sides put under HMAC, and the header of the result.

export type XTokenParts = {
  readonly method: string;
  /** The body exactly as it came. */
  readonly raw_body: string;
  /** Documented names and values in the order of the path. */
  readonly path_params: readonly (readonly [name: string, value: string])[];
};

export type XSignature = { readonly t: number; readonly v1: readonly string[] };

/** Replays past this age, and clocks wrong by more, are refused. */
export const SIGNATURE_TOLERANCE_S = 300;

/** Two live secrets need two signatures; many more are only work for us. */
const MAX_SIGNATURES = 5;
const MAX_HEADER_LENGTH = 1_024;

/** The raw body; a GET has none, so its path parameters as compact JSON stand for it. */
export function xTokenStringToSign({ method, raw_body, path_params }: XTokenParts): string {
  if (method !== 'GET' && method !== 'HEAD') return raw_body;
  const members = path_params.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** Reads `t=UNIX,v1=hex[,v1=hex]`; unknown schemes are skipped, anything unclear is null. */
export function parseXSignature(header: string): XSignature | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  const parts = header.split(',').map((part) => /^ *([a-z0-9]+)=([!-~]+) *$/.exec(part));
  if (parts.includes(null)) return null;
  const valuesOf = (key: string): string[] =>
    parts.filter((part) => part?.[1] === key).map((part) => part?.[2] ?? '');
  const [times, v1] = [valuesOf('t'), valuesOf('v1')];
  // No leading zeros: the time that is signed is the number, so it must have one spelling.
  const is_clear =
    times.length === 1 &&
    times.every((time) => /^[1-9][0-9]{0,11}$/.test(time)) &&
    v1.length >= 1 &&
    v1.length <= MAX_SIGNATURES &&
    v1.every((hex) => /^[0-9a-f]{64}$/.test(hex));
  return is_clear ? { t: Number(times[0]), v1 } : null;
}

export function isFreshSignature(t: number, now_ms: number): boolean {
  return Math.abs(Math.floor(now_ms / 1_000) - t) <= SIGNATURE_TOLERANCE_S;
}

/** `path` is the path with its query, exactly as requested. */
export function xSignatureStringToSign(parts: {
  readonly t: number;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}): string {
  return `${parts.t}.${parts.method}.${parts.path}.${parts.body}`;
}

/** What a callback signs (Standard Webhooks). */
export function standardWebhookStringToSign(parts: {
  readonly id: string;
  readonly timestamp_s: number;
  readonly body: string;
}): string {
  return `${parts.id}.${parts.timestamp_s}.${parts.body}`;
}
