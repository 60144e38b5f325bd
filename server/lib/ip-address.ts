// IP addresses and ranges as bytes, and whether an address is on the public internet.

export type Cidr = { readonly bytes: Uint8Array; readonly prefix_bits: number };

/**
 * 4 bytes, or 16; null for every other spelling (octal, hexadecimal, short forms, zone ids).
 * A client that has gone has no address any more.
 */
export function parseAddress(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  return text.includes(':') ? parseV6(text) : parseV4(text);
}

/** `address/bits` or one address; an IPv4-mapped range becomes its IPv4 range. */
export function parseCidr(text: string): Cidr | null {
  const match = /^([0-9A-Fa-f:.]+)(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text);
  const bytes = parseAddress(match?.[1] ?? '');
  if (match === null || bytes === null) return null;
  const all_bits = bytes.length * 8;
  const prefix_bits = match[2] === undefined ? all_bits : Number(match[2]);
  if (prefix_bits > all_bits) return null;
  const v4 = prefix_bits >= 96 ? unmapped(bytes) : bytes;
  return { bytes: v4, prefix_bits: prefix_bits - (bytes.length - v4.length) * 8 };
}

/**
 * An IPv4-mapped IPv6 address counts as its IPv4 address: the kind of socket decides which is seen.
 */
export function cidrContains(cidr: Cidr, address: string | undefined): boolean {
  const bytes = parseAddress(address);
  return bytes !== null && contains(cidr, unmapped(bytes));
}

const IPV6_NETWORK_BYTES = 8;

/**
 * The whole network of an IPv6 address, because one client has all of its addresses. All clients
 * that have gone count as one.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'gone';
  const bytes = parseAddress(address);
  if (bytes === null || bytes.length === 4) return address;
  const v4 = unmapped(bytes);
  if (v4.length === 4) return v4.join('.');
  return [...bytes.subarray(0, IPV6_NETWORK_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

export function isLoopback(text: string): boolean {
  const bytes = parseAddress(text);
  return bytes !== null && LOOPBACK.some((each) => contains(each, unmapped(bytes)));
}

/** False for every address that could be internal, however it is written. */
export function isPublicAddress(text: string | undefined): boolean {
  const bytes = parseAddress(text);
  if (bytes === null || NOT_PUBLIC.some((each) => contains(each, bytes))) return false;
  // Only 2000::/3 of IPv6 is assigned: everything else is refused, listed or not.
  return bytes.length === 4 || contains(GLOBAL_UNICAST, bytes);
}

/** A range of a single address. */
export const isOneAddress = ({ bytes, prefix_bits }: Cidr): boolean =>
  prefix_bits === bytes.length * 8;

/** What no permission of an operator includes; also every text that is not an address. */
export function isNeverCalled(text: string): boolean {
  const bytes = parseAddress(text);
  if (bytes === null) return true;
  return !isLoopback(text) && NEVER_CALLED.some(([each]) => contains(each, unmapped(bytes)));
}

/** Why no address of this range could be called; null if some can. */
export function neverCalledReason({ bytes, prefix_bits }: Cidr): string | null {
  const around = ({ prefix_bits: bits, ...rest }: Cidr) =>
    bits <= prefix_bits && contains({ ...rest, prefix_bits: bits }, bytes);
  if (LOOPBACK.some(around)) return null;
  return NEVER_CALLED.find(([each]) => around(each))?.[1] ?? null;
}

/** Whether it is a range of loopback addresses. */
export const isLoopbackRange = ({ bytes, prefix_bits }: Cidr): boolean =>
  LOOPBACK.some((each) => each.prefix_bits <= prefix_bits && contains(each, bytes));

function parseV4(text: string): Uint8Array | null {
  const parts = text.split('.');
  // Some resolvers read a leading zero as octal, so it is refused.
  const octets = parts.filter((part) => /^(0|[1-9][0-9]{0,2})$/.test(part)).map(Number);
  if (parts.length !== 4 || octets.length !== 4) return null;
  return octets.every((octet) => octet <= 255) ? Uint8Array.from(octets) : null;
}

