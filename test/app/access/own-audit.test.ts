// Everybody's own log: what they did and what happened to their account, and nothing of others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listOwnAudit } from '../../../server/app/access/list-audit.ts';
import { audit } from '../../../server/app/request/audit.ts';
import { type OperatorCaller, operatorActor, SERVICE } from '../../../server/app/request/caller.ts';
import { accepted, OPERATOR, openTestApp, type TestApp } from '../../support/test-app.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const person = (number: number): OperatorCaller => ({
  ...OPERATOR,
  person_id: idOf(number),
  operator_token_id: null,
  session_id: idOf(9),
  origin: {
    ...{ address: '192.0.2.1', request_id: `r-${number}` },
    ...{ session_id: idOf(9), operator_token_id: null },
  },
});
const [ONE, TWO] = [person(1), person(2)];

let service: TestApp;
before(async () => {
  service = await openTestApp();
  const { app } = service;
  const note = (by: OperatorCaller, target: string) =>
    audit(app, operatorActor(by), 'person_role_changed', target, { reason: 'x' });
  await note(ONE, 'rates');
  await note(TWO, 'currencies');
  await note(TWO, `people/${ONE.person_id}`);
  await audit(app, SERVICE, 'sign_in_failed', `people/${ONE.person_id}`, {});
  // With a token that belongs to the person.
  await note({ ...ONE, session_id: null, operator_token_id: idOf(8) }, 'line_rules');
  await note(OPERATOR, 'merchants/x');
});
after(async () => {
  await service.stop();
});

const own = async (caller: OperatorCaller, query = {}) =>
  accepted(await listOwnAudit(service.app, caller, query)).data;

test('a person sees their acts, also with a token, and what happened to their account', async () => {
  assert.deepEqual(
    (await own(ONE)).map(({ target, action }) => [action, target]),
    [
      ['person_role_changed', 'line_rules'],
      ['sign_in_failed', `people/${ONE.person_id}`],
      ['person_role_changed', `people/${ONE.person_id}`],
      ['person_role_changed', 'rates'],
    ],
  );
});

test('of others’ acts a person is not told from where they came', async () => {
  const entries = await own(ONE, { action: 'person_role_changed' });
  assert.deepEqual(
    entries.map(({ actor, origin }) => [actor.id, origin?.address ?? null]),
    [
      [ONE.person_id, '192.0.2.1'],
      [TWO.person_id, null],
      [ONE.person_id, '192.0.2.1'],
    ],
  );
});

test('the filters are those of the trail, and nobody can ask for somebody else', async () => {
  assert.deepEqual(await own(ONE, { actor: TWO.person_id, target: 'currencies' }), []);
  assert.equal((await own(TWO)).length, 2);
  const [mine] = await own(OPERATOR);
  assert.equal(mine?.target, 'merchants/x');
});
