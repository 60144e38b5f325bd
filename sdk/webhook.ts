// Verifies a callback (Standard Webhooks) before anything in it is believed.
import { PaymentOrdersError } from './api-errors.ts';
import type { Event as FeedEvent } from './schema.gen.ts';

/** As in the feed of events, without its number. */
export type WebhookEvent = Omit<FeedEvent, 'number'>;

export type WebhookProblem =
  /** One of the three headers is missing or malformed. */
  | 'headers'
  /** The secret is not one of a callback endpoint. */
  | 'secret'
  /** It was signed too long ago, or your clock is wrong. */
  | 'too_old'
  /** It was signed in the future: your clock is wrong. */
  | 'too_new'
  /** None of the secrets has signed this body. */
  | 'signature'
  /** It was signed, but is no event. */
  | 'body';

/** The callback must not be believed: answer 400, and change nothing. */
export class WebhookError extends PaymentOrdersError {
  override readonly name: string = 'WebhookError';
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, detail: string) {
    super(detail);
    this.problem = problem;
  }
}

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
  const found = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
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

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(SECRET_PREFIX)
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

/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secret: string,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyBytes(secret), algorithm, false, ['verify']);
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

function isEventBody(value: unknown): value is Omit<WebhookEvent, 'id'> {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return typeof members.get('type') === 'string' && typeof members.get('data') === 'object';
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
 * `body` is the raw body, before any parsing. Give several secrets while one replaces another.
 * Store `id` and skip an event whose id you have: every retry has the same.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: WebhookOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'));
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const bytes = typeof body === 'string' ? ENCODER.encode(body) : body;
  const signed = joined(`${id}.${timestamp}.`, bytes);
  let is_signed = false;
  for (const one of secrets) is_signed = (await isSigned(signed, signatures, one)) || is_signed;
  if (!is_signed) throw new WebhookError('signature', 'No secret has signed this callback');
  checkTime(timestamp, options);
  return readEvent(id, bytes);
}
