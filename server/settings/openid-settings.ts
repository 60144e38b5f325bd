// The settings of sign-in at an OpenID provider.
import { resolve } from 'node:path';
import type { ServiceMode } from '../domain/service/service-mode.ts';
import { isLoopback } from '../lib/ip-address.ts';
import { certificateProblems, readCertificates } from './certificate-file.ts';
import type { AnyRow, ReadGiven, ReadValued } from './setting-text.ts';

export type OpenidSettings = {
  oidc_issuer: string | undefined;
  oidc_client_id: string | undefined;
  oidc_client_secret: string | undefined;
  oidc_name: string;
  oidc_ca_file: string | undefined;
};

const NAME_MAX = 40;
const PRINTABLE = /^[\x21-\x7e]{1,512}$/;

/** As it was written, because tokens name it so. */
function parseIssuer(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || text.length > 512 || /[?#]/.test(text)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'https:') return text;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const is_here = host === 'localhost' || isLoopback(host);
  return url.protocol === 'http:' && is_here ? text : undefined;
}

const parsePrintable = (text: string) => (PRINTABLE.test(text) ? text : undefined);

export const OPENID_ROWS = {
  oidc_issuer: {
    name: 'OIDC_ISSUER',
    default_words: 'none: people sign in with passwords and passkeys only',
    takes:
      'an https address without user, query and fragment; in the sandbox also http://localhost',
    sentence: 'The OpenID provider at which people may sign in, too; it is found by discovery.',
    parse: parseIssuer,
  },
  oidc_client_id: {
    name: 'OIDC_CLIENT_ID',
    default_words: 'none; OIDC_ISSUER needs it',
    takes: 'at most 512 printable characters without spaces',
    sentence:
      'As what the provider knows this service; it leads back to PUBLIC_URL/console/openid.',
    parse: parsePrintable,
  },
  oidc_client_secret: {
    name: 'OIDC_CLIENT_SECRET',
    default_words: 'none: a public client, protected by PKCE alone',
    takes: 'at most 512 printable characters without spaces',
    sentence: 'The secret of this client at the provider.',
    is_secret: true,
    parse: parsePrintable,
  },
  oidc_name: {
    name: 'OIDC_NAME',
    default_value: 'single sign-on',
    takes: `a text of at most ${NAME_MAX} characters`,
    sentence: 'What the button says after “Sign in with”.',
    parse: (text: string) => (/^[^\p{Cc}]{1,40}$/u.test(text) ? text : undefined),
  },
  oidc_ca_file: {
    name: 'OIDC_CA_FILE',
    default_words: 'none: the usual authorities',
    takes: 'a file',
    sentence:
      'Certificates (PEM) of an authority of your own that the provider is verified with, in ' +
      'place of the usual ones.',
    parse: (text: string) => (text.includes('\0') ? undefined : resolve(text)),
  },
} satisfies Record<string, AnyRow>;

export const readOpenid = (given: ReadGiven, read: ReadValued): OpenidSettings => ({
  oidc_issuer: given(OPENID_ROWS.oidc_issuer),
  oidc_client_id: given(OPENID_ROWS.oidc_client_id),
  oidc_client_secret: given(OPENID_ROWS.oidc_client_secret),
  oidc_name: read(OPENID_ROWS.oidc_name),
  oidc_ca_file: given(OPENID_ROWS.oidc_ca_file),
});

export function openidProblems(mode: ServiceMode, settings: OpenidSettings): string[] {
  const { oidc_issuer: issuer, oidc_client_id, oidc_client_secret, oidc_ca_file } = settings;
  const problems = certificateProblems('OIDC_CA_FILE', oidc_ca_file);
  if (issuer === undefined) {
    const without = { OIDC_CLIENT_ID: oidc_client_id, OIDC_CLIENT_SECRET: oidc_client_secret };
    for (const [name, value] of Object.entries(without)) {
      if (value !== undefined) problems.push(`${name} needs OIDC_ISSUER: the provider.`);
    }
    return problems;
  }
  if (oidc_client_id === undefined) {
    problems.push('OIDC_ISSUER needs OIDC_CLIENT_ID: as what the provider knows this service.');
  }
  if (mode === 'live' && issuer.startsWith('http:')) {
    problems.push(`OIDC_ISSUER must be an https address in live mode, not "${issuer}".`);
  }
  return problems;
}

/** What the provider is used with; null if there is none. */
export function openidOptions(settings: OpenidSettings) {
  const { oidc_issuer: issuer, oidc_client_id: client_id, oidc_name: name } = settings;
  if (issuer === undefined || client_id === undefined) return null;
  const { oidc_client_secret, oidc_ca_file: file } = settings;
  const ca = file === undefined ? null : readCertificates('OIDC_CA_FILE', file);
  return { issuer, client_id, client_secret: oidc_client_secret ?? null, name, ca };
}
