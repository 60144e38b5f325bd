// The URL of a listening socket.
import { isIPv6 } from 'node:net';

/** A URL that a browser accepts; a socket that listens on all networks is reached at localhost. */
export function listenUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return isIPv6(host) ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
