// The settings of where callbacks may go beside public addresses.
import { resolve } from 'node:path';
import { isHostName } from '../domain/values/web-address.ts';
import { isLoopbackRange, isOneAddress, neverCalledReason, parseCidr } from '../lib/ip-address.ts';
import { certificateProblems } from './certificate-file.ts';
import type { SettingRow, ValuedRow } from './setting-text.ts';
import { isMostOfTheWorld, parseFlag } from './setting-values.ts';

export type CallbackSettings = {
  callback_allow_local: boolean;
  /** As they were written. */
  callback_allow_networks: readonly string[];
  /** Lower case. */
  callback_allow_hosts: readonly string[];
  callback_ca_file: string | undefined;
};

/** Each is compared at every connection. */
const MOST_ENTRIES = 64;

function listOf(text: string, isEntry: (entry: string) => boolean): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.length <= MOST_ENTRIES && entries.every(isEntry) ? entries : undefined;
}

const isSuffixOrName = (entry: string) => isHostName(entry.replace(/^\./, ''));

export const CALLBACK_ROWS = {
  callback_allow_local: {
    name: 'CALLBACK_ALLOW_LOCAL',
    default_value: { sandbox: 'true', live: 'false' },
    takes: 'true or false, and never true in live mode',
    sentence: 'Whether callbacks may go to http addresses and to this machine (loopback).',
    parse: parseFlag,
  },
  callback_allow_networks: {
    name: 'CALLBACK_ALLOW_NETWORKS',
    default_words: 'none: public addresses only',
    takes:
      `at most ${MOST_ENTRIES} addresses or networks separated by commas, none wider than ` +
      '10.0.0.0/8 or fc00::/7',
    sentence: 'The private networks that callbacks may go to, too, always with https in live mode.',
    parse: (text: string) => listOf(text, (entry) => parseCidr(entry) !== null),
  },
  callback_allow_hosts: {
    name: 'CALLBACK_ALLOW_HOSTS',
    default_words: 'none: any host may lead to CALLBACK_ALLOW_NETWORKS',
    takes:
      `at most ${MOST_ENTRIES} host names separated by commas, each whole or as an ending that ` +
      'begins with a dot (.corp.example)',
    sentence:
      'The only hosts that may lead there; a name that only your network knows has to be here.',
    parse: (text: string) => listOf(text.toLowerCase(), isSuffixOrName),
  },
  callback_ca_file: {
    name: 'CALLBACK_CA_FILE',
    default_words: 'none: the usual authorities',
    takes: 'a file',
    sentence:
      'Certificates (PEM) of an authority of your own that receivers in these networks may have, ' +
      'beside the usual ones.',
    parse: (text: string) => (text.includes('\0') ? undefined : resolve(text)),
  },
} satisfies Record<string, ValuedRow<unknown> | SettingRow<unknown>>;

function networkProblem(text: string): string[] {
  const network = parseCidr(text);
  const start = `CALLBACK_ALLOW_NETWORKS must not have ${text}`;
  if (network === null) return [];
  if (isMostOfTheWorld(text)) return [`${start}: it is wider than 10.0.0.0/8 or fc00::/7.`];
  const reason = neverCalledReason(network);
  if (reason !== null) return [`${start}: ${reason}.`];
  if (!isLoopbackRange(network) || isOneAddress(network)) return [];
  return [`${start}: name each loopback address by itself, like 127.0.0.1.`];
}

/** Entries that are never allowed, and settings that do nothing without another one. */
export function callbackProblems(settings: CallbackSettings): string[] {
  const { callback_allow_networks: networks, callback_allow_hosts, callback_ca_file } = settings;
  const problems = [
    ...networks.flatMap(networkProblem),
    ...certificateProblems('CALLBACK_CA_FILE', callback_ca_file),
  ];
  if (networks.length > 0) return problems;
  const needs = 'needs CALLBACK_ALLOW_NETWORKS: the networks';
  if (callback_allow_hosts.length > 0) {
    problems.push(`CALLBACK_ALLOW_HOSTS ${needs} that these hosts may lead to.`);
  }
  if (callback_ca_file !== undefined) {
    problems.push(`CALLBACK_CA_FILE ${needs} whose receivers it verifies.`);
  }
  return problems;
}
