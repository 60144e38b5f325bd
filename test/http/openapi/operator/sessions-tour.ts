// The part of the operators' tour that people walk in a browser: signing in and out, passwords,
// second factors, accounts at an OpenID provider, own tokens.
import { openSandboxOwner } from '../../../../server/app/seed/sandbox-owner.ts';
import { PASSWORD } from '../../../app/access/people-scene.ts';
import { openAuthenticator } from '../../../app/factor/factor-scene.ts';
import { OURS } from '../../../app/factor/passkey-scene.ts';
import { type TestProvider, visitProvider } from '../../../support/openid/test-provider.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../../support/soft-authenticator.ts';
import { freeCodes } from '../../operator/factor/person-client.ts';
import type { OperatorService } from '../../operator/operator-service.ts';
import type { Tour } from '../example-recorder.ts';
import { type Browser, openBrowser } from './browser.ts';
import { firstOf, type Json, type Stage } from './stage.ts';

const NEW_PASSWORD = 'seven loud cranes on the roof';

export async function tourSessions(stage: Stage, provider: TestProvider): Promise<void> {
  const { service, tour } = stage;
  const email = 'cleo@house.example';
  const { id, link } = await invited(tour, { name: 'Cleo Diaz', email, role: 'owner' });
  const browser = openBrowser(tour);
  await browser.step('setPasswordByLink', { body: { link, password: PASSWORD } });
  await browser.step('signIn', { body: { email, password: PASSWORD } });
  await browser.step('whoAmI', {});
  await ownThings(tour, browser, { email, id });
  await factors(service, browser, { id, email });
  await openid(tour, provider);
  await connected(browser, provider);
  const { owner_link } = await openSandboxOwner(service.app, null);
  const first = openBrowser(tour);
  await first.step('signInByLink', { body: { link: owner_link } });
  await first.step('signOut', {});
}

async function invited({ step }: Tour, body: Json): Promise<{ id: unknown; link: unknown }> {
  const { id, link } = await step('invitePerson', { body }, 201);
  return { id, link: Object(link).url };
}

type Me = { id: unknown; email: string };

async function ownThings(tour: Tour, browser: Browser, { id, email }: Me) {
  const { step } = browser;
  const words = { old_password: PASSWORD, password: NEW_PASSWORD };
  await step('changeOwnPassword', { body: words });
  await step('confirmSession', { body: { password: NEW_PASSWORD } });
  const named = { name: 'My laptop', days: 30, scopes: ['read'] };
  const { id: token_id } = await step('issueOwnToken', { body: named }, 201);
  await step('listOwnTokens', {});
  await step('revokeOwnToken', { path: { id: token_id } });
  const other = async () => {
    const page = openBrowser(tour);
    await page.step('signIn', { body: { email, password: NEW_PASSWORD } });
  };
  await other();
  const { data } = await step('listOwnSessions', { query: {} });
  const one = (data as Json[]).find(({ is_current }) => is_current === false);
  await step('revokeOwnSession', { path: { id: one?.id } });
  await other();
  await step('revokeOtherSessions', {});
  await other();
  const all = await step('listSessions', { query: { person_id: id } });
  const open = (all.data as Json[]).find(({ is_current }) => is_current === false);
  await step('revokeSession', { path: { id: open?.id }, body: { note: 'Lost laptop' } });
}

/** What a browser makes of the service's question. */
const challengeIn = ({ options }: Json) => ({
  ...OURS,
  challenge: String(Object(options).challenge),
});

async function factors(service: OperatorService, browser: Browser, { id, email }: Me) {
  const { step } = browser;
  const { app } = service;
  const offered = await step('offerTotp', { body: {} });
  const authenticator = openAuthenticator(String(offered.otpauth_uri));
  const code = () => authenticator.code(app.settings.now());
  await step('activateTotp', { body: { code: code() } });
  await step('renewRecoveryCodes', { body: {} });
  const passkey = createSoftAuthenticator();
  const creation = challengeIn(await step('offerPasskey', { body: {} }));
  const made = { name: 'Laptop', credential: passkey.create(creation) };
  await step('addPasskey', { body: made });
  const listed = await step('listOwnFactors', {});
  const path = { id: firstOf(listed.passkeys).id };
  await step('renamePasskey', { path, body: { name: 'Blue laptop' } });
  await step('askForConfirmingPasskey', { body: {} });
  const page = { email, password: NEW_PASSWORD };
  await step('signOut', {});
  await step('signIn', { body: page });
  await step('askForPasskey', { body: {} });
  await freeCodes(app, String(id));
  await step('giveSecondFactor', { body: { code: code() } });
  await step('signOut', {});
  await signInWithPasskey(browser, passkey, String(id));
  await step('removePasskey', { path });
  await step('removeTotp', {});
}

async function signInWithPasskey({ step }: Browser, passkey: SoftAuthenticator, id: string) {
  const asked = challengeIn(await step('askForSignInPasskey', { body: {} }));
  const handle = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  await step('signInWithPasskey', { body: { passkey: passkey.get(asked, handle) } });
}

async function openid(tour: Tour, provider: TestProvider) {
  const person = { name: 'Dora Lind', email: 'dora@house.example', role: 'viewer' };
  const { link } = await invited(tour, person);
  const browser = openBrowser(tour);
  await browser.step('showOpenidOffer', {});
  const started = await browser.step('startOpenid', { body: { link } });
  provider.subject = 'dora';
  const answer = await visitProvider(String(started.url));
  await browser.step('finishOpenid', { body: { answer } });
  await browser.step('showOwnOpenid', {});
  await tour.step('checkOpenidProvider', {}, 200);
}

async function connected({ step }: Browser, provider: TestProvider) {
  const { url } = await step('startConnectingOpenid', { body: {} });
  provider.subject = 'cleo';
  await step('finishOpenid', { body: { answer: await visitProvider(String(url)) } });
  await step('disconnectOpenid', {});
}

/** Live mode asks everybody for a second factor, which the first sign-in sets up. */
export async function tourFirstFactors(service: OperatorService, tour: Tour): Promise<void> {
  const sign = async (body: Json) => {
    const person = await invited(tour, { role: 'owner', ...body });
    const browser = openBrowser(tour);
    await browser.step('setPasswordByLink', { body: { link: person.link, password: PASSWORD } });
    await browser.step('signIn', { body: { email: body.email, password: PASSWORD } });
    return { ...person, browser };
  };
  const one = await sign({ name: 'Ada Rao', email: 'ada@house.example' });
  await withFirstApp(service, one.browser);
  const two = await sign({ name: 'Bo Berg', email: 'bo@house.example' });
  const asked = challengeIn(await two.browser.step('offerFirstPasskey', { body: {} }));
  const credential = createSoftAuthenticator().create(asked);
  await two.browser.step('addFirstPasskey', { body: { name: 'Laptop', credential } });
  const lost = { path: { id: two.id }, body: { reason: 'Lost the laptop' } };
  const { url } = await one.browser.step('resetFactors', lost);
  const again = openBrowser(tour);
  await again.step('signIn', { body: { email: 'bo@house.example', password: PASSWORD } });
  await again.step('openEnrolmentLink', { body: { link: url } });
}

async function withFirstApp({ app }: OperatorService, { step }: Browser) {
  const offered = await step('offerFirstTotp', { body: {} });
  const code = openAuthenticator(String(offered.otpauth_uri)).code(app.settings.now());
  await step('activateFirstTotp', { body: { code } });
}
