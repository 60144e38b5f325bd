// Headers of everything below /pay: nothing of others is loaded, framed, stored or told to others.

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY.join('; '),
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
