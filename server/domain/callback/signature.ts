// Builds the strings that both sides sign with HMAC, and the signature headers.

export type XTokenParts = {
  readonly method: string;
  /** The body exactly as received. */
  readonly raw_body: string;
  /** The documented names and values, in the order of the path. */
  readonly path_params: readonly (readonly [name: string, value: string])[];
};

export type XSignature = { readonly t: number; readonly v1: readonly string[] };

/** Requests whose time differs from ours by more are refused: old ones may be replays. */
export const SIGNATURE_TOLERANCE_S = 300;

/** Two valid secrets need two signatures; many more would only cost time. */
const MAX_SIGNATURES = 5;
const MAX_HEADER_LENGTH = 1_024;

/** The raw body; for a GET, its path parameters as compact JSON instead. */
export function xTokenStringToSign({ method, raw_body, path_params }: XTokenParts): string {
  if (method !== 'GET' && method !== 'HEAD') return raw_body;
  const members = path_params.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/** Reads `t=UNIX,v1=hex[,v1=hex]`; unknown schemes are skipped, and unclear input gives null. */
export function parseXSignature(header: string): XSignature | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  const parts = header.split(',').map((part) => /^ *([a-z0-9]+)=([!-~]+) *$/.exec(part));
  if (parts.includes(null)) return null;
  const valuesOf = (key: string): string[] =>
    parts.filter((part) => part?.[1] === key).map((part) => part?.[2] ?? '');
  const [times, v1] = [valuesOf('t'), valuesOf('v1')];
  // No leading zeros: the number is signed, so it must have one spelling.
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

/** The signed string of a callback (Standard Webhooks). */
export function standardWebhookStringToSign(parts: {
  readonly id: string;
  readonly timestamp_s: number;
  readonly body: string;
}): string {
  return `${parts.id}.${parts.timestamp_s}.${parts.body}`;
}

/** What the key of returns is made from, together with the secret of the default endpoint. */
export const RETURN_USE = 'payment-orders return_url v1';

/** The signed string of an address that leads a payer back; no value has a line break. */
export function returnStringToSign(result: {
  readonly id: string;
  readonly order_id: string;
  readonly state: string;
  readonly updated_at: string;
}): string {
  return [result.id, result.order_id, result.state, result.updated_at].join('\n');
}
