// Passkeys in a real browser with a virtual authenticator: what it makes is what the service takes.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { buildServer } from '../../../../server/http/build-server.ts';
import {
  createLiveStreams,
  STREAM_LIMITS,
} from '../../../../server/http/transport/live-streams.ts';
import { active, PASSWORD } from '../../../app/access/people-scene.ts';
import { launchBrowser, type TestBrowser } from '../../../support/browser/browser.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { ageSessions } from './person-client.ts';

const close = cleanup();
let service: TestApp;
let browser: TestBrowser;
let port: number;

before(async () => {
  service = await openTestApp({ mode: 'live' });
  close(() => service.stop());
  // Browsers make passkeys for host names only; the port is known once the server listens.
  const app = { ...service.app, public_url: 'http://localhost' };
  const server = await buildServer(app, {
    trusted_proxies: [],
    pages: { streams: createLiveStreams(STREAM_LIMITS), requests_per_second: 0 },
    ready: () => Promise.resolve({ ok: true, checks: { database: 'ok' } }),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  close(async () => {
    server.server.closeAllConnections();
    await server.close();
  });
  port = (server.server.address() as AddressInfo).port;
  app.public_url = `http://localhost:${port}`;
  browser = await launchBrowser();
  close(() => browser.close());
});

/** What a page of the console does: two functions over fetch and `navigator.credentials`. */
const PAGE = `<!doctype html><title>Sign in</title><script>
let csrf = '';
async function ask(method, path, body) {
  const reply = await fetch('/operator/v1' + path, {
    method,
    headers: { 'x-csrf-token': csrf, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await reply.json();
  csrf = answer.csrf_token ?? csrf;
  return { status: reply.status, body: answer };
}
async function make(options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return (await navigator.credentials.create({ publicKey })).toJSON();
}
async function use(options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}
</script>`;

async function openPage(context: BrowserContext, host = 'localhost'): Promise<Page> {
  const page = await context.newPage();
  const address = `http://${host}:${port}/sign-in-page`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await page.goto(address);
  return page;
}

type Device = { session: CDPSession; authenticatorId: string };

/** A laptop that checks its user's finger, and keeps passkeys. */
async function addDevice(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

type Answer = { status: number; body: Record<string, unknown> };

const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate<Answer>(`ask(${[method, path, body ?? null].map((one) => JSON.stringify(one))})`);

/** The name of the browser's own refusal, or what it made. */
const credential = (page: Page, verb: 'make' | 'use', options: unknown) =>
  page.evaluate<Record<string, unknown> | string>(
    `${verb}(${JSON.stringify(options)}).catch((error) => error.name)`,
  );

async function enrol(page: Page, email: string) {
  const entered = await ask(page, 'POST', '/session', { email, password: PASSWORD });
  assert.equal(entered.body.outcome, 'enrolment_required');
  const asked = await ask(page, 'POST', '/session/passkeys/options', {});
  const made = await credential(page, 'make', asked.body.options);
  const added = await ask(page, 'POST', '/session/passkeys', { name: 'Laptop', credential: made });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  return { made, added };
}

test('a passkey is made, signs in alone and after the password, and confirms', async () => {
  const context = await browser.newContext();
  const page = await openPage(context);
  const { session, authenticatorId } = await addDevice(page);
  const person = await active(service.app, { role: 'owner' });
  const { added } = await enrol(page, person.email);
  assert.equal((added.body.recovery_codes as string[]).length, 10);
  const who = await ask(page, 'GET', '/session');
  assert.equal(who.body.email, person.email);

  const stored = await session.send('WebAuthn.getCredentials', { authenticatorId });
  assert.equal(stored.credentials[0]?.isResidentCredential, true);
  assert.equal(stored.credentials[0]?.rpId, 'localhost');

  await ask(page, 'DELETE', '/session');
  assert.equal((await ask(page, 'GET', '/session')).status, 401);
  const offered = await ask(page, 'POST', '/session/passkey_options', {});
  const alone = await credential(page, 'use', offered.body.options);
  const signed_in = await ask(page, 'POST', '/session/passkey', { passkey: alone });
  assert.equal(signed_in.status, 200, JSON.stringify(signed_in.body));
  assert.equal((await ask(page, 'GET', '/session')).body.email, person.email);
  const replayed = await ask(page, 'POST', '/session/passkey', { passkey: alone });
  assert.equal(replayed.body.code, 'second_factor_wrong');

  await ask(page, 'DELETE', '/session');
  const half = await ask(page, 'POST', '/session', { email: person.email, password: PASSWORD });
  assert.deepEqual(half.body.second_factors, ['passkey', 'recovery_code']);
  const second = await ask(page, 'POST', '/session/second_factor/passkey_options', {});
  const passkey = await credential(page, 'use', second.body.options);
  assert.equal((await ask(page, 'POST', '/session/second_factor', { passkey })).status, 200);

  await ageSessions(service.app, person.id, 6);
  const stale = await ask(page, 'POST', '/own_factors/recovery_codes');
  assert.equal(stale.body.code, 'confirmation_required');
  const confirming = await ask(page, 'POST', '/session/confirm/passkey_options');
  const again = await credential(page, 'use', confirming.body.options);
  assert.equal((await ask(page, 'POST', '/session/confirm', { passkey: again })).status, 200);
  assert.equal((await ask(page, 'POST', '/own_factors/recovery_codes')).status, 200);

  const listed = await ask(page, 'GET', '/own_factors');
  const [mine] = listed.body.passkeys as { last_used_at: string | null }[];
  assert.notEqual(mine?.last_used_at, null);
  await context.close();
});

test('one device is not registered twice, and not without a check of its user', async () => {
  const context = await browser.newContext();
  const page = await openPage(context);
  const { session, authenticatorId } = await addDevice(page);
  const person = await active(service.app, { role: 'viewer' });
  await enrol(page, person.email);
  const twice = await ask(page, 'POST', '/own_factors/passkeys/options');
  assert.equal(await credential(page, 'make', twice.body.options), 'InvalidStateError');
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  const unverified = await ask(page, 'POST', '/session/confirm/passkey_options');
  assert.equal(await credential(page, 'use', unverified.body.options), 'NotAllowedError');
  await context.close();
});

test('a page of another origin gets no passkey of ours', async () => {
  const context = await browser.newContext();
  const ours = await openPage(context);
  await addDevice(ours);
  const person = await active(service.app, { role: 'viewer' });
  await enrol(ours, person.email);
  const offered = await ask(ours, 'POST', '/session/passkey_options', {});
  const theirs = await openPage(context, '127.0.0.1');
  await addDevice(theirs);
  assert.equal(await credential(theirs, 'use', offered.body.options), 'SecurityError');
  await context.close();
});
