// Tokens that people make for themselves: who makes them, when they end, and how they confirm.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { changePersonRole, disablePerson } from '../../../server/app/access/change-person.ts';
import { changeOwnPassword } from '../../../server/app/access/own-password.ts';
import { revokeOtherSessions } from '../../../server/app/access/sessions.ts';
import { resetFactors } from '../../../server/app/factor/reset-factors.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { rotateOperatorToken } from '../../../server/app/operator-token/issue-operator-token.ts';
import {
  changeOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
} from '../../../server/app/operator-token/operator-tokens.ts';
import {
  issueOwnToken,
  listOwnTokens,
  revokeOwnToken,
} from '../../../server/app/operator-token/own-tokens.ts';
import type { App } from '../../../server/app/process/app.ts';
import type { PersonRole } from '../../../server/domain/access/roles.ts';
import { TOKENS_MAX } from '../../../server/domain/operator-token/change-operator-token.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { makeOwner, makePerson, withClock, withTotp } from '../factor/factor-scene.ts';
import { byToken, confirmBy, HERE, issueOwn, sessionOf } from './own-token-scene.ts';
import { active, entered, PASSWORD } from './people-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());

async function someone(role: PersonRole = 'operator', on: App = app) {
  const person_id = await makePerson(on, role);
  return { person_id, caller: accepted(await sessionOf(on, person_id)) };
}
const works = async (token: string, on: App = app) => !isRefusal(await byToken(on, token));

suite('a token of a person’s own', () => {
  test('acts as the person, and its text is nowhere but in the answer', async () => {
    const { person_id, caller } = await someone('finance');
    const issued = await issueOwn(app, caller);
    assert.match(issued.token, /^op_[\w-]{43}$/);
    const found = accepted(await byToken(app, issued.token));
    assert.deepEqual(
      [found.person_id, found.role, found.scopes, found.name],
      [person_id, 'finance', null, 'Ada'],
    );
    assert.equal(found.confirmed_at, null, 'the second factor was given to the session only');
    const days = (Date.parse(issued.expires_at ?? '') - Date.parse(issued.created_at)) / 86_400_000;
    assert.equal(days, 30);
    const { data } = accepted(await listOwnTokens(app, found, {}));
    const { token: _, ...shown } = issued;
    assert.deepEqual(data, [{ ...shown, is_current: true, last_used_at: null }]);
    const rows = await app.store.db.query<{ row: string }>(
      '',
      'select t::text as row from operator_tokens t where person_id = $1',
      [person_id],
    );
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.row.includes(issued.token), false);
  });

  test('is made in a session only, for at most 90 days, with rights of the role only', async () => {
    const { caller } = await someone();
    const { token } = await issueOwn(app, caller);
    const by_token = accepted(await byToken(app, token));
    for (const maker of [by_token, OPERATOR]) {
      const refused = await issueOwnToken(app, maker, raw({ name: 'more' }));
      assert.equal(refusedWith(refused).code, 'forbidden');
    }
    for (const wrong of [{ days: 91 }, { days: 0 }, { scopes: ['finance'] }, { scopes: [] }]) {
      const refused = await issueOwnToken(app, caller, raw({ name: 'x', ...wrong }));
      assert.equal(refusedWith(refused).code, 'invalid_request', JSON.stringify(wrong));
    }
    const narrow = await issueOwn(app, caller, { scopes: ['read'], days: 90 });
    assert.deepEqual(narrow.scopes, ['own', 'read']);
  });

  test('counts towards the most that a person has', async () => {
    const { caller } = await someone();
    const made: { id: string }[] = [];
    for (let count = 0; count < TOKENS_MAX; count += 1) made.push(await issueOwn(app, caller));
    const refused = await issueOwnToken(app, caller, raw({ name: 'more' }));
    assert.equal(refusedWith(refused).code, 'token_limit');
    accepted(await revokeOwnToken(app, caller, made[0]?.id ?? ''));
    await issueOwn(app, caller);
  });

  test('is revoked by the person and by owners, at once in every process', async () => {
    const other = await service.another();
    const { caller } = await someone();
    const stranger = await someone();
    const [mine, theirs] = [await issueOwn(app, caller), await issueOwn(app, caller)];
    await other.settings.refresh();
    const wrong = await revokeOwnToken(app, stranger.caller, mine.id);
    assert.equal(refusedWith(wrong).code, 'not_found');
    assert.ok(await works(mine.token, other));
    accepted(await revokeOwnToken(app, caller, mine.id));
    assert.equal(await works(mine.token, other), false);
    const listed = accepted(await listOperatorTokens(app, {}));
    assert.equal(listed.data.find(({ id }) => id === theirs.id)?.is_own, true);
    accepted(await revokeOperatorToken(app, OPERATOR, theirs.id));
    assert.equal(await works(theirs.token, other), false);
  });

  test('cannot be changed or rotated, so that no owner lengthens or widens it', async () => {
    const { caller } = await someone();
    const { id } = await issueOwn(app, caller, { scopes: ['read'] });
    const changed = await changeOperatorToken(app, OPERATOR, id, raw({ expires_at: null }));
    assert.equal(refusedWith(changed).code, 'forbidden');
    const rotated = await rotateOperatorToken(app, caller, id, raw({}));
    assert.equal(refusedWith(rotated).code, 'forbidden');
  });

  test('ends with a new role, with the person, and when somebody else removes the factors', async () => {
    const reason = 'as agreed';
    const other = await service.another();
    const ends = {
      role: (id: string) => changePersonRole(app, OPERATOR, id, raw({ role: 'viewer', reason })),
      disabled: (id: string) => disablePerson(app, OPERATOR, id, raw({ reason })),
      factors: (id: string) => resetFactors(app, OPERATOR, { id, raw: raw({ reason }) }),
    };
    for (const [name, end] of Object.entries(ends)) {
      const { person_id, caller } = await someone();
      const { token } = await issueOwn(app, caller);
      await other.settings.refresh();
      assert.ok(await works(token, other), name);
      accepted(await end(person_id));
      assert.equal(await works(token, other), false, name);
    }
  });

  test('of a merchant’s person sees their merchant only', async () => {
    const { merchant_id } = await makeMerchant(app);
    const person = await active(app, { role: 'merchant_admin', merchant_id });
    const { token } = await issueOwn(app, (await entered(app, person)).caller);
    const found = accepted(await byToken(app, token));
    assert.deepEqual([found.role, found.merchant_id], ['merchant_admin', merchant_id]);
  });

  test('ends with a new password', async () => {
    const person = await active(app, { role: 'viewer' });
    const { caller } = await entered(app, person);
    const { token } = await issueOwn(app, caller);
    const change = raw({ old_password: PASSWORD, password: 'seven green boats at anchor' });
    assert.equal(accepted(await changeOwnPassword(app, caller, change)).tokens_ended, 1);
    assert.equal(await works(token), false);
  });

  test('outlives the session in which it was made', async () => {
    const { caller } = await someone();
    const { token } = await issueOwn(app, caller);
    accepted(await revokeOtherSessions(app, accepted(await byToken(app, token))));
    assert.ok(await works(token));
  });
});

