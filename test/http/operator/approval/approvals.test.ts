// Every act that may need a second person, through every way in: one person alone does nothing, two
// do it once.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { expireProposals } from '../../../../server/app/approval/expire-proposals.ts';
import type { PersonRole } from '../../../../server/domain/access/roles.ts';
import { readAudit } from '../../../../server/store/access/audit.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { setBandsOfAll } from '../../../support/set-bands.ts';
import { type OperatorService, openOperatorService } from '../operator-service.ts';
import {
  type Asked,
  ask,
  proposalIn,
  type Someone,
  someone,
  tokenOf,
  WAYS,
} from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let maker: Someone;
let checker: Someone;
before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
  await setBands(null);
  maker = await someone(service);
  checker = await someone(service);
});

async function setBands(from_cents: 0 | null): Promise<void> {
  await setBandsOfAll(service.app.store.db, from_cents);
  await service.app.settings.refresh();
}

/** One more person, who is invited without bands. */
async function another(role: PersonRole = 'owner'): Promise<Someone> {
  await setBands(null);
  const made = await someone(service, role);
  await setBands(0);
  return made;
}

const decide = (who: Pick<Someone, 'authorization'>, id: string, act = 'approve', body = {}) =>
  ask(service, who, {
    method: 'POST',
    path: `/approvals/${id}/${act}`,
    body: act === 'approve' ? { note: 'Checked by phone' } : body,
  } as Asked);
const get = (who: Pick<Someone, 'authorization'>, path: string) =>
  ask(service, who, { method: 'GET', path });

async function prepared(name: string): Promise<Asked> {
  await setBands(null);
  const make = WAYS[name] ?? assert.fail(name);
  const asked = await make(service);
  await setBands(0);
  return asked;
}

