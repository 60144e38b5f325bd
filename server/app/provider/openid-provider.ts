// The operator's OpenID provider: found by discovery when somebody first wants to sign in there.
import type { Configuration } from 'openid-client';
import type { OpenidAccount } from '../../domain/access/openid.ts';
import { createDiscovery, type OpenidOptions } from './discover-provider.ts';
import { faultOf, isFault, type OpenidLibrary, type ProviderFault } from './provider-fault.ts';

/** What binds an answer to the browser that asked: all of it follows from the cookie's secret. */
export type OpenidKeys = { state: string; nonce: string; verifier: string };

export type OpenidProvider = {
  name: string;
  issuer: string;
  /** Where the browser goes. */
  addressFor(
    redirect_uri: string,
    keys: OpenidKeys,
    asks_who: boolean,
  ): Promise<URL | ProviderFault>;
  /** Who the person is there, by the whole address at which the browser came back. */
  accountOf(answered: URL, keys: OpenidKeys): Promise<OpenidAccount | ProviderFault>;
  /** Asks the provider for its description now; null if all is well. */
  examine(): Promise<string | null>;
};

/** Of sign-ins that wait for the provider; a further one is refused. */
const AT_ONCE = 16;

/** Asks who it is, if the provider can, so that no account of somebody else is connected. */
function promptOf(config: Configuration): { prompt?: string } {
  const can = config.serverMetadata().prompt_values_supported;
  const listed = Array.isArray(can) ? can.map(String) : [];
  const prompt = ['select_account', 'login'].find((one) => listed.includes(one));
  return prompt === undefined ? {} : { prompt };
}

export function createOpenidProvider(options: OpenidOptions): OpenidProvider {
  const { issuer, name } = options;
  const discover = createDiscovery(options);
  let running = 0;

  async function limited<Value extends object>(
    work: (library: OpenidLibrary) => Promise<Value>,
  ): Promise<Value | ProviderFault> {
    if (running >= AT_ONCE) return { fault: 'away', why: 'too many sign-ins wait for it' };
    running += 1;
    try {
      // Loaded by the first sign-in, so that nobody else carries it.
      const library = await import('openid-client');
      return await work(library).catch((error: unknown) => faultOf(library, error));
    } finally {
      running -= 1;
    }
  }

  return {
    name,
    issuer,
    addressFor: (redirect_uri, { state, nonce, verifier }, asks_who) =>
      limited(async (library) => {
        const config = await discover(library);
        return library.buildAuthorizationUrl(config, {
          redirect_uri,
          // Nothing but the subject is read.
          scope: 'openid',
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(asks_who ? promptOf(config) : {}),
        });
      }),
    accountOf: (answered, { state, nonce, verifier }) =>
      limited(async (library) => {
        const tokens = await library.authorizationCodeGrant(await discover(library), answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('An ID token was required and is not there');
        return { issuer: claims.iss, subject: claims.sub };
      }),
    async examine() {
      const found = await limited((library) => discover(library, 'anew'));
      return isFault(found) ? found.why : null;
    },
  };
}
