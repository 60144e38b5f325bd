// Sessions: they end by use, age and word, in every process at once, and are found by their whole
// secret only.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { authenticateSession } from '../../../server/app/access/authenticate-session.ts';
import { cleanAccess } from '../../../server/app/access/clean-access.ts';
import {
  listOwnSessions,
  listSessions,
  revokeAnySession,
  revokeOtherSessions,
  revokeOwnSession,
  signOut,
} from '../../../server/app/access/sessions.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createEndByAge } from '../../../server/app/retention/end-by-age.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { active, callerOf, entered, invited, PASSWORD, trySignIn } from './people-scene.ts';

suite('sessions', () => {
  let service: TestApp;
  let app: OpenApp;
  let other: OpenApp;
  before(async () => {
    service = await openTestApp();
    ({ app } = service);
    other = await service.another();
  });
  after(() => service.stop());

  const isOpen = async (process: OpenApp, secret: string) =>
    !isRefusal(await callerOf(process, secret));

  test('end at a sign-out, in every process, and not only in the browser', async () => {
    const person = await active(app);
    const { caller, secret } = await entered(app, person);
    ok(await isOpen(other, secret));
    deepEqual(await signOut(app, caller), { outcome: 'signed_out' });
    equal(await isOpen(other, secret), false);
    equal(await isOpen(app, secret), false);
  });

  test('end without use, and at their limit, by the clock of the database', async () => {
    const person = await active(app);
    for (const change of [
      `created_at = statement_timestamp() - interval '1 h',
       last_seen_at = statement_timestamp() - interval '15 minutes'`,
      `created_at = statement_timestamp() - interval '12 h',
       expires_at = statement_timestamp()`,
    ]) {
      const { secret, session_id } = await entered(app, person);
      ok(await isOpen(other, secret));
      await scene.sql(app, `update sessions set ${change} where session_id = '${session_id}'`);
      equal(await isOpen(other, secret), false);
    }
  });

  test('are closed while their person is not active, whatever the row of the session says', async () => {
    const person = await active(app);
    const { secret } = await entered(app, person);
    await scene.sql(app, `update people set state = 'disabled' where person_id = '${person.id}'`);
    equal(await isOpen(app, secret), false);
  });

  test('stay open while they are used', async () => {
    const { secret, session_id } = await entered(app, await active(app));
    const ago = `statement_timestamp() - interval '14 minutes'`;
    await scene.sql(
      app,
      `update sessions set created_at = ${ago}, last_seen_at = ${ago}
       where session_id = '${session_id}'`,
    );
    ok(await isOpen(app, secret));
    const [row] = await scene.sql<{ fresh: boolean }>(
      app,
      `select last_seen_at > statement_timestamp() - interval '1 minute' as fresh
       from sessions where session_id = '${session_id}'`,
    );
    equal(row?.fresh, true);
  });

  test('are listed by their person and by owners, and ended one by one or all', async () => {
    const ada = await active(app);
    const bob = await active(app);
    const first = await entered(app, ada);
    const second = await entered(app, ada);
    const third = await entered(app, ada);
    const strange = await entered(app, bob);
    const own = accepted(await listOwnSessions(app, first.caller, {})).data;
    deepEqual(
      own.map(({ id, is_current }) => [id, is_current]),
      [
        [third.session_id, false],
        [second.session_id, false],
        [first.session_id, true],
      ],
    );
    equal(own[0]?.user_agent, 'Firefox/128');
    const theirs = await revokeOwnSession(app, first.caller, strange.session_id);
    equal(refusedWith(theirs).code, 'not_found');
    ok(await isOpen(app, strange.secret));
    accepted(await revokeOwnSession(app, first.caller, third.session_id));
    equal(await isOpen(other, third.secret), false);
    deepEqual(await revokeOtherSessions(app, first.caller), { revoked: 1 });
    equal(await isOpen(other, second.secret), false);
    ok(await isOpen(other, first.secret));
    const all = accepted(await listSessions(app, OPERATOR, { person_id: bob.id })).data;
    deepEqual(
      all.map(({ id }) => id),
      [strange.session_id],
    );
    accepted(await revokeAnySession(app, OPERATOR, strange.session_id));
    equal(await isOpen(other, strange.secret), false);
    const again = await revokeAnySession(app, OPERATOR, strange.session_id);
    equal(refusedWith(again).code, 'not_found');
  });

  test('that ended long ago are deleted, with expired links and forgiven tries', async () => {
    const person = await active(app);
    const { session_id } = await entered(app, person);
    const old = await entered(app, person);
    const { id } = await invited(app);
    await trySignIn(app, 'nobody@example.com', { address: '192.0.2.200' });
    const ago = `statement_timestamp() - interval '31 days'`;
    await scene.sql(
      app,
      `update sessions set created_at = ${ago} - interval '12 h', last_seen_at = ${ago},
       expires_at = ${ago} where session_id = '${old.session_id}'`,
    );
    await scene.sql(
      app,
      `update person_links set created_at = ${ago},
         expires_at = statement_timestamp() - interval '1 s' where person_id = '${id}'`,
    );
    await scene.sql(app, `update sign_in_tries set kept_until = ${ago} where failed > 0`);
    const sql =
      'select session_id as id from sessions union all select person_id from person_links';
    const before = (await scene.sql<{ id: string }>(app, sql)).map((row) => row.id);
    ok((await createEndByAge(app)()) >= 1);
    ok((await cleanAccess(app)) >= 2);
    const left = (await scene.sql<{ id: string }>(app, sql)).map((row) => row.id);
    deepEqual(before.filter((one) => !left.includes(one)).sort(), [id, old.session_id].sort());
    ok(left.includes(session_id));
    deepEqual(await scene.sql(app, 'select 1 from sign_in_tries where failed > 0'), []);
    equal(await cleanAccess(app), 0);
  });

  test('are not found by anything but the whole secret', async () => {
    const { secret } = await entered(app, await active(app));
    for (const wrong of [
      '',
      secret.slice(1),
      `${secret}x`,
      secret.toLowerCase(),
      PASSWORD,
      "' or 1",
    ]) {
      const request = { secret: wrong, address: '', request_id: '' };
      equal(refusedWith(await authenticateSession(app, request)).code, 'unauthorized');
    }
  });
});
