// The owner of a sandbox: a link at each start that signs in once, a password beside it, and
// nothing of this in live mode.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { openSandboxOwner, signInByLink } from '../../../server/app/seed/sandbox-owner.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import { callerOf, failures, trySignIn, useLink } from '../access/people-scene.ts';
import * as scene from '../scene.ts';

const FROM = { address: '203.0.113.9', request_id: 'request-1', user_agent: 'Firefox/128' };

const enter = (app: OpenApp, link: string | null) =>
  signInByLink(app, raw({ link: link ?? '' }), FROM, (failure) => {
    failures.push(failure);
  });

suite('the owner of a sandbox', () => {
  let service: TestApp;
  let app: OpenApp;
  let password = '';
  before(async () => {
    service = await openTestApp();
    ({ app } = service);
  });
  after(() => service.stop());

  test('is signed in by the link of the latest start, once', async () => {
    const first = await openSandboxOwner(app, null);
    password = first.owner_password ?? '';
    match(String(first.owner_link), /\/console\/enter#[\w-]{43}$/);
    const second = await openSandboxOwner(app, first.owner_password);
    notEqual(first.owner_link, second.owner_link);
    equal(refusedWith(await enter(app, first.owner_link)).code, 'not_found');
    const { body, secret } = accepted(await enter(app, second.owner_link));
    equal(body.outcome, 'signed_in');
    equal(accepted(await callerOf(app, secret)).role, 'owner');
    equal(refusedWith(await enter(app, second.owner_link)).code, 'not_found');
    equal(failures.at(-1)?.action, 'link_failed');
    const [entry] = await scene.sql<{ detail: { kind: string } }>(
      app,
      `select detail from audit_entries where action = 'person_link_used'`,
    );
    equal(entry?.detail.kind, 'sign_in');
  });

  test('signs in with the printed password, until somebody chooses another one', async () => {
    const { owner_email, owner_password } = await openSandboxOwner(app, password);
    equal(owner_password, password);
    equal((await openSandboxOwner(app, 'another one')).owner_password, null);
    equal((await openSandboxOwner(app, null)).owner_password, null);
    const signed_in = accepted(await trySignIn(app, String(owner_email), { password }));
    equal(signed_in.body.outcome, 'signed_in');
  });

  test('of two openings at once one signs in', async () => {
    const { owner_link } = await openSandboxOwner(app, null);
    const other = await service.another();
    const both = await Promise.all([enter(app, owner_link), enter(other, owner_link)]);
    equal(both.filter((one) => 'secret' in one).length, 1);
  });

  test('sets no password by this link, and signs in by no link for a password', async () => {
    const { owner_link } = await openSandboxOwner(app, null);
    equal(refusedWith(await useLink(app, owner_link ?? '')).code, 'not_found');
    equal(accepted(await enter(app, owner_link)).body.outcome, 'signed_in');
  });

  test('is printed nothing of once they are disabled', async () => {
    await scene.sql(app, `update people set state = 'disabled'`);
    const { owner_link, owner_password } = await openSandboxOwner(app, null);
    deepEqual([owner_link, owner_password], [null, null]);
  });
});

test('in live mode no link signs anybody in', async () => {
  const service = await openTestApp({ mode: 'live' });
  try {
    const { app } = service;
    // As if a database of a sandbox had been taken over.
    const { owner_link } = await openSandboxOwner(app, null);
    ok(owner_link !== null);
    equal(refusedWith(await enter(app, owner_link)).code, 'not_found');
  } finally {
    await service.stop();
  }
});
