// Signing in: one answer and the same work for every reason to refuse, and locks over all
// processes.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { disablePerson } from '../../../server/app/access/change-person.ts';
import { createFailureNotes } from '../../../server/app/access/note-failed-sign-ins.ts';
import { csrfToken } from '../../../server/app/access/start-session.ts';
import { resetFactors } from '../../../server/app/factor/reset-factors.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { createPasswordHasher } from '../../../server/app/process/password-hash.ts';
import { isRefusal, type Refusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { makeOwner, withTotp } from '../factor/factor-scene.ts';
import * as scene from '../scene.ts';
import { active, callerOf, failures, invited, PASSWORD, trySignIn } from './people-scene.ts';

suite('signing in', () => {
  let service: TestApp;
  let app: OpenApp;
  let other: OpenApp;
  before(async () => {
    service = await openTestApp();
    ({ app } = service);
    other = await service.another();
  });
  after(() => service.stop());
  beforeEach(async () => {
    await scene.sql(app, 'delete from sign_in_tries');
  });

  const sqlOne = async (text: string) => (await scene.sql<Record<string, unknown>>(app, text))[0];

  test('opens a session whose secret is stored as a hash only', async () => {
    const person = await active(app);
    const { body, secret } = accepted(await trySignIn(app, person.email.toUpperCase()));
    deepEqual(body, {
      outcome: 'signed_in',
      second_factors: [],
      csrf_token: csrfToken(secret),
    });
    const caller = accepted(await callerOf(other, secret));
    equal(caller.person_id, person.id);
    equal(caller.role, 'viewer');
    ok(caller.confirmed_at !== null && caller.origin?.session_id === caller.session_id);
    const rows = await scene.sql<{ row: string }>(app, 'select s::text as row from sessions s');
    equal(
      rows.some(({ row }) => row.includes(secret)),
      false,
    );
    equal(
      rows.some(({ row }) => row.includes(Buffer.from(secret).toString('hex'))),
      false,
    );
    notEqual(csrfToken(secret), secret);
  });

  test('is refused with the same answer and the same work, whatever is wrong', async () => {
    const known = await active(app);
    const waiting = await invited(app);
    const gone = await active(app);
    accepted(await disablePerson(app, OPERATOR, gone.id, raw({ reason: 'left' })));
    const locked = await active(app);
    for (let count = 0; count < 5; count += 1) {
      await trySignIn(app, locked.email, { password: 'wrong wrong wrong', address: '192.0.2.9' });
    }
    const cases = [
      () => trySignIn(app, known.email, { password: 'wrong wrong wrong' }),
      () => trySignIn(app, 'nobody@example.com'),
      () => trySignIn(app, 'no address at all'),
      () => trySignIn(app, waiting.email),
      () => trySignIn(app, gone.email),
      () => trySignIn(app, locked.email, { address: '192.0.2.9' }),
    ];
    const answers: Refusal[] = [];
    for (const one of cases) {
      const before = app.passwords.computed();
      answers.push(refusedWith(await one()));
      equal(app.passwords.computed() - before, 1);
    }
    for (const answer of answers) deepEqual(answer, answers[0]);
    equal(answers[0]?.code, 'sign_in_failed');
  });

  test('locks an account at one address after five tries, in every process', async () => {
    const person = await active(app);
    const wrong = { password: 'wrong wrong wrong', address: '192.0.2.1' };
    for (const process of [app, other, app, other, app]) {
      equal(refusedWith(await trySignIn(process, person.email, wrong)).code, 'sign_in_failed');
    }
    const right = { address: '192.0.2.1' };
    equal(refusedWith(await trySignIn(other, person.email, right)).code, 'sign_in_failed');
    equal(isRefusal(await trySignIn(app, person.email, { address: '192.0.2.2' })), false);
    await scene.sql(app, 'update sign_in_tries set locked_until = statement_timestamp()');
    equal(isRefusal(await trySignIn(other, person.email, right)), false);
  });

  test('of many at once lets only the free tries be checked', async () => {
    const person = await active(app);
    const address = '192.0.2.3';
    const wrong = { password: 'wrong wrong wrong', address };
    const processes = [app, other, app, other, app, other, app, other, app];
    await Promise.all(processes.map((one) => trySignIn(one, person.email, wrong)));
    const row = await sqlOne(
      `select failed, locked_until > statement_timestamp() as locked from sign_in_tries
       where scope = 'password_pair'`,
    );
    deepEqual(row, { failed: 5, locked: true });
  });

  test('keeps an account open at its known address while strangers lock it', async () => {
    const person = await active(app);
    accepted(await trySignIn(app, person.email, { address: '198.51.100.1' }));
    await scene.sql(
      app,
      `update sign_in_tries set failed = 20, last_failed_at = statement_timestamp(),
         locked_until = statement_timestamp() + interval '1 minute'
       where scope = 'password_account'`,
    );
    equal(isRefusal(await trySignIn(app, person.email, { address: '198.51.100.2' })), true);
    equal(isRefusal(await trySignIn(app, person.email, { address: '198.51.100.1' })), false);
  });

  test('tells an address with too many failures to wait, before anything is computed', async () => {
    const person = await active(app);
    await trySignIn(app, 'nobody@example.com', { address: '2001:db8:1:2::1' });
    await scene.sql(
      app,
      `update sign_in_tries set failed = 50, locked_until = statement_timestamp() + interval '60 s'
       where scope = 'password_address'`,
    );
    const before = app.passwords.computed();
    const refused = refusedWith(
      await trySignIn(app, person.email, { address: '2001:db8:1:2::99' }),
    );
    equal(refused.code, 'rate_limited');
    ok((refused.retry_after_s ?? 0) > 50);
    equal(app.passwords.computed(), before);
    equal(isRefusal(await trySignIn(app, person.email, { address: '2001:db8:1:3::1' })), false);
  });

  test('hashes a password again once its parameters are outdated', async () => {
    const person = await active(app);
    const cheap = { password_hash: await cheapHash() };
    await app.store.db.query('', 'update people set password_hash = $2 where person_id = $1', [
      person.id,
      cheap.password_hash,
    ]);
    accepted(await trySignIn(app, person.email));
    const row = await sqlOne(`select password_hash from people where person_id = '${person.id}'`);
    match(String(row?.password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    accepted(await trySignIn(app, person.email));
  });

  test('notes failures without the address that was typed, one per second', async () => {
    let now = 0;
    const note = createFailureNotes(app, () => now);
    const origin = { address: '192.0.2.77', request_id: 'r', user_agent: undefined };
    const failure = { action: 'sign_in_failed', person_id: null, origin } as const;
    note(failure);
    note(failure);
    note(failure);
    now = 1_000;
    note(failure);
    const read = () =>
      scene.sql<{ detail: { left_out_before: number } }>(
        app,
        `select detail from audit_entries where action = 'sign_in_failed'
         and detail ->> 'address' = '192.0.2.77' order by number`,
      );
    while ((await read()).length < 2);
    const left_out = (await read()).map(({ detail }) => detail.left_out_before);
    deepEqual(left_out.toSorted(), [0, 2]);
    equal(JSON.stringify(failures).includes('@'), false);
  });

  test('gives a half session if there is a second factor, which opens nothing yet', async () => {
    const person = await active(app);
    await withTotp(app, await makeOwner(app, person.id));
    const { body, secret } = accepted(await trySignIn(app, person.email));
    equal(body.outcome, 'second_factor_required');
    deepEqual(body.second_factors, ['totp', 'recovery_code']);
    equal(refusedWith(await callerOf(app, secret)).code, 'unauthorized');
  });

  test('in live mode asks whoever has no factor to set one up', async () => {
    const person = await active(app);
    const live = { ...app, mode: 'live' } as const;
    const { body, secret } = accepted(await trySignIn(live, person.email));
    equal(body.outcome, 'enrolment_required');
    deepEqual(body.second_factors, []);
    equal(refusedWith(await callerOf(app, secret)).code, 'unauthorized');
    accepted(await resetFactors(app, OPERATOR, { id: person.id, raw: raw({ reason: 'lost' }) }));
    for (const one of [live, app]) {
      const again = accepted(await trySignIn(one, person.email));
      equal(again.body.outcome, 'enrolment_link_required', 'after a removal of the factors');
    }
  });
});

async function cheapHash(): Promise<string> {
  const hasher = createPasswordHasher({ memory_kib: 64, passes: 1, lanes: 1 });
  return accepted(await hasher.hash(PASSWORD));
}
