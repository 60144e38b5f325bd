// Owners that are made on the machine: the first one, and a new link for one.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { hasOwner, makeLocalOwner } from '../../../server/app/access/local-owner.ts';
import { getPerson } from '../../../server/app/access/people.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { accepted, openTestApp, raw, refusedWith, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { active, entered, useLink } from './people-scene.ts';

suite('owners made on the machine', () => {
  let service: TestApp;
  let app: OpenApp;
  before(async () => {
    service = await openTestApp();
    ({ app } = service);
  });
  after(() => service.stop());

  const make = (fields: object) => makeLocalOwner(app, raw({ name: 'Ada', ...fields }));

  test('there is none before, and the first one is an owner once the link was used', async () => {
    equal(await hasOwner(app), false);
    const made = accepted(await make({ email: 'first@example.com' }));
    equal(made.is_new, true);
    equal(await hasOwner(app), false);
    accepted(await useLink(app, made.link.url));
    equal(await hasOwner(app), true);
    const { caller } = await entered(app, { email: 'first@example.com' });
    equal(caller.role, 'owner');
    const [entry] = await scene.sql<{ detail: object; actor_role: string }>(
      app,
      `select detail, actor_role from audit_entries where action = 'owner_created'`,
    );
    equal(entry?.actor_role, 'service');
    ok(entry !== undefined && 'on_machine' in entry.detail);
  });

  test('who exists gets a new link, and the earlier one ends', async () => {
    const first = accepted(await make({ email: 'second@example.com' }));
    const again = accepted(await make({ email: 'SECOND@example.com' }));
    deepEqual([again.id, again.is_new], [first.id, false]);
    equal(refusedWith(await useLink(app, first.link.url)).code, 'not_found');
    accepted(await useLink(app, again.link.url));
    equal(accepted(await make({ email: 'second@example.com' })).link.kind, 'password_reset');
  });

  test('at the same moment in two processes are one', async () => {
    const other = await service.another();
    const email = 'third@example.com';
    const made = await Promise.all(
      [app, other].map((one) => makeLocalOwner(one, raw({ name: 'Ada', email }))),
    );
    const [a, b] = made.map((one) => accepted(one));
    equal(a?.id, b?.id);
    equal([a, b].filter((one) => one?.is_new).length, 1);
  });

  test('take nobody else’s address, and no wrong one', async () => {
    const viewer = await active(app, { role: 'viewer' });
    equal(refusedWith(await make({ email: viewer.email })).code, 'person_state');
    equal(refusedWith(await make({ email: 'no address' })).code, 'invalid_request');
    equal(accepted(await getPerson(app, viewer.id)).role, 'viewer');
  });
});