suite('a dangerous act with a token of a person’s own', () => {
  async function withApp() {
    const clock = withClock(app);
    const person_id = await makePerson(clock.app);
    const owner = await makeOwner(clock.app, person_id);
    const { authenticator } = await withTotp(clock.app, owner);
    const { token } = await issueOwn(clock.app, accepted(await sessionOf(clock.app, person_id)));
    clock.nextStep();
    const code = () => authenticator.code(clock.app.settings.now());
    return { ...clock, owner, token, authenticator, code };
  }
  const isConfirmed = async (on: App, token: string, address = HERE) =>
    accepted(await byToken(on, token, address)).confirmed_at !== null;

  test('is open for five minutes after a code, for this token from this address', async () => {
    const scene = await withApp();
    const { token } = scene;
    const code = scene.code();
    const body = accepted(await confirmBy(scene.app, token, code));
    assert.equal(Date.parse(body.counts_until) - Date.parse(body.confirmed_at), 300_000);
    assert.ok(await isConfirmed(app, token));
    assert.equal(await isConfirmed(app, token, '203.0.113.10'), false, 'from elsewhere');
    const { person_id } = scene.owner;
    const other = await issueOwn(app, accepted(await sessionOf(app, person_id)));
    assert.equal(await isConfirmed(app, other.token), false, 'another token');
    const replayed = await confirmBy(scene.app, other.token, code);
    assert.equal(refusedWith(replayed).code, 'second_factor_wrong', 'a code works once');
    await app.store.db.query(
      '',
      `update operator_tokens set confirmed_at = confirmed_at - interval '301 seconds'
       where person_id = $1 and confirmed_at is not null`,
      [person_id],
    );
    assert.equal(await isConfirmed(app, token), false, 'five minutes later');
  });

  test('wrong codes lock as in a session, and the lock is the same', async () => {
    const scene = await withApp();
    const wrong = scene.authenticator.wrongCode(scene.app.settings.now());
    for (let tries = 0; tries < 5; tries += 1) {
      const refused = await confirmBy(scene.app, scene.token, wrong);
      assert.equal(refusedWith(refused).code, 'second_factor_wrong');
    }
    const locked = await confirmBy(scene.app, scene.token, scene.code(), '203.0.113.77');
    assert.equal(refusedWith(locked).code, 'rate_limited');
    assert.equal(await isConfirmed(app, scene.token, '203.0.113.77'), false);
  });

  test('a new factor makes earlier confirmations worthless', async () => {
    const scene = await withApp();
    accepted(await confirmBy(scene.app, scene.token, scene.code()));
    scene.nextStep();
    await withTotp(scene.app, scene.owner);
    assert.equal(await isConfirmed(app, scene.token), false);
    assert.ok(await works(scene.token));
  });
});
