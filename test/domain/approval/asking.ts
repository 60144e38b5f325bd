import type { Command } from '../../../server/domain/batch/command.ts';
import { bandsOf } from '../../../server/domain/record/band.ts';
import { APPROVAL_ACTS, type ApprovalAct } from '../../../server/domain/record/proposal.ts';
import {
  act,
  adjust,
  HOUR,
  idOf,
  lineWith,
  merchantWith,
  OPERATOR_ACTOR,
  payin,
  payout,
  refund,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { approve, draft, entriesOf } from '../../support/model/settlement-commands.ts';

import { ASSIGNING } from './assigning.ts';
import { UNDOING } from './undoing.ts';

export const ALWAYS = bandsOf(
  'sandbox',
  APPROVAL_ACTS.map((one) => ({ act: one, currency: null, from_cents: 0n })),
);

/** A scene in which every act needs two people, after `before` was done by one. */
export function guarded(before: (on: DomainScene) => Command): {
  on: DomainScene;
  command: Command;
} {
  const on = scene();
  const command = before(on);
  on.world.bands = ALWAYS;
  return { on, command };
}

const credited = (on: DomainScene) => {
  const trade = on.trade(payin());
  on.line(take(lineWith()));
  return on.now(trade);
};
export const funded = (on: DomainScene) => {
  on.run(adjust(100_000n));
  return on.trade(payout());
};
const taken = (on: DomainScene) => on.trade(act(funded(on), 'take'));
const stray = (on: DomainScene) => on.line(take(lineWith({ amount_cents: 777n }))).line;

/** Per act: a command that needs it, and its amount. */
export const ASKING: Readonly<
  Record<string, readonly [ApprovalAct, bigint, (on: DomainScene) => Command]>
> = {
  'a pay-out that is taken': ['pay_out', 10_000n, (on) => act(funded(on), 'take')],
  'a pay-out that goes into a batch': [
    'pay_out',
    10_000n,
    (on) => ({
      ...act(funded(on), 'take'),
      kind: 'take_payout',
      payout_attempt_id: idOf(8, 1),
      payout_batch_id: null,
      receiving_account_id: null,
      account_currency: null,
    }),
  ],
  'a pay-out that a job takes': [
    'pay_out',
    10_000n,
    (on) => act(funded(on), 'take', { actor: { role: 'service', id: null } }),
  ],
  'a taken pay-out that fails by hand': ['payout_undone', 10_000n, (on) => act(taken(on), 'fail')],
  'a pay-out taken by hand that goes back to the queue': [
    'payout_undone',
    10_000n,
    (on) => act(taken(on), 'release'),
  ],
  'a paid pay-out that is reversed by hand': [
    'payout_undone',
    10_000n,
    (on) => act(on.trade(act(taken(on), 'complete')), 'reverse'),
  ],
  'a refund': ['refund', 10_000n, (on) => refund(credited(on), null, { actor: OPERATOR_ACTOR })],
  'a part of a refund': [
    'refund',
    70n,
    (on) => refund(credited(on), 70n, { actor: OPERATOR_ACTOR }),
  ],
  'an adjustment': ['adjustment', 500n, () => adjust(500n)],
  'an adjustment downwards': [
    'adjustment',
    -500n,
    (on) => {
      on.run(adjust(1_000n));
      return adjust(-500n);
    },
  ],
  'a pay-in that is confirmed': [
    'manual_confirm',
    10_000n,
    (on) => act(on.trade(payin()), 'confirm'),
  ],
  'a pay-in that is confirmed with another amount': [
    'manual_confirm',
    9n,
    (on) => act(on.trade(payin()), 'confirm', { amount_cents: 9n }),
  ],
  'a credited pay-in that is reversed by hand': [
    'payin_undone',
    10_000n,
    (on) => act(credited(on), 'reverse'),
  ],
  'the outcome of a dispute': [
    'dispute_outcome',
    10_000n,
    (on) => act(on.trade(act(credited(on), 'dispute')), 'resolve'),
  ],
  'a disputed pay-in that is reversed by hand': [
    'dispute_outcome',
    10_000n,
    (on) => act(on.trade(act(credited(on), 'dispute')), 'reverse'),
  ],
  'a line that is credited': [
    'line_credit',
    777n,
    (on) => review(stray(on), { act: 'credit', merchant_id: merchantWith().merchant_id }),
  ],
  'a line that is kept': ['line_keep', 777n, (on) => review(stray(on), { act: 'keep' })],
  'a credit that is kept without its line': [
    'line_keep',
    10_000n,
    (on) => {
      on.trade(payin());
      const { line } = on.line(take(lineWith()));
      return review(line, { act: 'undo', reverse: false, keep: true });
    },
  ],
  'a line that is written off as costs': [
    'line_write_off',
    777n,
    (on) => review(stray(on), { act: 'fee' }),
  ],
  'a line that is said to be an own transfer': [
    'line_write_off',
    777n,
    (on) => review(stray(on), { act: 'own_transfer' }),
  ],
  'a settlement': [
    'settlement',
    10_000n,
    (on) => {
      credited(on);
      on.wait(HOUR);
      const entries = entriesOf(on.changes, on.world, merchantWith().merchant_id);
      return approve(draft(on.world, entries, { last: null, last_number: 0 }));
    },
  ],
  ...UNDOING,
  ...ASSIGNING,
};
