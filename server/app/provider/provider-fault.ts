// Why a sign-in at the OpenID provider failed: by the person, or by the provider.
import { ProviderAway } from './provider-fetch.ts';

export type OpenidLibrary = typeof import('openid-client');

/** `away`: not the person's fault. `why` is for the log: it has no secret. */
export type ProviderFault = { fault: 'away' | 'wrong' | 'denied'; why: string };

export const isFault = (value: object): value is ProviderFault => 'fault' in value;

/** Codes and messages of the library name what is wrong; causes could have tokens in them. */
function wordsOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `${error.message}${code}`;
}

/**
 * The library throws for every kind of wrong answer. What the person did or sent is wrong; what the
 * provider or its registration lacks is its being away.
 */
export function faultOf(library: OpenidLibrary, error: unknown): ProviderFault {
  if (error instanceof library.AuthorizationResponseError) {
    const fault = error.error === 'access_denied' ? 'denied' : 'wrong';
    return { fault, why: `the provider answered ${error.error}` };
  }
  if (error instanceof library.ResponseBodyError) {
    const fault = error.error === 'invalid_grant' ? 'wrong' : 'away';
    return { fault, why: `the provider refused: ${error.error}` };
  }
  if (error instanceof ProviderAway) return { fault: 'away', why: error.message };
  if (!(error instanceof Error)) throw error;
  const { cause } = error;
  if (cause instanceof ProviderAway) return { fault: 'away', why: cause.message };
  if (cause instanceof Response) return { fault: 'away', why: `it answers with ${cause.status}` };
  if (error instanceof library.ClientError) return { fault: 'wrong', why: wordsOf(error) };
  throw error;
}