async function proposed(name: string): Promise<{ id: string; asked: Asked }> {
  const asked = await prepared(name);
  return { id: proposalIn(await ask(service, maker, asked)), asked };
}

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${String(body.code ?? '')}`.trim();

for (const name of Object.keys(WAYS)) {
  test(`${name}: waits for one person, is done by two, and once`, async () => {
    const { id, asked } = await proposed(name);
    const again = await ask(service, maker, asked);
    if (!name.includes('batch')) assert.equal(proposalIn(again), id, 'the same proposal');
    const shown = await get(checker, `/approvals/${id}`);
    const { proposal, outcome } = Object(shown.body);
    assert.deepEqual([proposal.act, proposal.state], [asked.act, 'waiting']);
    assert.equal(outcome.code, null, JSON.stringify(outcome));
    assert.equal(codeOf(await decide(maker, id)), '403 second_person_required');
    const approved = await decide(checker, id);
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    assert.equal(Object(approved.body.proposal).state, 'approved');
    assert.ok(approved.body.result !== null);
    assert.equal(codeOf(await decide(checker, id)), '422 proposal_closed');
    const trail = await readAudit(service.app.store.db, 0n, 5_000);
    const noted = trail.filter(({ target }) => target === `approvals/${id}`);
    assert.deepEqual(
      noted.map(({ action, actor }) => [action, actor.id]),
      [
        ['proposal_made', maker.person_id],
        ['proposal_approved', checker.person_id],
      ],
    );
  });
}

test('nothing of a full account number or address is shown, nor in the answer to the maker', async () => {
  for (const name of [
    'set a settlement account',
    'add a receiving account',
    'set a callback address',
  ]) {
    const asked = await prepared(name);
    const made = await ask(service, maker, asked);
    const shown = await get(checker, `/approvals/${proposalIn(made)}`);
    const text = JSON.stringify([made.body, shown.body]);
    const secret = String(asked.body?.number ?? 'key=secret');
    assert.ok(!text.includes(secret), text);
    assert.match(text, /settings_after/);
  }
});

test('only those who see people see the address of somebody who is invited', async () => {
  const asked = await prepared('invite somebody who may approve');
  const id = proposalIn(await ask(service, maker, asked));
  const viewer = await someone(service, 'viewer');
  const emailFor = async (one: Pick<Someone, 'authorization'>) => {
    const { outcome } = Object((await get(one, `/approvals/${id}`)).body);
    return JSON.parse(String(outcome.settings_after)).email;
  };
  assert.equal(await emailFor(checker), asked.body?.email);
  assert.equal(await emailFor(viewer), 'n…@approvals.example');
});

test('a second token of the maker is the maker, and a token of nobody approves nothing', async () => {
  const { id } = await proposed('adjust a balance');
  const other = { authorization: await tokenOf(service, maker.person_id) };
  const nobodys = { authorization: await tokenOf(service, null) };
  assert.equal(codeOf(await decide(other, id)), '403 second_person_required');
  assert.equal(codeOf(await decide(nobodys, id)), '403 second_person_required');
  assert.equal((await decide(checker, id)).status, 200);
});

test('what a token of nobody proposes needs two people', async () => {
  const asked = await prepared('adjust a balance');
  const nobodys = { authorization: await tokenOf(service, null) };
  const id = proposalIn(await ask(service, nobodys, asked));
  const first = await decide(maker, id);
  assert.deepEqual([first.status, Object(first.body.proposal).state], [200, 'waiting']);
  assert.equal(codeOf(await decide(maker, id)), '403 second_person_required');
  assert.equal(Object((await decide(checker, id)).body.proposal).state, 'approved');
});

test('a proposal says who made it, which band asks, and what the caller may do with it', async () => {
  const { id } = await proposed('adjust a balance');
  const actsOf = async (who: Someone) => {
    const { proposal, band, acts } = Object((await get(who, `/approvals/${id}`)).body);
    assert.equal(proposal.maker.person_id, maker.person_id);
    assert.match(proposal.maker.name, /\w/);
    assert.equal(proposal.is_yours, who === maker);
    assert.deepEqual(band, { currency: 'INR', from_cents: 0 });
    return Object.entries(acts).flatMap(([act, why_not]) => (why_not === null ? [act] : []));
  };
  assert.deepEqual(await actsOf(maker), ['withdraw']);
  assert.deepEqual(await actsOf(checker), ['approve', 'reject']);
  assert.deepEqual(await actsOf(await another('operator')), ['reject']);
  assert.deepEqual(await actsOf(await another('viewer')), []);
  assert.equal((await decide(checker, id)).status, 200);
  assert.deepEqual(await actsOf(checker), []);
});

test('only who may do an act approves it', async () => {
  const { id } = await proposed('adjust a balance');
  for (const role of ['viewer', 'operator'] as const) {
    const { authorization } = await another(role);
    assert.equal(codeOf(await decide({ authorization }, id)), '403 forbidden', role);
  }
  const finance = await another('finance');
  assert.equal((await decide(finance, id)).status, 200);
});

test('of two people who approve at once, one does it', async () => {
  for (const name of ['adjust a balance', 'take one pay-out', 'set tariffs']) {
    const { id, asked } = await proposed(name);
    const third = await another();
    const answers = await Promise.all([decide(checker, id), decide(third, id)]);
    assert.deepEqual(answers.map(codeOf).sort(), ['200', '422 proposal_closed'], name);
    if (name !== 'adjust a balance') continue;
    const merchant = await get(checker, asked.path.replace('/adjustments', ''));
    assert.equal(Object(merchant.body.balance).actual_amount_cents, asked.body?.amount_cents);
  }
});

test('what has changed since is not done, and the proposal is void', async () => {
  const { id, asked } = await proposed('take one pay-out');
  const canceled = await ask(service, checker, {
    method: 'POST',
    path: asked.path.replace(/take$/, 'cancel'),
    body: {},
  });
  assert.equal(canceled.status, 200);
  const shown = await get(checker, `/approvals/${id}`);
  assert.equal(Object(shown.body.outcome).code, 'proposal_changed');
  assert.equal(codeOf(await decide(checker, id)), '422 proposal_changed');
  assert.equal(Object((await get(checker, `/approvals/${id}`)).body.proposal).state, 'void');
  assert.equal(codeOf(await decide(checker, id)), '422 proposal_closed');
});

test('settings that somebody else changed meanwhile make the proposal void', async () => {
  const { id, asked } = await proposed('set tariffs');
  await setBands(null);
  const body = { tariffs: [{ direction: 'payout', percent: 1 }] };
  assert.equal((await ask(service, checker, { ...asked, body })).status, 200);
  assert.equal(codeOf(await decide(checker, id)), '422 proposal_changed');
});

test('a proposal is rejected by others, withdrawn by its maker, and ends by the clock', async () => {
  const note = { note: 'no' };
  const first = (await proposed('adjust a balance')).id;
  assert.equal(codeOf(await decide(maker, first, 'reject', note)), '403 second_person_required');
  assert.equal(codeOf(await decide(checker, first, 'withdraw', note)), '403 forbidden');
  assert.equal((await decide(checker, first, 'reject', note)).body.state, 'rejected');
  assert.equal(codeOf(await decide(checker, first)), '422 proposal_closed');
  const second = (await proposed('adjust a balance')).id;
  assert.equal((await decide(maker, second, 'withdraw', note)).body.state, 'withdrawn');
  const third = (await proposed('adjust a balance')).id;
  service.app.store.clock_offset_ms += 73 * 3_600_000;
  assert.equal(codeOf(await decide(checker, third)), '422 proposal_closed');
  assert.ok((await expireProposals(service.app)) >= 1);
  service.app.store.clock_offset_ms -= 73 * 3_600_000;
  assert.equal(Object((await get(checker, `/approvals/${third}`)).body.proposal).state, 'expired');
});

test('a request that gives no reason is refused, and nothing waits', async () => {
  const asked = await prepared('confirm a pay-in');
  const before = (await get(maker, '/approvals')).body.waiting_count;
  const refused = await ask(service, maker, { ...asked, body: {} });
  assert.equal(codeOf(refused), '422 invalid_request');
  assert.equal(Object(refused.body.errors)[0].field, 'note');
  assert.equal((await get(maker, '/approvals')).body.waiting_count, before);
});

test('many proposals are approved at once, each with its own result', async () => {
  const ids = [
    (await proposed('adjust a balance')).id,
    (await proposed('set rates')).id,
    '0199f6a0-0000-7000-8000-000000000000',
  ];
  const path = '/approvals/approve';
  const answer = await ask(service, checker, {
    method: 'POST',
    path,
    body: { proposals: ids, note: 'Checked' },
  });
  const outcomes = Object(answer.body.results).map((one: Record<string, unknown>) => one.outcome);
  assert.deepEqual(outcomes, ['approved', 'approved', 'refused']);
});

test('the list is filtered and counted', async () => {
  const { id } = await proposed('adjust a balance');
  const idsOf = async (who: Someone, query: string) =>
    Object((await get(who, `/approvals?${query}`)).body.data).map(
      (one: Record<string, unknown>) => one.id,
    );
  assert.ok((await idsOf(checker, 'state=waiting&act=adjustment')).includes(id));
  assert.ok((await idsOf(maker, 'mine=made')).includes(id));
  assert.ok(!(await idsOf(maker, 'mine=to_decide')).includes(id));
  assert.ok((await idsOf(checker, 'mine=to_decide')).includes(id));
  assert.deepEqual(await idsOf(checker, 'state=waiting&act=refund'), []);
  const counts = (await get(maker, '/approvals')).body;
  assert.ok(Number(counts.waiting_count) > Number(counts.waiting_for_you_count));
  assert.equal(codeOf(await get(maker, '/approvals?state=later')), '422 invalid_request');
});

test('the maker must still be allowed to do it', async () => {
  const gone = await another('finance');
  const asked = await prepared('adjust a balance');
  const id = proposalIn(await ask(service, gone, asked));
  await service.app.store.db.query(
    '',
    `update people set state = 'disabled' where person_id = $1`,
    [gone.person_id],
  );
  assert.equal(codeOf(await decide(checker, id)), '422 proposal_changed');
  assert.equal(Object((await get(checker, `/approvals/${id}`)).body.proposal).state, 'void');
});

test('the database refuses an approval by the maker', async () => {
  const { id } = await proposed('adjust a balance');
  await assert.rejects(
    service.app.store.db.query(
      '',
      `update proposals set state = 'approved', decided_at = now(),
         checker_person_id = maker_person_id where proposal_id = $1`,
      [id],
    ),
    /proposals_second_person/,
  );
  assert.equal((await decide(checker, id)).status, 200);
});
