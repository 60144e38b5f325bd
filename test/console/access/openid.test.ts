// Signing in at an OpenID provider in a real browser: an invitation that is accepted with an
// account there, an account that is connected and disconnected, and a provider that is away.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createOpenidProvider } from '../../../server/app/provider/openid-provider.ts';
import { invited } from '../../app/access/people-scene.ts';
import { freeCodes } from '../../http/operator/factor/person-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { closeAll } from '../../support/cleanup.ts';
import {
  openTestProvider,
  PROVIDER_CLIENT_ID,
  PROVIDER_CLIENT_SECRET,
  type TestProvider,
} from '../../support/openid/test-provider.ts';
import {
  enrolApp,
  type LiveScene,
  openLiveScene,
  readKey,
  storeCodes,
  typePassword,
} from '../live-scene.ts';

const closes: (() => unknown)[] = [];
let scene: LiveScene;
let provider: TestProvider;
before(async () => {
  scene = await openLiveScene();
  closes.push(() => scene.stop());
  provider = await openTestProvider([`${scene.url}/console/openid`]);
  closes.push(() => provider.stop());
  const { issuer } = provider;
  const client = { client_id: PROVIDER_CLIENT_ID, client_secret: PROVIDER_CLIENT_SECRET };
  const options = { issuer, ...client, name: 'Corp ID', ca: null };
  scene.service.app.openid = createOpenidProvider(options);
});
after(() => closeAll(closes));
beforeEach(() => {
  Object.assign(provider, { instead: null, subject: null });
});

describe('an account at the provider', () => {
  it('accepts an invitation, and then signs in with the second factor of one’s own', async () => {
    const { id, link } = await invited(scene.service.app, { name: 'Ida Corp' });
    provider.subject = 'ida';
    const { page, complaints, close } = await scene.open();
    await page.goto(link.url);
    const accept = page.getByRole('button', { name: 'Accept with Corp ID' });
    await accept.waitFor();
    deepEqual(await axeFindings(page), []);
    await accept.click();
    await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor();
    equal(page.url(), `${scene.url}/console/openid`, 'no code is left in the address');
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    const app = await readKey(page);
    await page.getByLabel('Code that the app shows now').fill(app.code(Date.now()));
    await page.getByRole('button', { name: 'Confirm the code' }).click();
    await storeCodes(page);
    await page.getByRole('button', { name: 'Ida Corp' }).waitFor();

    await freeCodes(scene.service.app, id);
    await page.goto(`${scene.url}/console/trades?state=failed`);
    await page.getByRole('button', { name: 'Ida Corp' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const sign_in = page.getByRole('button', { name: 'Sign in with Corp ID' });
    await sign_in.waitFor();
    deepEqual(await axeFindings(page), []);
    await sign_in.click();
    await page.getByLabel('Code from your authenticator app').fill(app.code(Date.now()));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Trades' }).waitFor();
    match(page.url(), /\/console\/trades\?state=failed$/);
    deepEqual(complaints, []);
    await close();
  });

  it('is connected while signed in, shown to owners, and disconnected', async () => {
    const { id, email } = await scene.person({ name: 'Olga Nair', role: 'owner' });
    provider.subject = 'olga';
    const desk = await scene.open();
    const { page, complaints } = desk;
    await enrolApp(scene, desk, email);
    await page.goto(`${scene.url}/console/account`);
    await page.getByRole('button', { name: 'Connect Corp ID' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Connect Corp ID' }).click();
    await page.getByRole('cell', { name: 'olga' }).waitFor();
    match(page.url(), /\/console\/account$/);
    deepEqual(await axeFindings(page), []);
    await page.goto(`${scene.url}/console/people/${id}`);
    await page.getByText('Password, olga at').waitFor();
    await page.goto(`${scene.url}/console/account`);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('button', { name: 'Connect Corp ID' }).waitFor();
    deepEqual(complaints, []);
    await desk.close();
  });

  it('that nobody connected leads back to the sign-in, in words', async () => {
    provider.subject = 'a-stranger';
    const { page, complaints, close } = await scene.open();
    await page.goto(`${scene.url}/console`);
    await page.getByRole('button', { name: 'Sign in with Corp ID' }).click();
    await page.getByText('Nobody who may sign in here is connected').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await page.getByLabel('E-mail address').waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('a provider that is away', () => {
  it('is said so on the page, where passwords go on', async () => {
    const { email } = await scene.person({ name: 'Pat Word', role: 'viewer' });
    provider.instead = (_request, response) => response.writeHead(503).end();
    const { issuer } = provider;
    const options = {
      issuer,
      client_id: PROVIDER_CLIENT_ID,
      client_secret: null,
      name: 'Corp ID',
      ca: null,
    };
    scene.service.app.openid = createOpenidProvider(options);
    const { page, close } = await scene.open();
    await page.goto(`${scene.url}/console`);
    await page.getByRole('button', { name: 'Sign in with Corp ID' }).click();
    await page.getByText('Corp ID does not answer').waitFor();
    deepEqual(await axeFindings(page), []);
    await typePassword(page, email);
    await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor();
    await close();
  });
});
