// Connects callbacks to public addresses only: what is checked is what is connected to.
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
 * One name is resolved once per connection, and the socket gets the very addresses that were
 * checked: a second answer (DNS rebinding) is never asked for.
 */
export function createGuardedConnector(policy: ConnectPolicy): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    autoSelectFamily: true,
    lookup: guardedLookup(policy),
    maxCachedSessions: 0,
    // Said, so that no environment variable can switch the check off.
    rejectUnauthorized: true,
    timeout: policy.timeout_ms,
  });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    // The socket asks nobody about a literal address, so it is judged here.
    if (isIP(host) !== 0 && !isAllowed(host, policy)) {
      callback(new CallbackError('address_not_allowed'), null);
      return;
    }
    connect({ ...options, hostname: host }, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // Held against the socket once more: the last word has where it really leads.
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

/** One bad address among good ones refuses the name: somebody is trying. */
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

/** Without an IPv6 literal's brackets, and without the dot that ends a full name. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('look-up failed', { cause: error });
}
