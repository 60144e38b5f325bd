// Tokens of people: they belong to whoever issued them, can do no more, and end with them.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import {
  changePersonRole,
  disablePerson,
  enablePerson,
} from '../../../server/app/access/change-person.ts';
import { changeOwnPassword } from '../../../server/app/access/own-password.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import {
  issueOperatorToken,
  rotateOperatorToken,
} from '../../../server/app/operator-token/issue-operator-token.ts';
import { listOperatorTokens } from '../../../server/app/operator-token/operator-tokens.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import { active, entered, PASSWORD } from './people-scene.ts';

suite('tokens of people', () => {
  let service: TestApp;
  let app: OpenApp;
  before(async () => {
    service = await openTestApp();
    ({ app } = service);
  });
  after(() => service.stop());

  const owner = async () => {
    const person = await active(app, { role: 'owner' });
    return { person, ...(await entered(app, person)) };
  };
  const issue = async (caller: OperatorCaller, fields: Record<string, unknown> = {}) =>
    accepted(await issueOperatorToken(app, caller, raw({ name: 'x', role: 'viewer', ...fields })));
  const use = async (token: string, where: OpenApp = app) =>
    await authenticateOperator(where, {
      authorization: `Bearer ${token}`,
      address: '203.0.113.9',
      request_id: 'request-3',
    });
  const isAccepted = async (token: string, where?: OpenApp) => !isRefusal(await use(token, where));

  test('a token acts as its person', async () => {
    const { caller, person } = await owner();
    const issued = await issue(caller);
    assert.equal(issued.person_id, person.id);
    assert.equal(issued.person_name, person.name);
    const { data } = accepted(await listOperatorTokens(app, {}));
    assert.equal(data.find(({ id }) => id === issued.id)?.person_name, person.name);
    const found = accepted(await use(issued.token));
    assert.equal(found.person_id, person.id);
    assert.equal(found.role, 'viewer');
    // And a token that this one issues, too.
    const second = await issue({ ...found, role: 'owner' });
    assert.equal(second.person_id, person.id);
    assert.equal((await issue(OPERATOR)).person_id, null);
  });

  test('it is dead when its person is disabled, in every process, and stays so', async () => {
    const { caller, person } = await owner();
    const { token } = await issue(caller);
    const other = await service.another();
    assert.ok(await isAccepted(token, other));
    const why = raw({ reason: 'left' });
    accepted(await disablePerson(app, OPERATOR, person.id, why));
    assert.equal(await isAccepted(token), false);
    const since = performance.now();
    while (await isAccepted(token, other)) {
      assert.ok(performance.now() - since < 20_000, 'another process accepts it for ever');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    accepted(await enablePerson(app, OPERATOR, person.id, why));
    await app.settings.refresh();
    assert.equal(await isAccepted(token), false);
  });

  test('it is dead when its person gets another role', async () => {
    const { caller, person } = await owner();
    const { token } = await issue(caller);
    const change = raw({ role: 'finance', reason: 'moved' });
    accepted(await changePersonRole(app, OPERATOR, person.id, change));
    assert.equal(await isAccepted(token), false);
  });

  test('a person whose state was changed otherwise has no tokens', async () => {
    const { caller, person } = await owner();
    const { token } = await issue(caller);
    await service.asOwner(`update people set state = 'disabled' where person_id = '${person.id}'`);
    await service.asOwner('update settings_versions set version = version + 1');
    await app.settings.refresh();
    assert.equal(await isAccepted(token), false);
  });

  // Whoever knew the old password may have issued some.
  test('it is dead when its person sets a new password', async () => {
    const { caller } = await owner();
    const { token } = await issue(caller);
    const fields = raw({ old_password: PASSWORD, password: 'another seven grey herons' });
    accepted(await changeOwnPassword(app, caller, fields));
    assert.equal(await isAccepted(token), false);
  });

  test('no token is issued with a role that was taken away meanwhile', async () => {
    const { caller, person } = await owner();
    const change = raw({ role: 'viewer', reason: 'moved' });
    accepted(await changePersonRole(app, OPERATOR, person.id, change));
    // The request was let in while the person was still an owner.
    const late = await issueOperatorToken(app, caller, raw({ name: 'x', role: 'owner' }));
    assert.ok(isRefusal(late) && late.code === 'forbidden');
    accepted(await disablePerson(app, OPERATOR, person.id, raw({ reason: 'left' })));
    const later = await issueOperatorToken(app, caller, raw({ name: 'x', role: 'viewer' }));
    assert.ok(isRefusal(later) && later.code === 'forbidden');
  });

  test('issuing and losing the role at the same moment never leaves a token', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { caller, person } = await owner();
      const change = raw({ role: 'viewer', reason: 'moved' });
      const [issued] = await Promise.all([
        issueOperatorToken(app, caller, raw({ name: 'x', role: 'owner' })),
        changePersonRole(app, OPERATOR, person.id, change),
      ]);
      await app.settings.refresh();
      assert.equal(isRefusal(issued) ? false : await isAccepted(issued.token), false);
    }
  });

  test('nobody rotates the token of somebody else', async () => {
    const { caller } = await owner();
    const theirs = await issue(caller);
    const other = await owner();
    const refused = await rotateOperatorToken(app, other.caller, theirs.id, raw({}));
    assert.ok(isRefusal(refused) && refused.code === 'forbidden');
    const by_nobody = await rotateOperatorToken(app, OPERATOR, theirs.id, raw({}));
    assert.ok(isRefusal(by_nobody) && by_nobody.code === 'forbidden');
    const own = accepted(await rotateOperatorToken(app, caller, theirs.id, raw({})));
    assert.equal(own.person_id, theirs.person_id);
  });

  test('a token of nobody becomes that of the person who rotates it', async () => {
    const { caller, person } = await owner();
    const machine = await issue(OPERATOR);
    const rotated = accepted(await rotateOperatorToken(app, caller, machine.id, raw({})));
    assert.equal(rotated.person_id, person.id);
  });
});
