// Which web addresses a merchant may give for customers' return and for callbacks.

import { isLoopback, isPublicAddress, parseAddress } from '../../lib/ip-address.ts';
import { isNamedHost, leadsToPrivate, type PrivatePlaces } from '../../lib/private-places.ts';
import { WEB_ADDRESS_RULE } from './text.ts';

/** An address parsed by the caller: `scheme` without its colon, `host` without its port. */
export type WebAddress = {
  readonly scheme: string;
  readonly host: string;
  /** Empty if it is the scheme's default. */
  readonly port: string;
  readonly has_credentials: boolean;
  /** As the merchant wrote it. */
  readonly raw: string;
};

/** A sandbox may call the machine that it runs on, so that a shop can be tried there. */
export type LocalPolicy = { readonly allow_local: boolean };

/** Callbacks may also go to the private places that an operator has named. */
export type CallbackPolicy = LocalPolicy & { readonly places: PrivatePlaces };

export const URL_MAX_LENGTH = 2048;

/** Scheme, host and port of a checked address; path and query may contain secrets. */
export function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
}

/** Names that only a private network resolves, reserved for that or customary. */
const INTERNAL_SUFFIXES = [
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'localhost',
] as const;

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** The problem of a return_url, or null. */
export function returnUrlProblem(address: WebAddress, policy: LocalPolicy): string | null {
  if (!isWeb(address.scheme)) return `${WEB_ADDRESS_RULE}, with http or https`;
  return spellingProblem(address) ?? hostProblem(address.host, policy);
}

/** The problem of a callback_url, or null. The resolved address is checked again on connecting. */
export function callbackUrlProblem(address: WebAddress, policy: CallbackPolicy): string | null {
  if (!isWeb(address.scheme) || (address.scheme === 'http' && !policy.allow_local)) {
    return `${WEB_ADDRESS_RULE}, with https`;
  }
  return (
    spellingProblem(address) ??
    portProblem(address.port, policy) ??
    callbackHostProblem(address.host, policy)
  );
}

function isWeb(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** Parsers repair addresses in different ways; only a form that all read alike is accepted. */
function spellingProblem({ raw, has_credentials }: WebAddress): string | null {
  if (raw.length > URL_MAX_LENGTH) return `must have at most ${URL_MAX_LENGTH} characters`;
  if (/[\p{C}\p{Z}\\]/u.test(raw))
    return 'must not contain spaces, backslashes or control characters';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(raw)?.[1];
  if (authority === undefined) return WEB_ADDRESS_RULE;
  if (has_credentials || authority.includes('@')) return 'must not contain a user name or password';
  return null;
}

/**
 * Ports from 1024 up on which databases, caches and queues listen by default, some of which act on
 * whatever line they read: a callback must not become their command.
 */
const STORE_PORTS: Readonly<Record<number, string>> = {
  1433: 'SQL Server',
  1521: 'Oracle',
  2181: 'ZooKeeper',
  2375: 'Docker',
  2376: 'Docker',
  2379: 'etcd',
  2380: 'etcd',
  3306: 'MySQL',
  3389: 'Remote Desktop',
  5432: 'PostgreSQL',
  5672: 'RabbitMQ',
  5984: 'CouchDB',
  6379: 'Redis',
  6432: 'PgBouncer',
  9042: 'Cassandra',
  9092: 'Kafka',
  9200: 'Elasticsearch',
  9300: 'Elasticsearch',
  11211: 'memcached',
  26257: 'CockroachDB',
  27017: 'MongoDB',
  27018: 'MongoDB',
  27019: 'MongoDB',
  33060: 'MySQL',
};

/** Ports below 1024 belong to services other than HTTP (mail, DNS …), which must not be called. */
function portProblem(port: string, { allow_local }: LocalPolicy): string | null {
  if (port === '' || port === '443') return null;
  const store = STORE_PORTS[Number(port)];
  if (store !== undefined) return `must not use port ${port}, on which ${store} listens`;
  if (Number(port) >= 1024) return null;
  return port === '80' && allow_local ? null : 'must use port 443 or one from 1024 up';
}

function callbackHostProblem(host: string, policy: CallbackPolicy): string | null {
  const { places } = policy;
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (isNamedHost(name, places) && isHostName(name)) return null;
  if (leadsToPrivate(name, name, places)) return null;
  return hostProblem(host, policy);
}

function hostProblem(host: string, { allow_local }: LocalPolicy): string | null {
  const literal = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (parseAddress(literal) !== null) {
    if (isPublicAddress(literal) || (allow_local && isLoopback(literal))) return null;
    return 'must not lead to a private or reserved address: name a public host like shop.example';
  }
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return nameProblem(name.toLowerCase(), allow_local);
}

/** Lower case, without the dot at the end of a full name. */
export function isHostName(name: string): boolean {
  const labels = name.split('.');
  // If the last label is a number, some resolvers read the name as an IP address.
  const is_number = /^(?:[0-9]+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  return name.length <= 253 && !is_number && labels.every((label) => LABEL.test(label));
}

function nameProblem(name: string, allow_local: boolean): string | null {
  if (!isHostName(name)) return 'must have a host name like shop.example';
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  if (allow_local && (labels.length === 1 || last === 'localhost')) return null;
  const internal = INTERNAL_SUFFIXES.some(
    (suffix) => name === suffix || name.endsWith(`.${suffix}`),
  );
  if (internal || labels.length < 2) return 'must have a public host name like shop.example';
  return null;
}
