// Headers that every answer carries, and the stricter or wider ones of pages.

/** For data and errors: nothing may be loaded, framed, sniffed or stored. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const TWO_YEARS_S = 63_072_000;

/** HSTS only if customers come by https: over http browsers ignore it. */
export function headersFor(public_url: string): Readonly<Record<string, string>> {
  if (!public_url.startsWith('https:')) return SECURITY_HEADERS;
  return { ...SECURITY_HEADERS, 'strict-transport-security': `max-age=${TWO_YEARS_S}` };
}

/** The documents have scripts, ask for their search index, and have a form for the search. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A drawing has its own style, and nothing else. */
export const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
