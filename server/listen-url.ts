// The address under which a listening socket is reached.
import { isIPv6 } from 'node:net';

/**
 * The address of a listening socket as a browser takes it; "every network" is reached on this
 * machine.
 */
export function listenUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return isIPv6(host) ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
