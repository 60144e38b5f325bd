// Verifies what an endpoint's secret has signed before anything in it is believed: callbacks
// (Standard Webhooks), and the address by which a customer comes back.
import { WebhookError } from './api/api-errors.ts';
import type { Event as FeedEvent, TestEvent, Trade } from './merchant/schema.gen.ts';
import { rawBody, type WebhookBody } from './webhook-body.ts';

type WithoutNumber<Numbered> = Numbered extends FeedEvent ? Omit<Numbered, 'number'> : never;

/**
 * As in the feed of events, without its number; or the test of an endpoint. A newer service may
 * send types that are not named here: see `otherEvent`.
 */
export type WebhookEvent = WithoutNumber<FeedEvent> | ({ readonly id: string } & TestEvent);

type EventBody<Told> = Told extends WebhookEvent ? Omit<Told, 'id'> : never;

/** Of fetch, or a plain object as Node has it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookOptions = {
  /** How far the time of the signature may be from now; default: 300. */
  toleranceSeconds?: number;
  /** The present time in milliseconds; default: your clock. */
  now?: number;
};

const TOLERANCE_S = 300;
const MAX_SIGNATURES = 10;
const SECRET_PREFIX = 'whsec_';

const ENCODER = new TextEncoder();

function hasGet(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function headerOf(headers: WebhookHeaders, name: string): string {
  // JavaScript may give nothing.
  const given = headers ?? {};
  const found = hasGet(given)
    ? given.get(name)
    : Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found !== 'string' || found === '') {
    throw new WebhookError('headers', `The header ${name} is missing`);
  }
  return found;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch (error) {
    // Not the right number of characters.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Undefined if a variable of the environment is not set. */
function keyBytes(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof secret === 'string' && secret.startsWith(SECRET_PREFIX)
      ? bytesOf(secret.slice(SECRET_PREFIX.length))
      : null;
  if (bytes === null) {
    throw new WebhookError('secret', 'The secret of an endpoint begins with whsec_');
  }
  return bytes;
}

function checkTime(timestamp: string, options: WebhookOptions): void {
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new WebhookError('headers', 'webhook-timestamp is no number of seconds');
  }
  const { toleranceSeconds = TOLERANCE_S, now = Date.now() } = options;
  const age_s = now / 1_000 - Number(timestamp);
  if (age_s > toleranceSeconds) {
    throw new WebhookError('too_old', `It was signed ${Math.round(age_s)} seconds ago`);
  }
  if (age_s < -toleranceSeconds) {
    throw new WebhookError('too_new', `It was signed ${Math.round(-age_s)} seconds in the future`);
  }
}

export function webhookKey(secret: string | undefined, use: 'sign' | 'verify') {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', keyBytes(secret), algorithm, false, [use]);
}

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secret: string | undefined,
): Promise<boolean> {
  const key = await webhookKey(secret, 'verify');
  for (const signature of signatures) {
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .flatMap((one) => {
      const bytes = one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : null;
      return bytes === null ? [] : [bytes];
    });
}

function isEventBody(value: unknown): value is EventBody<WebhookEvent> {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  const data = members.get('data');
  return typeof members.get('type') === 'string' && typeof data === 'object' && data !== null;
}

function readEvent(id: string, bytes: Uint8Array): WebhookEvent {
  const body: unknown = parse(new TextDecoder().decode(bytes));
  if (!isEventBody(body)) throw new WebhookError('body', 'The body is no event');
  return { ...body, id };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Its message has a part of the body, which nobody should log.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function joined(head: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = ENCODER.encode(head);
  const all = new Uint8Array(first.length + body.length);
  all.set(first);
  all.set(body, first.length);
  return all;
}

/**
 * The event of a callback, once its signature and time are proven; otherwise throws a WebhookError.
 * `body` is the raw body, before any parser, or a Request that nobody has read. Give several
 * secrets while one replaces another. Store `id` and skip an event whose id you have: every retry
 * has the same.
 */
export async function verifyWebhook(
  body: WebhookBody,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: WebhookOptions = {},
): Promise<WebhookEvent> {
  const bytes = await rawBody(body);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'));
  const signed = joined(`${id}.${timestamp}.`, bytes);
  let is_signed = false;
  for (const one of [secret].flat())
    is_signed = (await isSigned(signed, signatures, one)) || is_signed;
  if (!is_signed) throw new WebhookError('signature', 'No secret has signed this callback');
  checkTime(timestamp, options);
  return readEvent(id, bytes);
}

/** A hint, never a proof of payment: the customer may open an older address again. */
export type ReturnedOrder = {
  readonly id: string;
  readonly order_id: string;
  readonly state: Trade['state'];
  /** When the order came into this state, as its `updated_at`. */
  readonly updated_at: string;
};

/** The key is made for this use alone: no signature of a callback is one of an address. */
const RETURN_USE = 'payment-orders return_url v1';

function hexBytes(hex: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(hex)) return null;
  return Uint8Array.from({ length: 32 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

async function isReturnSigned(
  text: string,
  signatures: readonly string[],
  secret: string | undefined,
): Promise<boolean> {
  const own = await crypto.subtle.sign(
    'HMAC',
    await webhookKey(secret, 'sign'),
    ENCODER.encode(RETURN_USE),
  );
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', own, algorithm, false, ['verify']);
  for (const signature of signatures) {
    const bytes = hexBytes(signature);
    if (bytes === null) continue;
    if (await crypto.subtle.verify('HMAC', key, bytes, ENCODER.encode(text))) return true;
  }
  return false;
}

/** Node's `request.url` has no origin. */
const ANY_ORIGIN = 'https://shop.example';

/**
 * What the address says of the order if an endpoint's secret has signed it; null if not, or if
 * somebody changed it. `secret`: that of your default endpoint; several while one replaces another.
 * It tells which page to show at once. Whether you were paid, only the API and callbacks tell.
 */
export async function verifyReturn(
  url: string | URL,
  secret: string | readonly string[],
): Promise<ReturnedOrder | null> {
  const whole = String(url);
  const address = URL.canParse(whole, ANY_ORIGIN) ? new URL(whole, ANY_ORIGIN) : null;
  const given = (name: string) => address?.searchParams.getAll(name) ?? [];
  const names = ['id', 'order_id', 'state', 'updated_at', 'signature'];
  const [id, order_id, state, updated_at, signature] = names.map((name) => {
    const values = given(name);
    return values.length === 1 ? (values[0] ?? '') : '';
  });
  const text = [id, order_id, state, updated_at].join('\n');
  const signatures = (signature ?? '').split('.').slice(0, MAX_SIGNATURES);
  let is_signed = false;
  for (const one of [secret].flat())
    is_signed = (await isReturnSigned(text, signatures, one)) || is_signed;
  if (!is_signed) return null;
  // Signed, so that they are there.
  return { id, order_id, state, updated_at } as ReturnedOrder;
}
