// Signs callbacks according to Standard Webhooks, so that merchants can verify them with its
// libraries.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { RETURN_USE, standardWebhookStringToSign } from '../../domain/callback/signature.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export type WebhookMessage = {
  /** Every valid secret signs: during a rotation the receiver may know either of two. */
  readonly secrets: readonly string[];
  readonly id: string;
  readonly timestamp_s: number;
  readonly body: string;
};

export function newWebhookSecret(): string {
  return webhookSecretOf(randomBytes(SECRET_BYTES));
}

/** Of bytes that nobody else can guess. */
export const webhookSecretOf = (bytes: Buffer): string => PREFIX + bytes.toString('base64');

/** The value of `webhook-signature`: one `v1,` signature per secret, separated by spaces. */
export function signWebhook({ secrets, ...message }: WebhookMessage): string {
  if (secrets.length === 0) throw new Error('a callback needs at least one secret');
  const text = standardWebhookStringToSign(message);
  return secrets
    .map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(text).digest('base64')}`)
    .join(' ');
}

/**
 * In lower-case hex, one for each secret, separated by dots. The key is made from the secret for
 * this use alone: a callback's signature is never one of an address.
 */
export function signReturn(secrets: readonly string[], text: string): string {
  return secrets
    .map((secret) => {
      const key = createHmac('sha256', keyOf(secret)).update(RETURN_USE).digest();
      return createHmac('sha256', key).update(text).digest('hex');
    })
    .join('.');
}

/** Cached per secret: creating one costs three times as much as signing. */
const keys = new Map<string, KeyObject>();
const MOST_KEYS = 10_000;

/** The secret is base64: the key is its bytes, not its letters. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || bytes.length === 0) {
    throw new Error('a webhook secret starts with whsec_ and carries base64');
  }
  const key = createSecretKey(bytes);
  if (keys.size >= MOST_KEYS) keys.clear();
  keys.set(secret, key);
  return key;
}
