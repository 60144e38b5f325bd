// Finds the OpenID provider by discovery, and how this service proves to it who it is.
import type { ClientAuth, Configuration } from 'openid-client';
import { faultOf, type OpenidLibrary } from './provider-fault.ts';
import {
  createProviderFetch,
  PROVIDER_LIMITS,
  ProviderAway,
  type ProviderFetch,
} from './provider-fetch.ts';

export type OpenidOptions = {
  issuer: string;
  client_id: string;
  /** Null: a public client, protected by PKCE alone. */
  client_secret: string | null;
  /** What the button says. */
  name: string;
  /** Certificates (PEM) of the only authorities of the provider; null: the usual ones. */
  ca: string | null;
};

/** A description is asked for again after so long, so that a moved endpoint is found. */
const DISCOVERY_KEPT_MS = 10 * 60_000;
const DISCOVERY_PATH = '/.well-known/';

/** Answers to discovery are kept: the rest, keys above all, is asked for at each sign-in. */
function keepDiscovery(fetchOne: ProviderFetch) {
  let kept: { url: string; text: string; until: number } | null = null;
  const fetchKept: ProviderFetch = async (url, request) => {
    if (!new URL(url).pathname.includes(DISCOVERY_PATH)) return await fetchOne(url, request);
    const headers = { 'content-type': 'application/json' };
    if (kept?.url === url && performance.now() < kept.until) {
      return new Response(kept.text, { headers });
    }
    const answer = await fetchOne(url, request);
    const text = await answer.text();
    if (answer.status !== 200) return new Response(text, { status: answer.status, headers });
    kept = { url, text, until: performance.now() + DISCOVERY_KEPT_MS };
    return new Response(text, { headers });
  };
  const forget = () => {
    kept = null;
  };
  return { fetchKept, forget };
}

/** The specification's default is Basic; a provider that lists methods is believed. */
function authenticationWith(library: OpenidLibrary, client_secret: string | null): ClientAuth {
  if (client_secret === null) return library.None();
  const basic = library.ClientSecretBasic(client_secret);
  const post = library.ClientSecretPost(client_secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const is_basic = methods === undefined || methods.includes('client_secret_basic');
    return is_basic ? basic(server, ...rest) : post(server, ...rest);
  };
}

export type Discover = (library: OpenidLibrary, asked?: 'anew') => Promise<Configuration>;

/** Known anew each time, so that keys which the provider has changed are found at once. */
export function createDiscovery({ issuer, client_id, client_secret, ca }: OpenidOptions): Discover {
  const { fetchKept, forget } = keepDiscovery(createProviderFetch(ca));
  return async (library, asked) => {
    if (asked === 'anew') forget();
    const auth = authenticationWith(library, client_secret);
    const insecure = issuer.startsWith('http:') ? [library.allowInsecureRequests] : [];
    try {
      return await library.discovery(new URL(issuer), client_id, undefined, auth, {
        timeout: PROVIDER_LIMITS.seconds,
        [library.customFetch]: fetchKept,
        execute: [library.enableNonRepudiationChecks, ...insecure],
      });
    } catch (error) {
      forget();
      // Whatever is wrong with its description, it is not what a person did.
      throw new ProviderAway(faultOf(library, error).why, { cause: error });
    }
  };
}
