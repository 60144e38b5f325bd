// The console of a live service at a host name, so that people have second factors of every kind:
// in this process, with a real PostgreSQL and a real browser.
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { buildServer } from '../../server/http/build-server.ts';
import { createLiveStreams, STREAM_LIMITS } from '../../server/http/transport/live-streams.ts';
import { active, PASSWORD } from '../app/access/people-scene.ts';
import { openAuthenticator } from '../app/factor/factor-scene.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { closeAll } from '../support/cleanup.ts';
import { openTestApp, type TestApp, type TestOptions } from '../support/test-app.ts';
import { buildConsole } from './build-console.ts';
import { type Desk, deskIn } from './desk.ts';

export { PASSWORD };

export type LivePerson = Awaited<ReturnType<typeof active>>;

export type LiveScene = {
  url: string;
  service: TestApp;
  open(options?: BrowserContextOptions): Promise<Desk>;
  /** With a password, and no factor yet. */
  person(fields: { name: string; role: string; merchant_id?: string }): Promise<LivePerson>;
  stop(): Promise<void>;
};

export async function openLiveScene(options: TestOptions = { mode: 'live' }): Promise<LiveScene> {
  const closes: (() => unknown)[] = [];
  const stop = () => closeAll(closes);
  try {
    await buildConsole();
    const service = await openTestApp(options);
    closes.push(() => service.stop());
    // Browsers make passkeys for host names only; the port is known once the server listens.
    const app = { ...service.app, public_url: 'http://localhost' };
    const server = await buildServer(app, {
      trusted_proxies: [],
      pages: { streams: createLiveStreams(STREAM_LIMITS), requests_per_second: 0 },
      ready: () => Promise.resolve({ ok: true, checks: { database: 'ok' } }),
    });
    closes.push(() => server.close());
    await server.listen({ host: '127.0.0.1', port: 0 });
    closes.push(() => server.server.closeAllConnections());
    app.public_url = `http://localhost:${(server.server.address() as AddressInfo).port}`;
    const browser = await launchBrowser();
    closes.push(() => browser.close());
    return {
      url: app.public_url,
      service: { ...service, app },
      open: async (given = {}) =>
        deskIn(await browser.newContext({ reducedMotion: 'reduce', ...given })),
      person: (fields) => active(app, fields),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A laptop that checks its user's finger, and keeps passkeys. */
export async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

export async function typePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Reads the key that the page shows, as an app does with its camera. */
export async function readKey(page: Page) {
  const uri = await page.getByRole('link', { name: 'Open it in an app' }).getAttribute('href');
  return openAuthenticator(String(uri));
}

/** Stores what is shown once, and goes on. */
export async function storeCodes(page: Page): Promise<string[]> {
  await page.getByLabel('I have stored these codes').waitFor();
  const codes = await page.locator('.print-alone pre').allInnerTexts();
  await page.getByLabel('I have stored these codes').check();
  await page.getByRole('button', { name: 'Go on' }).click();
  return codes;
}

type Enrolment = { csrf_token?: string; otpauth_uri?: string; recovery_codes?: string[] };

/**
 * Signs in for the first time and sets up an app, with the requests of the page that does it in
 * access/second-factors.test.ts; then the page shows Home.
 */
export async function enrolApp(scene: LiveScene, { page }: Desk, email: string) {
  let csrf = '';
  async function ask(path: string, data: object): Promise<Enrolment> {
    const answer = await page.context().request.post(`${scene.url}/operator/v1/session${path}`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrf },
      failOnStatusCode: true,
    });
    const body = (await answer.json()) as Enrolment;
    csrf = body.csrf_token ?? csrf;
    return body;
  }
  await ask('', { email, password: PASSWORD });
  const { otpauth_uri } = await ask('/totp', {});
  const app = openAuthenticator(String(otpauth_uri));
  const { recovery_codes = [] } = await ask('/totp/activate', { code: app.code(Date.now()) });
  await page.goto(`${scene.url}/console`);
  await page.getByRole('navigation').first().waitFor();
  return { app, recovery_codes };
}
