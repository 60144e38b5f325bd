// People who sign in at a real OpenID provider, by the use cases and without a browser.
import { ok } from 'node:assert/strict';
import type { SignInFailure } from '../../../server/app/access/note-failed-sign-ins.ts';
import { finishOpenid } from '../../../server/app/openid/finish-openid.ts';
import type { StartedOpenid } from '../../../server/app/openid/openid-request.ts';
import { startConnecting } from '../../../server/app/openid/own-openid.ts';
import { startOpenid } from '../../../server/app/openid/start-openid.ts';
import type { App } from '../../../server/app/process/app.ts';
import { createOpenidProvider } from '../../../server/app/provider/openid-provider.ts';
import {
  openTestProvider,
  PROVIDER_CLIENT_ID,
  PROVIDER_CLIENT_SECRET,
  type TestProvider,
  visitProvider,
} from '../../support/openid/test-provider.ts';
import { accepted, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import { entered } from '../access/people-scene.ts';

export const failures: SignInFailure[] = [];
const note = (failure: SignInFailure) => {
  failures.push(failure);
};
const origin = { address: '203.0.113.7', request_id: 'request-1', user_agent: 'Firefox/128' };

export type OpenidScene = { service: TestApp; app: App; other: App; provider: TestProvider };

/** `opened` closes everything at the end. */
export async function openOpenidScene(
  opened: (close: () => unknown) => void,
  mode: 'sandbox' | 'live' = 'sandbox',
): Promise<OpenidScene> {
  const service = await openTestApp({ mode });
  opened(() => service.stop());
  const provider = await openTestProvider(['http://pay.test/console/openid']);
  opened(() => provider.stop());
  const { issuer } = provider;
  const given = {
    issuer,
    client_id: PROVIDER_CLIENT_ID,
    client_secret: PROVIDER_CLIENT_SECRET,
    name: 'Corp',
    ca: null,
  };
  // Each process has a provider of its own, which knows nothing of the other's.
  const withProvider = (app: App): App => ({ ...app, openid: createOpenidProvider(given) });
  const other = await service.another();
  return { service, app: withProvider(service.app), other: withProvider(other), provider };
}

export const begin = (app: App, link?: string) =>
  startOpenid(app, raw(link === undefined ? {} : { link }), origin, note);

export const finish = (
  app: App,
  answer: string,
  secret: string | null,
  session: string | null = null,
) =>
  finishOpenid(
    app,
    { raw: raw({ answer }), origin, request_secret: secret, session_secret: session },
    note,
  );

/** The whole visit of somebody who is this subject there. */
export async function visit(
  { provider }: OpenidScene,
  started: StartedOpenid,
  subject: string | null,
) {
  provider.subject = subject;
  return await visitProvider(started.body.url);
}

export async function signInThere(scene: OpenidScene, subject: string | null, link?: string) {
  const started = accepted(await begin(scene.app, link));
  return await finish(scene.app, await visit(scene, started, subject), started.secret);
}

/** A session of the person, in which they connect the account. */
export async function connectThere(scene: OpenidScene, person: { email: string }, subject: string) {
  const { caller, secret } = await entered(scene.app, person);
  const started = accepted(await startConnecting(scene.app, caller));
  const answer = await visit(scene, started, subject);
  return await finish(scene.app, answer, started.secret, secret);
}

export function bodyOf(signed_in: Awaited<ReturnType<typeof finish>>) {
  const finished = accepted(signed_in);
  ok('secret' in finished);
  return finished;
}
