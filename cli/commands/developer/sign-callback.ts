// Signs a forwarded event as the service signs its callbacks (Standard Webhooks), so that a
// receiver checks both in the same way.
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SECOND_MS = 1_000;

export const newForwardSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export function callbackHeaders(
  secret: string,
  id: string,
  body: string,
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / SECOND_MS));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'payment-orders',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
