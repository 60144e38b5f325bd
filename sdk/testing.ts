// For the tests of merchants: callbacks as the service signs them, without the service.
import { type WebhookEvent, webhookKey } from './webhook.ts';

const ENCODER = new TextEncoder();

/** Of a real event, as much as the receiver under test reads. */
export type TestedEvent = {
  type: WebhookEvent['type'];
  data: object;
  timestamp?: string;
  sequence?: number;
};

export type SignOptions = {
  /** Of the callback; the same for each retry. Default: a new one. */
  id?: string;
  /** When it is signed, in milliseconds; default: now. */
  now?: number;
};

/** To be sent as it is: `fetch(address, { method: 'POST', ...callback })`. */
export type SignedCallback = { body: string; headers: Record<string, string> };

/**
 * The callback of this event, signed with a secret, or with two as while one replaces the other.
 * A text is signed as it is.
 */
export async function signCallback(
  event: TestedEvent | string,
  secret: string | readonly string[],
  { id = crypto.randomUUID(), now = Date.now() }: SignOptions = {},
): Promise<SignedCallback> {
  const told = { timestamp: new Date(now).toISOString(), sequence: 1 };
  const body = typeof event === 'string' ? event : JSON.stringify({ ...told, ...event });
  const seconds = String(Math.floor(now / 1_000));
  const signed = ENCODER.encode(`${id}.${seconds}.${body}`);
  const signatures = await Promise.all(
    [secret].flat().map(async (one) => {
      const bytes = await crypto.subtle.sign('HMAC', await webhookKey(one, 'sign'), signed);
      return `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`;
    }),
  );
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers };
}
