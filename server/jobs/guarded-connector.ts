// Connects callbacks to public addresses and to private ones that an operator allows, and to
// exactly the addresses that were checked.
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { CallbackPolicy } from '../domain/values/web-address.ts';
import { isLoopback, isPublicAddress } from '../lib/ip-address.ts';
import { leadsToPrivate } from '../lib/private-places.ts';
import { CallbackError } from './callback-problem.ts';
import type { NameLookup } from './resolve-name.ts';

export type ConnectPolicy = CallbackPolicy & {
  readonly lookUp: NameLookup;
  readonly timeout_ms: number;
};

/**
 * A name is resolved once per connection, and the socket gets the addresses that were checked, so
 * that a second look-up cannot return others (DNS rebinding).
 */
export function createGuardedConnector(policy: ConnectPolicy): buildConnector.connector {
  const private_context = contextOf(policy.places.ca);
  const open = async (options: buildConnector.Options) => {
    const host = bareHost(options.hostname);
    const addresses = await allowedAddresses(host, policy);
    const is_private = addresses.every((address) => isPrivate(host, address, policy));
    const context = is_private ? private_context : undefined;
    const connect = connectorTo(addresses, policy.timeout_ms, context);
    const socket = await connected(connect, { ...options, hostname: host });
    // Checked once more on the connected socket, which knows the address that was really used.
    if (isAllowed(host, socket.remoteAddress ?? '', policy)) return socket;
    socket.destroy();
    throw new CallbackError('address_not_allowed');
  };
  return (options, callback) => {
    open(options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(asError(error), null),
    );
  };
}

function connected(
  connect: buildConnector.connector,
  options: buildConnector.Options,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  connect(options, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)));
  return promise;
}

/**
 * For private addresses only: an authority of the house must not speak for a public host. The
 * public authorities count there, too, because one network has receivers of many teams.
 */
function contextOf(ca: string | null): SecureContext | undefined {
  if (ca === null) return undefined;
  return createSecureContext({ ca: [...getCACertificates('default'), ca] });
}

function connectorTo(
  addresses: readonly string[],
  timeout: number,
  secureContext: SecureContext | undefined,
): buildConnector.connector {
  return buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    lookup: pinned(addresses),
    maxCachedSessions: 0,
    // Explicit, so that no environment variable can turn the check off.
    rejectUnauthorized: true,
    ...(secureContext === undefined ? {} : { secureContext }),
    timeout,
  });
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    if (options.all === true) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
  };
}

/** One forbidden address among allowed ones refuses the name: it suggests an attack. */
async function allowedAddresses(host: string, policy: ConnectPolicy): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await addressesOf(host, policy) : [host];
  if (!addresses.every((address) => isAllowed(host, address, policy))) {
    throw new CallbackError('address_not_allowed');
  }
  return addresses;
}

async function addressesOf(name: string, { lookUp }: ConnectPolicy): Promise<readonly string[]> {
  const addresses = await lookUp(name).catch((error: unknown) => {
    throw new CallbackError('dns', { cause: error });
  });
  if (addresses.length === 0) throw new CallbackError('dns');
  return addresses;
}

function isAllowed(host: string, address: string, policy: ConnectPolicy): boolean {
  if (isPublicAddress(address) || (policy.allow_local && isLoopback(address))) return true;
  return isPrivate(host, address, policy);
}

const isPrivate = (host: string, address: string, { places }: ConnectPolicy): boolean =>
  !isPublicAddress(address) && leadsToPrivate(host, address, places);

/** Lower case, without the brackets of an IPv6 literal and the dot at the end of a full name. */
function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('look-up failed', { cause: error });
}
