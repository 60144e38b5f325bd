// People: invited by a link that works once, changed by owners, and without any access the moment
// that they are disabled or get another role.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import {
  changePersonRole,
  disablePerson,
  enablePerson,
  relinkPerson,
} from '../../../server/app/access/change-person.ts';
import { changeOwnPassword } from '../../../server/app/access/own-password.ts';
import { getPerson, invitePerson, listPeople } from '../../../server/app/access/people.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { issueOperatorToken } from '../../../server/app/operator-token/issue-operator-token.ts';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { PASSWORD_LINK_KINDS } from '../../../server/domain/access/person-link.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { usePersonLink } from '../../../server/store/access/person-links.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  active,
  callerOf,
  entered,
  invited,
  PASSWORD,
  trySignIn,
  useLink,
} from './people-scene.ts';

const WHY = raw({ reason: 'test' });
const NEW_PASSWORD = 'another seven grey herons';

suite('people', () => {
  let service: TestApp;
  let app: OpenApp;
  before(async () => {
    service = await openTestApp();
    ({ app } = service);
  });
  after(() => service.stop());

  const codeOf = (answer: unknown) => (isRefusal(answer) ? answer.code : 'accepted');
  const trail = async (action: string) =>
    (
      await scene.sql<{ row: string }>(
        app,
        `select e::text as row from audit_entries e where action = '${action}' order by number`,
      )
    ).map(({ row }) => row);

  test('are invited by a link that is shown once and whose secret is not stored', async () => {
    const person = await invited(app, { name: 'Grace', email: 'Grace@Example.com' });
    equal(person.state, 'invited');
    equal(person.email, 'grace@example.com');
    match(person.link.url, /^http:\/\/pay\.test\/console\/link#[\w-]{43}$/);
    const shown = accepted(await getPerson(app, person.id));
    equal(JSON.stringify(shown).includes('#'), false);
    equal(shown.link_expires_at, person.link.expires_at);
    const secret = person.link.url.split('#')[1] ?? '';
    const stored = await scene.sql<{ row: string }>(
      app,
      'select l::text as row from person_links l union all select p::text from people p',
    );
    const texts = [secret, 'grace', 'Grace'];
    for (const text of texts.flatMap((one) => [one, Buffer.from(one).toString('hex')])) {
      equal(
        stored.some(({ row }) => row.includes(text)),
        false,
        text,
      );
    }
    for (const row of await trail('person_invited')) equal(/grace|@/i.test(row), false);
  });

  test('have one e-mail address each, however it is spelled', async () => {
    await invited(app, { email: 'one@example.com' });
    const again = { name: 'B', email: 'ONE@example.com', role: 'viewer' };
    const refused = refusedWith(await invitePerson(app, OPERATOR, raw(again)));
    deepEqual(
      refused.errors?.map(({ field }) => field),
      ['email'],
    );
  });

  const merchant_cases = [
    ['viewer', 'none', true],
    ['viewer', 'known', false],
    ['merchant_viewer', 'none', false],
    ['merchant_admin', 'known', true],
    ['merchant_admin', 'unknown', false],
    ['merchant_admin', 'malformed', false],
    ['feed', 'none', false],
    ['root', 'none', false],
  ] as const;
  for (const [role, whose, is_fit] of merchant_cases) {
    const title = `of role ${role} with ${whose} merchant`;
    test(`${title} are ${is_fit ? 'invited' : 'refused'}`, async () => {
      const { merchant_id } = await makeMerchant(app);
      const ids = {
        none: null,
        known: merchant_id,
        unknown: OPERATOR.operator_token_id,
        malformed: 'x',
      };
      const fields = {
        name: 'C',
        email: `${role}.${whose}@example.com`,
        role,
        merchant_id: ids[whose],
      };
      const answer = await invitePerson(app, OPERATOR, raw(fields));
      equal(codeOf(answer), is_fit ? 'accepted' : 'invalid_request');
    });
  }

  test('set their password by the link once, and by no earlier, used or expired one', async () => {
    const person = await invited(app);
    const renewed = accepted(await relinkPerson(app, OPERATOR, person.id));
    equal(renewed.link.kind, 'invitation');
    const wrong = [
      person.link.url,
      `${renewed.link.url}x`,
      renewed.link.url.slice(0, -1),
      'x',
      '#',
    ];
    const answers = await Promise.all(wrong.map((link) => useLink(app, link)));
    for (const answer of answers) deepEqual(answer, answers[0]);
    equal(codeOf(answers[0]), 'not_found');
    equal(codeOf(await useLink(app, renewed.link.url, 'too short')), 'invalid_request');
    deepEqual(await useLink(app, renewed.link.url), { outcome: 'password_set' });
    deepEqual(await useLink(app, renewed.link.url), answers[0]);
    const late = await invited(app);
    await scene.sql(
      app,
      `update person_links set created_at = created_at - interval '1 h',
       expires_at = statement_timestamp() where person_id = '${late.id}'`,
    );
    deepEqual(await useLink(app, late.link.url), answers[0]);
    equal(accepted(await getPerson(app, late.id)).link_expires_at, null);
    const late_hash = sha256Hex(late.link.url.split('#')[1] ?? '');
    equal(
      await usePersonLink(app.store.db, { link_hash: late_hash, kinds: PASSWORD_LINK_KINDS }),
      null,
    );
  });

  test('who use one link twice at once set only one password', async () => {
    const person = await invited(app);
    const other = await service.another();
    const passwords = [PASSWORD, NEW_PASSWORD];
    const answers = await Promise.all(
      [app, other].map((one, index) => useLink(one, person.link.url, passwords[index])),
    );
    deepEqual(answers.map(codeOf).toSorted(), ['accepted', 'not_found']);
    const winner = answers.findIndex((answer) => !isRefusal(answer));
    const given = { password: passwords[winner] ?? '' };
    equal(codeOf(await trySignIn(app, person.email, given)), 'accepted');
  });

  test('lose every session with a new role, and have the new rights at the next sign-in', async () => {
    const person = await active(app, { role: 'operator' });
    const { secret } = await entered(app, person);
    const role = raw({ role: 'viewer', reason: 'moved' });
    equal(accepted(await changePersonRole(app, OPERATOR, person.id, role)).role, 'viewer');
    equal(codeOf(await callerOf(app, secret)), 'unauthorized');
    equal((await entered(app, person)).caller.role, 'viewer');
  });

  test('lose everything when they are disabled, also their link, until they are enabled', async () => {
    const person = await active(app);
    const { secret } = await entered(app, person);
    const { link } = accepted(await relinkPerson(app, OPERATOR, person.id));
    equal(link.kind, 'password_reset');
    equal(accepted(await disablePerson(app, OPERATOR, person.id, WHY)).state, 'disabled');
    equal(codeOf(await callerOf(app, secret)), 'unauthorized');
    equal(codeOf(await trySignIn(app, person.email)), 'sign_in_failed');
    equal(codeOf(await useLink(app, link.url)), 'not_found');
    equal(codeOf(await relinkPerson(app, OPERATOR, person.id)), 'person_state');
    equal(accepted(await enablePerson(app, OPERATOR, person.id, WHY)).state, 'active');
    equal(codeOf(await callerOf(app, secret)), 'unauthorized');
    equal(codeOf(await trySignIn(app, person.email)), 'accepted');
    const waiting = await invited(app);
    accepted(await disablePerson(app, OPERATOR, waiting.id, WHY));
    equal(accepted(await enablePerson(app, OPERATOR, waiting.id, WHY)).state, 'invited');
  });

  test('get a new password by a link, which ends every session', async () => {
    const person = await active(app);
    const { secret } = await entered(app, person);
    const { link } = accepted(await relinkPerson(app, OPERATOR, person.id));
    deepEqual(await useLink(app, link.url, NEW_PASSWORD), { outcome: 'password_set' });
    equal(codeOf(await callerOf(app, secret)), 'unauthorized');
    equal(codeOf(await trySignIn(app, person.email)), 'sign_in_failed');
    equal(codeOf(await trySignIn(app, person.email, { password: NEW_PASSWORD })), 'accepted');
  });

  test('change their own password with the old one, which ends all other sessions', async () => {
    const person = await active(app);
    const here = await entered(app, person);
    const issued = await issueOperatorToken(app, here.caller, raw({ name: 'T', role: 'viewer' }));
    const authorization = `Bearer ${accepted(issued).token}`;
    const byToken = () =>
      authenticateOperator(app, { authorization, address: '192.0.2.1', request_id: 'r' });
    equal(codeOf(await byToken()), 'accepted');
    const there = await entered(app, person);
    const change = (old_password: string, password: string) =>
      changeOwnPassword(app, here.caller, raw({ old_password, password }));
    const wrong = refusedWith(await change('not the old one', NEW_PASSWORD));
    deepEqual(
      wrong.errors?.map(({ field }) => field),
      ['old_password'],
    );
    const weak = refusedWith(await change(PASSWORD, 'password1234'));
    deepEqual(
      weak.errors?.map(({ field }) => field),
      ['password'],
    );
    deepEqual(await change(PASSWORD, NEW_PASSWORD), {
      outcome: 'password_changed',
      sessions_ended: 1,
      tokens_ended: 1,
    });
    equal(codeOf(await byToken()), 'unauthorized');
    equal(codeOf(await callerOf(app, here.secret)), 'accepted');
    equal(codeOf(await callerOf(app, there.secret)), 'unauthorized');
    for (let count = 0; count < 5; count += 1) await change('not the old one', PASSWORD);
    equal(codeOf(await change(NEW_PASSWORD, PASSWORD)), 'invalid_request');
  });

  test('are changed by nobody but others: not by themselves', async () => {
    const { caller } = await entered(app, await active(app, { role: 'owner' }));
    const id = caller.person_id ?? '';
    const role = raw({ role: 'viewer', reason: 'test' });
    equal(codeOf(await changePersonRole(app, caller, id, role)), 'forbidden');
    equal(codeOf(await disablePerson(app, caller, id, WHY)), 'forbidden');
    equal(codeOf(await relinkPerson(app, caller, id)), 'forbidden');
  });

  test('who are owners and disable each other at once leave one', async () => {
    await scene.sql(app, `update people set state = 'disabled' where role = 'owner'`);
    const owners = [await active(app, { role: 'owner' }), await active(app, { role: 'owner' })];
    const other = await service.another();
    const callers = await Promise.all(owners.map((one) => entered(app, one)));
    const answers = await Promise.all([
      disablePerson(app, callers[0]?.caller ?? OPERATOR, owners[1]?.id ?? '', WHY),
      disablePerson(other, callers[1]?.caller ?? OPERATOR, owners[0]?.id ?? '', WHY),
    ]);
    deepEqual(answers.map(codeOf).toSorted(), ['accepted', 'last_owner']);
    const last = answers.findIndex((answer) => !isRefusal(answer));
    const role = raw({ role: 'viewer', reason: 'test' });
    const left = owners[last]?.id ?? '';
    equal(codeOf(await changePersonRole(app, OPERATOR, left, role)), 'last_owner');
  });

  test('are listed newest first, in pages, and by merchant', async () => {
    const { merchant_id } = await makeMerchant(app);
    const mine = await invited(app, { role: 'merchant_viewer', merchant_id });
    const first = accepted(await listPeople(app, { limit: '2' }));
    equal(first.data.length, 2);
    equal(first.data[0]?.id, mine.id);
    ok(first.next_cursor !== null);
    const next = accepted(await listPeople(app, { limit: '2', cursor: first.next_cursor ?? '' }));
    notEqual(next.data[0]?.id, first.data[1]?.id);
    const theirs = accepted(await listPeople(app, { merchant_id }));
    deepEqual(
      theirs.data.map(({ id }) => id),
      [mine.id],
    );
    equal(codeOf(await getPerson(app, 'x')), 'not_found');
    equal(codeOf(await getPerson(app, merchant_id)), 'not_found');
  });
});
