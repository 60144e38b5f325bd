// A visit to the OpenID provider begins: the browser gets a secret in a cookie, from which all that
// binds the answer to it follows, and the database has its hash and what the visit is for.
import { createHmac } from 'node:crypto';
import { OPENID_REQUEST_LIFE_MS } from '../../domain/access/openid.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { insertOpenidRequest, type OpenidRequest } from '../../store/access/openid-requests.ts';
import { newSecret } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import type { OpenidKeys, OpenidProvider } from '../provider/openid-provider.ts';
import { isFault, type ProviderFault } from '../provider/provider-fault.ts';

/** `secret` becomes the cookie of the visit. */
export type StartedOpenid = { body: { url: string }; secret: string };

const RETRY_AFTER_S = 10;

/** The page of the console to which the provider leads back; the provider has to know it. */
export const redirectUri = (app: Pick<App, 'public_url'>) => `${app.public_url}/console/openid`;

/** None can be computed from another one. */
export function openidKeys(secret: string): OpenidKeys {
  const keyOf = (use: string) => createHmac('sha256', secret).update(use).digest('base64url');
  return { state: keyOf('state'), nonce: keyOf('nonce'), verifier: keyOf('verifier') };
}

export const providerOf = (app: Pick<App, 'openid'>): OpenidProvider | Refusal =>
  app.openid ?? refuseUnknown();

/** What is wrong is for the operator's log; people learn that passwords go on. */
export function refuseAway(app: App, { why }: ProviderFault): Refusal {
  app.log.warn({ why, issuer: app.openid?.issuer }, 'the OpenID provider does not answer');
  return refuse(
    'unavailable',
    `${app.openid?.name ?? 'The provider'} does not answer. Try again, or sign in another way.`,
    { retry_after_s: RETRY_AFTER_S },
  );
}

/** The provider is asked first, so that nothing is stored while it is away. */
export async function beginRequest(
  app: App,
  request: OpenidRequest,
): Promise<StartedOpenid | Refusal> {
  const provider = providerOf(app);
  if (isRefusal(provider)) return provider;
  const secret = newSecret();
  const asks_who = request.purpose !== 'sign_in';
  const url = await provider.addressFor(redirectUri(app), openidKeys(secret), asks_who);
  if (isFault(url)) return refuseAway(app, url);
  const request_hash = sha256Hex(secret);
  await app.store.db.transaction((tx) =>
    insertOpenidRequest(tx, { request_hash, request }, OPENID_REQUEST_LIFE_MS),
  );
  return { body: { url: url.href }, secret };
}
