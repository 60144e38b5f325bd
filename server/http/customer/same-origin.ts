// Whether a form came from our own page: browsers say so in headers that other pages cannot set.
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Browsers send Sec-Fetch-Site to https and to the machine itself only; a page that is served by
 * http on a local network has the Origin to go by. Neither of them: no browser, or a very old one.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, own_origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === own_origin : site === 'same-origin';
}