function parseV6(text: string): Uint8Array | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = groupsOf(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 1 ? [] : groupsOf(halves[1] ?? '', true);
  if (head === null || tail === null) return null;
  const zeros = 16 - head.length - tail.length;
  // "::" stands for at least one group of zeros.
  if (halves.length === 1 ? zeros !== 0 : zeros < 2) return null;
  return Uint8Array.from([...head, ...new Array<number>(zeros).fill(0), ...tail]);
}

/** The bytes of colon-separated groups; an IPv4 address is only allowed at the very end. */
function groupsOf(text: string, at_end: boolean): number[] | null {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    const v4 = at_end && index === groups.length - 1 ? parseV4(group) : null;
    if (v4 !== null) bytes.push(...v4);
    else if (/^[0-9A-Fa-f]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return null;
  }
  return bytes;
}

function unmapped(bytes: Uint8Array): Uint8Array {
  return bytes.length === 16 && contains(MAPPED, bytes) ? bytes.slice(12) : bytes;
}

function contains(range: Cidr, bytes: Uint8Array): boolean {
  if (range.bytes.length !== bytes.length) return false;
  let bits = range.prefix_bits;
  for (let index = 0; bits > 0; index += 1, bits -= 8) {
    const mask = bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff;
    if ((((range.bytes[index] ?? 0) ^ (bytes[index] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}

function range(address: string, prefix_bits: number): Cidr {
  const bytes = parseAddress(address);
  if (bytes === null) throw new Error(`not an address: ${address}`);
  return { bytes, prefix_bits };
}

const MAPPED = range('::ffff:0.0.0.0', 96);
const GLOBAL_UNICAST = range('2000::', 3);
const LOOPBACK: readonly Cidr[] = [range('127.0.0.0', 8), range('::1', 128)];

/** The IANA special-purpose registries, and addresses that cloud providers use internally. */
const NOT_PUBLIC: readonly Cidr[] = [
  range('0.0.0.0', 8), // this network
  range('10.0.0.0', 8), // private networks
  range('100.64.0.0', 10), // carrier-grade NAT; a cloud's metadata, too
  range('127.0.0.0', 8), // loopback
  range('168.63.129.16', 32), // a cloud's virtual host agent, on a public address
  range('169.254.0.0', 16), // link-local, metadata
  range('172.16.0.0', 12), // private
  range('192.0.0.0', 24), // protocol assignments
  range('192.0.2.0', 24), // documentation
  range('192.88.99.0', 24), // 6to4 relay
  range('192.168.0.0', 16), // private
  range('198.18.0.0', 15), // benchmarks
  range('198.51.100.0', 24), // documentation
  range('203.0.113.0', 24), // documentation
  range('224.0.0.0', 4), // multicast
  range('240.0.0.0', 4), // reserved, broadcast
  range('2001::', 23), // protocol assignments: Teredo, benchmarks, ORCHID
  range('2001:db8::', 32), // documentation
  range('2002::', 16), // 6to4: carries any IPv4 address
  range('3fff::', 20), // documentation
];

const LINK_LOCAL = 'link-local addresses, where clouds tell their machines secrets';
const CLOUD = 'where a cloud tells its machines secrets';
const EMBEDDED = 'they stand for IPv4 addresses';

/** Never called, whatever an operator allows; loopback has a rule of its own. */
const NEVER_CALLED: readonly (readonly [Cidr, reason: string])[] = [
  [range('0.0.0.0', 8), 'they stand for this machine'],
  [range('100.100.100.200', 32), CLOUD],
  [range('168.63.129.16', 32), CLOUD],
  [range('169.254.0.0', 16), LINK_LOCAL],
  [range('192.0.0.192', 32), CLOUD],
  [range('224.0.0.0', 4), 'multicast'],
  [range('255.255.255.255', 32), 'broadcast'],
  [range('::', 96), EMBEDDED],
  [range('64:ff9b::', 96), EMBEDDED],
  [range('64:ff9b:1::', 48), EMBEDDED],
  [range('2001::', 32), EMBEDDED],
  [range('2002::', 16), EMBEDDED],
  [range('fd00:ec2::', 32), CLOUD],
  [range('fd20:ce::254', 128), CLOUD],
  [range('fe80::', 10), LINK_LOCAL],
  [range('ff00::', 8), 'multicast'],
];
