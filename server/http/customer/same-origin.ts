// Whether a form was sent from our own page: browsers say so in headers that other pages cannot
// set.
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Browsers send Sec-Fetch-Site only to https and to localhost; for a page served over http on a
 * local network, Origin is checked instead. If both are missing, it is no browser or a very old
 * one.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, own_origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === own_origin : site === 'same-origin';
}
