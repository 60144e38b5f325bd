// Headers of everything below /pay: it loads nothing from other sites, is not framed or stored, and
// reveals its address to no other site.

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
  // With `no-referrer` browsers send `Origin: null` with forms, and the page could not recognise
  // its own.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Allows the merchant's shop to frame the page; X-Frame-Options cannot carry a list of origins. */
export function allowFraming(reply: FastifyReply, frame_ancestors: readonly string[]): void {
  if (frame_ancestors.length === 0) return;
  reply.removeHeader('x-frame-options');
  reply.header('content-security-policy', policyFor(frame_ancestors.join(' ')));
}

/** For pictures and styles whose address changes with their content. */
export const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
