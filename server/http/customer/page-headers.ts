// Headers of everything below /pay: nothing of others is loaded, framed, stored or told to others.

import type { FastifyReply } from 'fastify';

const policyFor = (frame_ancestors: string) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frame_ancestors}`,
    "base-uri 'none'",
  ].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policyFor("'none'"),
  // With `no-referrer` browsers send `Origin: null` with forms: the page could not tell its own.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Where the merchant shows the page in its shop; the older header knows no list of origins. */
export function allowFraming(reply: FastifyReply, frame_ancestors: readonly string[]): void {
  if (frame_ancestors.length === 0) return;
  reply.removeHeader('x-frame-options');
  reply.header('content-security-policy', policyFor(frame_ancestors.join(' ')));
}

/** Pictures and styles whose address changes with what they show. */
export const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
