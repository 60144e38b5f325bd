// Where callbacks may go beside public addresses, from the settings.

import { parseCidr } from '../lib/ip-address.ts';
import { NO_PRIVATE_PLACES, type PrivatePlaces } from '../lib/private-places.ts';
import type { CallbackSettings } from './callback-settings.ts';
import { readCertificates } from './certificate-file.ts';

export function privatePlaces(settings: CallbackSettings): PrivatePlaces {
  const { callback_allow_networks, callback_allow_hosts: hosts, callback_ca_file } = settings;
  if (callback_allow_networks.length === 0) return NO_PRIVATE_PLACES;
  const networks = callback_allow_networks.map(parseCidr).filter((one) => one !== null);
  const ca =
    callback_ca_file === undefined ? null : readCertificates('CALLBACK_CA_FILE', callback_ca_file);
  return { networks, hosts, ca };
}

/** For the first words; null if callbacks go to public addresses only. */
export function privatePlacesText(settings: CallbackSettings): string | null {
  const { callback_allow_networks: networks, callback_allow_hosts: hosts } = settings;
  if (networks.length === 0) return null;
  const led = hosts.length === 0 ? 'any host' : hosts.join(', ');
  return `${networks.join(', ')} by ${led}`;
}
