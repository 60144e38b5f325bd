// Reads the text of one setting into its value; undefined means that the text is not valid for the
// setting.

import { isIP } from 'node:net';
import { withoutTrailing } from '../domain/values/separators.ts';
import { readDatabaseAddresses } from '../lib/database-addresses.ts';
import { parseCidr } from '../lib/ip-address.ts';

const KEY_BYTES = 32;
export const LEAST_TOKEN_LENGTH = 32;

export function oneOfValues<T extends string>(
  values: readonly T[],
): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

export function wholeNumber(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
}

/** A number of processes, or `auto`: as many as the machine has cores, within the same bounds. */
export function countOr(most: number, automatic: () => number) {
  const parse = wholeNumber(1, most);
  return (text: string): number | undefined =>
    text === 'auto' ? Math.max(1, Math.min(most, automatic())) : parse(text);
}

export function parseFlag(text: string): boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  return undefined;
}

/** Without a slash at its end, so that a path can follow. */
export function parsePublicUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(text)) return undefined;
  return withoutTrailing(url.href, '/');
}

export function parseDatabaseUrl(text: string): string | undefined {
  return readDatabaseAddresses(text) === undefined ? undefined : text;
}

export function parseKey(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return new Uint8Array(Buffer.from(text, 'hex'));
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = new Uint8Array(Buffer.from(text, 'base64'));
  return bytes.length === KEY_BYTES ? bytes : undefined;
}

export function parseToken(text: string): string | undefined {
  return text.length >= LEAST_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined;
}

export function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || wholeNumber(0, family === 4 ? 32 : 128)(prefix) !== undefined;
}

/** The widest private networks, by the bytes of an address: 10.0.0.0/8 and fc00::/7. */
const WIDEST_PREFIX: Readonly<Record<number, number>> = { 4: 8, 16: 7 };

/**
 * A trusted proxy can claim any client address, so a network that includes most of the world is
 * refused.
 */
export function isMostOfTheWorld(text: string): boolean {
  // Read as it is matched: ::ffff:0.0.0.0/96 is all of IPv4.
  const network = parseCidr(text);
  return network === null || network.prefix_bits < (WIDEST_PREFIX[network.bytes.length] ?? 0);
}

export function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(',').map((part) => part.trim());
  return networks.every((text) => isNetwork(text) && !isMostOfTheWorld(text))
    ? networks
    : undefined;
}
