// Acts that need a second person, in whichever of three cells their merchant is: the proposal is in
// the cell of the act, people and their ties are in the control cell.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findProposal } from '../../../server/app/approval/find-proposal.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { lockGiven } from '../../../server/app/setting/second-person.ts';
import type { Approval } from '../../../server/domain/record/proposal.ts';
import { cleanup } from '../../support/cleanup.ts';
import { accepted, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { type Someone, someone } from '../operator/approval/approval-scene.ts';
import type { Reply } from '../operator/operator-service.ts';
import { type ApprovalCells, openApprovalCells } from './approvals-scene.ts';
import { CELLS } from './three-cells.ts';

const keep = cleanup();
let cells: ApprovalCells;
let [anna, ben, carl]: Someone[] = [];
before(async () => {
  cells = await openApprovalCells(keep);
  const people: Someone[] = [];
  for (let index = 0; index < 3; index += 1) people.push(await someone(cells.service));
  [anna, ben, carl] = people;
  await cells.setBand('INR', 1_000, 100_000_000);
});

const one = (somebody: Someone | undefined): Someone => {
  if (somebody === undefined) throw new Error('Nobody');
  return somebody;
};

async function proposedIn(cell: string, amount_cents = 5_000) {
  const merchant_id = await cells.shopIn(cell, 'INR');
  const { status, body } = await cells.adjust(one(anna), merchant_id, amount_cents);
  equal(status, 202, JSON.stringify(body));
  return { merchant_id, id: String(body.id) };
}

const codeOf = ({ body }: Reply) => body.code;

async function tie(person_id: string, tied_to: string): Promise<void> {
  await cells.service.app.store.db.query(
    '',
    `insert into person_ties (tie_id, person_id, tied_to, way, made_at)
     values (gen_random_uuid(), $1, $2, 'invitation', now())`,
    [person_id, tied_to],
  );
}

describe('an act that needs a second person', () => {
  for (const cell of CELLS) {
    it(`waits in its cell and is done there: ${cell}`, async () => {
      const { merchant_id, id } = await proposedIn(cell);
      equal(await cells.adjustedIn(cell, merchant_id), 0);
      equal(codeOf(await cells.approve(one(anna), id)), 'second_person_required');
      const shown = await cells.service.ask('GET', `/approvals/${id}`, {
        authorization: one(ben).authorization,
      });
      equal(shown.status, 200);
      const { acts, outcome, proposal } = Object(shown.body);
      equal(acts.approve, null);
      deepEqual(
        outcome.balances.map((balance: object) => Object(balance).after_cents),
        [5_000],
      );
      equal(proposal.maker.person_id, one(anna).person_id);
      ok(proposal.maker.name !== null, 'the maker has no name');
      const done = await cells.approve(one(ben), id);
      equal(done.status, 200, JSON.stringify(done.body));
      equal(Object(done.body).proposal.checker.person_id, one(ben).person_id);
      equal(await cells.adjustedIn(cell, merchant_id), 1);
      equal(codeOf(await cells.approve(one(ben), id)), 'proposal_closed');
    });
  }

  it('is in one list with those of all cells, which counts them', async () => {
    const made: string[] = [];
    for (const cell of CELLS) made.push((await proposedIn(cell)).id);
    const { authorization } = one(anna);
    const { body } = await cells.service.ask('GET', '/approvals?state=waiting', { authorization });
    const rows = Object(body).data as { id: string; cell: string }[];
    deepEqual(
      rows.filter(({ id }) => made.includes(id)).map(({ cell }) => cell),
      [...CELLS].reverse(),
    );
    equal(body.waiting_count, rows.length);
    equal(body.waiting_for_you_count, 0);
    const [first, ...others] = made;
    const reason = { note: 'Not now' };
    const rejected = await cells.service.ask('POST', `/approvals/${first}/reject`, {
      ...one(ben),
      body: reason,
    });
    equal(rejected.status, 200);
    const proposals = [...others, crypto.randomUUID(), 'no id', String(first)];
    const many = await cells.service.ask('POST', '/approvals/approve', {
      ...one(ben),
      body: { proposals },
    });
    deepEqual(
      (Object(many.body).results as { outcome: string; code: string | null }[]).map(
        ({ outcome, code }) => code ?? outcome,
      ),
      ['approved', 'approved', 'not_found', 'not_found', 'proposal_closed'],
    );
  });

  it('is withdrawn by its maker only', async () => {
    const { id } = await proposedIn('west');
    const path = `/approvals/${id}/withdraw`;
    equal(codeOf(await cells.service.ask('POST', path, { ...one(ben) })), 'forbidden');
    equal((await cells.service.ask('POST', path, { ...one(anna) })).status, 200);
    equal(codeOf(await cells.approve(one(ben), id)), 'proposal_closed');
  });

  it('is approved by nobody who is tied to its maker, from that moment on', async () => {
    const { id, merchant_id } = await proposedIn('east');
    const dora = await someone(cells.service);
    await tie(dora.person_id, one(anna).person_id);
    const refused = await cells.approve(dora, id);
    equal(codeOf(refused), 'second_person_required');
    match(String(refused.body.detail), /tied/);
    equal(await cells.adjustedIn('east', merchant_id), 0);
    equal((await cells.approve(one(carl), id)).status, 200);
  });

  it('looks for ties in the transaction of the act, too', async () => {
    const east = cells.appOf('east');
    const fay = await someone(cells.service);
    await tie(fay.person_id, one(anna).person_id);
    const checker = {
      identity: `person:${fay.person_id}`,
      actor: { role: 'operator', id: fay.person_id },
    } as const;
    const byAnna = (approval?: Approval): OperatorCaller => ({
      ...OPERATOR,
      operator_token_id: null,
      person_id: one(anna).person_id,
      ...(approval === undefined ? {} : { approval }),
    });
    const { id, merchant_id } = await proposedIn('east', 6_100);
    const { request } = accepted(await findProposal(east, id));
    const caller = byAnna({ proposal_id: id, checker });
    const { fields, idempotency_key } = request ?? { fields: {}, idempotency_key: null };
    const given = raw({ ...fields });
    const key = idempotency_key ?? undefined;
    const refused = await addAdjustment(east, caller, merchant_id, given, key);
    equal(refusedWith(refused).code, 'second_person_required');
    // As a change of a setting is asked.
    const setting = await east.store.db.transaction(
      async (tx) => await lockGiven(tx, east.store, { proposal_id: id, checker }),
    );
    ok(setting.ties.some(({ person_id }) => person_id === fay.person_id));
  });

  it('is void once its maker is gone from the control cell', async () => {
    const eve = await someone(cells.service);
    const merchant_id = await cells.shopIn('west', 'INR');
    const { body } = await cells.adjust(eve, merchant_id, 7_000);
    const id = String(body.id);
    await cells.service.app.store.db.query(
      '',
      `update people set state = 'disabled' where person_id = $1`,
      [eve.person_id],
    );
    equal(codeOf(await cells.approve(one(ben), id)), 'proposal_changed');
    equal(await cells.adjustedIn('west', merchant_id), 0);
  });

  it('is a change of a setting, too, whose secret only its maker collects', async () => {
    const { db } = cells.service.app.store;
    await db.query(
      '',
      `update approval_bands set from_cents = 0 where act = 'merchant_token' and currency = '*'`,
      [],
    );
    await db.query('', 'update settings_versions set version = version + 1', []);
    await cells.service.app.settings.refresh();
    const merchant_id = await cells.shopIn('east', 'INR');
    const path = `/merchants/${merchant_id}/tokens`;
    const body = { mode: 'token', note: 'A new shop' };
    const waiting = await cells.service.ask('POST', path, { ...one(anna), body });
    equal(waiting.status, 202, JSON.stringify(waiting.body));
    const id = String(waiting.body.id);
    const done = await cells.approve(one(ben), id);
    equal(done.status, 200, JSON.stringify(done.body));
    equal(Object(done.body.result).token, null);
    const secrets = `/approvals/${id}/secrets`;
    equal((await cells.service.ask('POST', secrets, { ...one(ben) })).status, 404);
    const collected = await cells.service.ask('POST', secrets, { ...one(anna) });
    equal(collected.status, 200, JSON.stringify(collected.body));
    ok(String(Object(collected.body.secrets).token).length > 20);
  });

  it('is not there, if its cell is away', async () => {
    const { id } = await proposedIn('east');
    cells.away.add('east');
    const refused = await cells.approve(one(ben), id);
    cells.away.delete('east');
    equal(refused.status, 503);
    match(String(refused.body.detail), /east/);
    equal((await cells.approve(one(ben), id)).status, 200);
  });
});

describe('bands of the control cell', () => {
  it('count for the next act in every cell', async () => {
    const shops: string[] = [];
    for (const cell of CELLS) shops.push(await cells.shopIn(cell, 'EUR'));
    await cells.setBand('EUR', 10_000, 100_000_000);
    for (const shop of shops) equal((await cells.adjust(one(carl), shop, 9_000)).status, 201);
    await cells.setBand('EUR', 5_000, 100_000_000);
    for (const shop of shops) equal((await cells.adjust(one(carl), shop, 9_000)).status, 202);
  });
});
