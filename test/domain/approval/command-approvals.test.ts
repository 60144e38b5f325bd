// The rule of two at the one place that every command passes: what is asked, of whom, and that a
// kind of command left out would be found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askIn } from '../../../server/domain/approval/check-approval.ts';
import { COMMAND_APPROVALS } from '../../../server/domain/approval/command-approvals.ts';
import { REVIEW_APPROVALS } from '../../../server/domain/approval/review-approvals.ts';
import { TRADE_ACT_APPROVALS } from '../../../server/domain/approval/trade-act-approvals.ts';
import type { Command } from '../../../server/domain/batch/command.ts';
import { NO_BANDS } from '../../../server/domain/record/band.ts';
import type { ApprovalAct, Identity } from '../../../server/domain/record/proposal.ts';
import { isRefusal, type RefusalCode } from '../../../server/domain/service/refusal.ts';
import {
  act,
  adjust,
  HOUR,
  lineWith,
  MERCHANT_ACTOR,
  payin,
  payout,
  refund,
  review,
  START,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { ALWAYS, ASKING, funded, guarded } from './asking.ts';
import { ASSIGNED_ALONE } from './assigning.ts';
import { UNDONE_ALONE } from './undoing.ts';

type Row = { none: string } | { acts: readonly ApprovalAct[] };
const listed = (table: Readonly<Record<string, Row>>) =>
  Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      'none' in row ? 'one person' : row.acts.join(' '),
    ]),
  );

test('which commands, acts and decisions a second person may have to approve', (t) => {
  t.assert.snapshot({
    commands: listed(COMMAND_APPROVALS),
    trade_acts: listed(TRADE_ACT_APPROVALS),
    line_decisions: listed(REVIEW_APPROVALS),
  });
});

test('a reason is given wherever one person is enough', () => {
  const rows: Row[] = [COMMAND_APPROVALS, TRADE_ACT_APPROVALS, REVIEW_APPROVALS].flatMap((table) =>
    Object.values<Row>(table),
  );
  for (const row of rows) if ('none' in row) assert.match(row.none, /^\S.{8,}\S$/u);
});

test('each of these acts needs a second person, and names its amount', () => {
  for (const [name, [expected, amount_cents, before]] of Object.entries(ASKING)) {
    const { on, command } = guarded(before);
    const ask = askIn(on.refused(command, 'approval_required')) ?? assert.fail(name);
    assert.deepEqual(
      [ask.act, ask.amount_cents, ask.currency],
      [expected, amount_cents, 'INR'],
      name,
    );
    on.world.bands = NO_BANDS;
    assert.ok(!isRefusal(on.run(command)), `${name}: one person is enough without bands`);
  }
});

test('one person is enough if no merchant gets anything by it, or the line itself says whose it is', () => {
  for (const [name, before] of Object.entries({ ...UNDONE_ALONE, ...ASSIGNED_ALONE })) {
    const { on, command } = guarded(before);
    assert.ok(!isRefusal(on.run(command)), name);
  }
});

const PERSON = 'person:checker';
const approvedBy = (command: Command, checker: Identity, proposal_id = 'p'): Command => ({
  ...command,
  actor: {
    ...command.actor,
    approval: { proposal_id, checker: { identity: checker, actor: { role: 'operator', id: 'c' } } },
  },
});

/** Proposes the command as the store would keep it. */
function propose({ on, command }: ReturnType<typeof guarded>, expires_at = START + 9 * HOUR) {
  const ask = askIn(on.refused(command, 'approval_required')) ?? assert.fail('nothing is asked');
  const maker = 'person:maker';
  on.world.proposals.set('p', { proposal_id: 'p', state: 'waiting', maker, expires_at, ask });
}

