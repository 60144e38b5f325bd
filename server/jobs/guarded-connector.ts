// Connects callbacks to public addresses only, and to exactly the addresses that were checked.
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isLoopback, isPublicAddress } from '../lib/ip-address.ts';
import { CallbackError } from './callback-problem.ts';
import type { NameLookup } from './resolve-name.ts';

export type ConnectPolicy = {
  readonly allow_local: boolean;
  readonly lookUp: NameLookup;
  readonly timeout_ms: number;
};

/**
 * A name is resolved once per connection, and the socket gets the addresses that were checked, so
 * that a second look-up cannot return others (DNS rebinding).
 */
export function createGuardedConnector(policy: ConnectPolicy): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    lookup: guardedLookup(policy),
    maxCachedSessions: 0,
    // Explicit, so that no environment variable can turn the check off.
    rejectUnauthorized: true,
    timeout: policy.timeout_ms,
  });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    // For a literal address the socket calls no look-up, so it is checked here.
    if (isIP(host) !== 0 && !isAllowed(host, policy)) {
      callback(new CallbackError('address_not_allowed'), null);
      return;
    }
    connect({ ...options, hostname: host }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // Checked once more on the connected socket, which knows the address that was really used.
      if (isAllowed(socket.remoteAddress ?? '', policy)) return callback(null, socket);
      socket.destroy();
      callback(new CallbackError('address_not_allowed'), null);
    });
  };
}

function guardedLookup(policy: ConnectPolicy): LookupFunction {
  return (name, options, callback) => {
    allowedAddresses(name, policy).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all === true) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
      },
      (error: unknown) => callback(asError(error), ''),
    );
  };
}

/** One forbidden address among allowed ones refuses the name: it suggests an attack. */
async function allowedAddresses(name: string, policy: ConnectPolicy): Promise<readonly string[]> {
  const addresses = await policy.lookUp(name).catch((error: unknown) => {
    throw new CallbackError('dns', { cause: error });
  });
  if (addresses.length === 0) throw new CallbackError('dns');
  if (!addresses.every((address) => isAllowed(address, policy))) {
    throw new CallbackError('address_not_allowed');
  }
  return addresses;
}

function isAllowed(address: string, { allow_local }: ConnectPolicy): boolean {
  return isPublicAddress(address) || (allow_local && isLoopback(address));
}

/** Without the brackets of an IPv6 literal, and without the dot at the end of a full name. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('look-up failed', { cause: error });
}
