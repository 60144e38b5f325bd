// Which private addresses callbacks may go to: an operator's networks, and the hosts that lead
// there.
import { type Cidr, cidrContains, isLoopback, isNeverCalled, isOneAddress } from './ip-address.ts';

export type PrivatePlaces = {
  readonly networks: readonly Cidr[];
  /** If any are named, no other host leads there. Lower case; a suffix begins with a dot. */
  readonly hosts: readonly string[];
  /** Certificates (PEM) that verify the receivers there, beside the public authorities. */
  readonly ca: string | null;
};

export const NO_PRIVATE_PLACES: PrivatePlaces = { networks: [], hosts: [], ca: null };

/** Lower case, and without the dot at the end of a full name. */
export function isNamedHost(host: string, { hosts }: Pick<PrivatePlaces, 'hosts'>): boolean {
  return hosts.some((one) => (one.startsWith('.') ? host.endsWith(one) : host === one));
}

/**
 * Whether this host may lead to this address, although it is not public. Loopback needs an entry of
 * its own: every service of the machine listens there, and a wide network must not include it.
 */
export function leadsToPrivate(host: string, address: string, places: PrivatePlaces): boolean {
  if (isNeverCalled(address)) return false;
  if (places.hosts.length > 0 && !isNamedHost(host, places)) return false;
  const around = places.networks.filter((network) => cidrContains(network, address));
  return isLoopback(address) ? around.some(isOneAddress) : around.length > 0;
}