test('with the approval of a second person each act is done, once, and both people are noted', () => {
  for (const [name, [expected, , before]] of Object.entries(ASKING)) {
    const { on, command } = guarded(before);
    propose({ on, command });
    for (const checker of ['person:maker', 'token:automation'] as const) {
      on.refused(approvedBy(command, checker), 'second_person_required');
    }
    const first = on.changes.length;
    assert.ok(!isRefusal(on.run(approvedBy(command, PERSON))), name);
    const changes = on.changes.slice(first);
    const used = changes.filter(({ kind }) => kind === 'proposal_approved');
    assert.equal(used.length, 1, name);
    const audits = changes.flatMap((change) => (change.kind === 'audited' ? change.entry : []));
    const noted = audits.find(({ action }) => action === 'proposal_approved');
    assert.deepEqual([noted?.detail.maker, noted?.detail.act], ['person:maker', expected], name);
    assert.equal(noted?.actor.id, 'c', name);
    assert.equal(on.world.proposals.get('p')?.state, 'approved', name);
  }
});

test('a used approval allows no second act', () => {
  const guard = guarded(() => adjust(500n));
  propose(guard);
  const { on, command } = guard;
  assert.ok(!isRefusal(on.run(approvedBy(command, PERSON))));
  assert.equal(on.balance('available'), 500n);
  on.refused(approvedBy({ ...adjust(500n) }, PERSON), 'proposal_closed');
  assert.equal(on.balance('available'), 500n);
});

const AFTER: readonly (readonly [
  string,
  RefusalCode,
  (on: DomainScene, command: Command) => Command,
])[] = [
  [
    'the pay-out was canceled meanwhile',
    'proposal_changed',
    (on, command) => {
      if (command.kind !== 'act') throw new Error('An act was expected');
      on.trade(act(command, 'cancel', { actor: MERCHANT_ACTOR }));
      return command;
    },
  ],
  [
    'somebody took it and put it back meanwhile',
    'proposal_changed',
    (on, command) => {
      if (command.kind !== 'act') throw new Error('An act was expected');
      on.world.bands = NO_BANDS;
      on.trade(act(command, 'take'));
      on.trade(act(command, 'release'));
      on.world.bands = ALWAYS;
      return command;
    },
  ],
  [
    'the proposal has expired',
    'proposal_closed',
    (on, command) => {
      on.wait(9 * HOUR);
      return command;
    },
  ],
  [
    'the proposal was withdrawn',
    'proposal_closed',
    (on, command) => {
      const proposal = on.world.proposals.get('p') ?? assert.fail();
      on.world.proposals.set('p', { ...proposal, state: 'withdrawn' });
      return command;
    },
  ],
  [
    'the proposal is of another pay-out',
    'proposal_changed',
    (on) => act(on.trade(payout({ order_id: 'other' })), 'take'),
  ],
  [
    'there is no such proposal',
    'not_found',
    (on, command) => {
      on.world.proposals.clear();
      return command;
    },
  ],
];

test('an approval does not allow an act on what has changed since', () => {
  for (const [name, code, change] of AFTER) {
    const guard = guarded((on) => act(funded(on), 'take'));
    propose(guard);
    const command = change(guard.on, guard.command);
    const refusal = guard.on.refused(approvedBy(command, PERSON), code);
    assert.ok(refusal, name);
  }
});

test('what merchants, customers and jobs do needs no second person', () => {
  const on = scene();
  on.run(adjust(100_000n));
  on.world.bands = ALWAYS;
  const trade = on.trade(payin());
  on.line(take(lineWith()));
  assert.equal(on.now(trade).state, 'completed', 'by evidence');
  assert.equal(on.trade(refund(trade, 5n)).direction, 'payout');
  assert.equal(
    on.trade(act(on.trade(payout()), 'cancel', { actor: MERCHANT_ACTOR })).state,
    'canceled',
  );
  const { line } = on.line(take(lineWith({ amount_cents: -30n })));
  const rule = review(line, { act: 'fee' });
  assert.equal(on.line({ ...rule, actor: { role: 'service', id: null } }).outcome.status, 'fee');
});
