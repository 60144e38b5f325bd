// Whoever opened the way by which somebody signs in is no second person for them, in live mode as
// it is installed, until a third says that the two are two.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { PersonRole } from '../../../../server/domain/access/roles.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { type OperatorService, openOperatorService, type Reply } from '../operator-service.ts';
import { ask, type Fields, proposalIn, type Someone, someone, tokenOf } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
before(async () => {
  service = await openOperatorService({ mode: 'live', has_default_bands: true });
  opened(() => service.stop());
});

const note = 'as agreed';
const PASSWORD = 'seven slow herons at the lake';
const MILLIONS = 500_000_000;

const post = (who: Someone, path: string, body?: Fields) =>
  ask(service, who, { method: 'POST', path, ...(body === undefined ? {} : { body }) });
const decide = (who: Someone, id: string) => post(who, `/approvals/${id}/approve`);
const codeOf = ({ status, body }: Reply) => `${status} ${String(body.code ?? '')}`.trim();

const nobody = async (): Promise<Someone> => ({
  person_id: '',
  authorization: await tokenOf(service, null),
});

let count = 0;
const invitation = (role = 'finance'): Fields => {
  count += 1;
  return { name: 'Nia', email: `nia${count}@ties.example`, role, note };
};

/** Sets the password by a link, and gives the person a token of theirs. */
async function enter(
  url: string,
  person_id: string,
  role: PersonRole = 'finance',
): Promise<Someone> {
  const body = { link: url, password: PASSWORD };
  const used = await service.ask('POST', '/session/link', { authorization: null, body });
  assert.equal(used.status, 200, JSON.stringify(used.body));
  return { person_id, authorization: await tokenOf(service, person_id, role) };
}

/** The person of an invitation that two agreed to, and the link. */
async function invited(maker: Someone, checker: Someone, role = 'finance') {
  const id = proposalIn(await post(maker, '/people', invitation(role)));
  const approved = await decide(checker, id);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const person_id = String(Object(approved.body.result).id);
  return { person_id, url: await linkOf(maker, checker, id, approved) };
}

/** Whoever approves sees no link: only whoever asked for it collects it, once. */
async function linkOf(maker: Someone, checker: Someone, id: string, approved: Reply) {
  assert.equal(Object(approved.body.result).link, null);
  const path = `/approvals/${id}/secrets`;
  assert.equal(codeOf(await post(checker, path)), '404 not_found');
  const collected = await post(maker, path);
  assert.equal(collected.status, 200, JSON.stringify(collected.body));
  assert.equal(codeOf(await post(maker, path)), '422 proposal_closed');
  return String(Object(Object(collected.body.secrets).link).url);
}

/** A proposal of 5,000,000.00 to a merchant. */
async function millions(maker: Someone): Promise<string> {
  const { merchant_id } = await makeMerchant(service.app);
  const body = { amount_cents: MILLIONS, reason: 'Top-up' };
  return proposalIn(await post(maker, `/merchants/${merchant_id}/adjustments`, body));
}

const REFUSED = '403 second_person_required';

/** Neither approves what the other proposes. */
async function assertTied(one: Someone, other: Someone): Promise<void> {
  assert.equal(codeOf(await decide(other, await millions(one))), REFUSED);
  assert.equal(codeOf(await decide(one, await millions(other))), REFUSED);
}

test('an owner makes no second pair of eyes by renewing an approved invitation', async () => {
  const [ada, bo, third] = [await someone(service), await someone(service), await someone(service)];
  const { person_id } = await invited(ada, bo);
  // Alone, the maker of the invitation gets no new link for it.
  const renewed = await post(ada, `/people/${person_id}/link`, { note });
  assert.equal(renewed.status, 202, JSON.stringify(renewed.body));
  assert.equal(renewed.body.act, 'person_role');
  const agreed = await decide(bo, proposalIn(renewed));
  assert.equal(agreed.status, 200);
  const url = await linkOf(ada, bo, proposalIn(renewed), agreed);
  // With it Ada signs in as the other person, and is one human with them.
  const puppet = await enter(url, person_id);
  await assertTied(ada, puppet);
  service.app.store.clock_offset_ms += 1_000 * 3_600_000;
  await assertTied(ada, puppet);
  service.app.store.clock_offset_ms -= 1_000 * 3_600_000;
  assert.equal((await decide(third, await millions(ada))).status, 200);
});

