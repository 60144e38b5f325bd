// Asks the OpenID provider for its description now, for operators who want to know what is wrong.
import type { App } from '../process/app.ts';
import { redirectUri } from './openid-request.ts';

export type CheckedProviderBody = {
  /** Null: people sign in here only. */
  issuer: string | null;
  redirect_uri: string;
  /** Null: nothing is wrong. */
  problem: string | null;
};

export async function checkProvider(app: App): Promise<CheckedProviderBody> {
  const { openid } = app;
  const problem = (await openid?.examine()) ?? null;
  return { issuer: openid?.issuer ?? null, redirect_uri: redirectUri(app), problem };
}