test('a link for a pending invitation of a token of nobody needs two, and ties to anybody', async () => {
  const [ada, bo, cy] = [await someone(service), await someone(service), await someone(service)];
  const token = await nobody();
  const id = proposalIn(await post(token, '/people', invitation()));
  const first = await decide(ada, id);
  assert.equal(first.body.result, null);
  const approved = await decide(bo, id);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const person_id = String(Object(approved.body.result).id);
  assert.equal((await post(ada, `/people/${person_id}/link`, { note })).status, 202);
  assert.equal((await post(token, `/people/${person_id}/link`, { note })).status, 202);
  const puppet = await enter(await linkOf(ada, bo, id, approved), person_id);
  for (const one of [ada, bo, cy]) await assertTied(one, puppet);
  const untie = (who: Someone, from_person_id: string | null) =>
    post(who, `/people/${person_id}/untie`, { from_person_id, reason: 'we met' });
  assert.equal(codeOf(await untie(token, null)), REFUSED);
  assert.equal(codeOf(await untie(puppet, null)), '403 forbidden');
  assert.equal(codeOf(await untie(ada, null)), REFUSED, 'Ada is tied to them');
  // Whoever says so could have the token: two have to.
  const said = await untie(bo, null);
  assert.equal(said.status, 202, JSON.stringify(said.body));
  assert.equal((await decide(cy, proposalIn(said))).status, 200);
  assert.equal(codeOf(await decide(puppet, await millions(ada))), REFUSED);
  assert.equal((await untie(cy, ada.person_id)).status, 200);
  assert.equal((await decide(puppet, await millions(ada))).status, 200);
});

/** Each opens a way for somebody who has a password, and says who is tied by it. */
const WAYS: Readonly<Record<string, (by: Someone, other: Someone, bo: Someone) => Promise<void>>> =
  {
    password_link: async (by, { person_id }) => {
      assert.equal((await post(by, `/people/${person_id}/link`)).status, 200);
    },
    factors_removed: async (by, { person_id }) => {
      const reason = 'Lost the phone';
      assert.equal((await post(by, `/people/${person_id}/reset_factors`, { reason })).status, 200);
    },
    person_enabled: async (by, { person_id }, bo) => {
      const reason = 'Back from leave';
      assert.equal((await post(bo, `/people/${person_id}/disable`, { reason })).status, 200);
      const back = await post(by, `/people/${person_id}/enable`, { reason });
      assert.equal(back.status, 202, JSON.stringify(back.body));
      assert.equal((await decide(bo, proposalIn(back))).status, 200);
    },
    role_raised: async (by, { person_id }, bo) => {
      const path = `/people/${person_id}/role`;
      const role = { role: 'owner', reason: 'Grows' };
      const asked = await ask(service, by, { method: 'PUT', path, body: role });
      assert.equal((await decide(bo, proposalIn(asked))).status, 200);
    },
  };

for (const [way, open] of Object.entries(WAYS)) {
  test(`${way}: both are tied until a third says that they are two`, async () => {
    const [by, bo] = [await someone(service), await someone(service)];
    const other = await someone(service, 'finance');
    assert.equal((await decide(other, await millions(by))).status, 200);
    await open(by, other, bo);
    other.authorization = await tokenOf(service, other.person_id, 'finance');
    await assertTied(by, other);
    const path = `/people/${other.person_id}`;
    const { body } = await ask(service, bo, { method: 'GET', path: `${path}/ties` });
    const [tie, ...more] = Object(body).data;
    assert.deepEqual([tie.person_id, tie.way, tie.opened_by_other], [by.person_id, way, true]);
    assert.deepEqual(more, []);
    const untie = { from_person_id: by.person_id, reason: 'I know both' };
    assert.equal(codeOf(await post(by, `${path}/untie`, untie)), REFUSED);
    assert.deepEqual((await post(bo, `${path}/untie`, untie)).body, { data: [] });
    assert.equal(codeOf(await post(bo, `${path}/untie`, untie)), '422 act_not_allowed');
    assert.equal((await decide(other, await millions(by))).status, 200);
    // The next way ties them again.
    assert.equal((await post(by, `${path}/link`)).status, 200);
    other.authorization = await tokenOf(service, other.person_id, 'finance');
    await assertTied(by, other);
  });
}
