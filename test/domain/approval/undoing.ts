// Lines that one person takes away from their trades, for the tests of approvals.
import type { Command } from '../../../server/domain/batch/command.ts';
import type { ApprovalAct } from '../../../server/domain/record/proposal.ts';
import { act, lineWith, payin, review, take } from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';
import {
  assign,
  lineOf,
  processing,
  seen,
  UNDO,
  UNDO_REVERSE,
} from '../matching/payout-line-scene.ts';

function paid(on: DomainScene) {
  const trade = on.trade(payin());
  return { trade, line: on.line(take(lineWith())).line };
}

/** Per act: a command that needs it, and its amount. */
export const UNDOING: Readonly<
  Record<string, readonly [ApprovalAct, bigint, (on: DomainScene) => Command]>
> = {
  'a paid pay-out that is reversed with its line': [
    'payout_undone',
    10_000n,
    (on) => review(seen(on, processing(on), -10_000n), UNDO_REVERSE),
  ],
  'a charge that is given back with its line': [
    'payout_undone',
    10_000n,
    (on) => {
      const trade = on.trade(act(processing(on), 'fail'));
      const { line } = on.line(take(lineOf(on, trade, -10_000n, { text: null })));
      on.line(review(line, assign(trade, true)));
      return review(line, UNDO);
    },
  ],
  'a partial recall that is given back with its line': [
    'line_credit',
    777n,
    (on) => {
      const { trade } = paid(on);
      const received_at = on.world.now + 1;
      const { line } = on.line(take(lineWith({ amount_cents: -777n, received_at })));
      on.line(review(line, assign(trade)));
      return review(line, UNDO);
    },
  ],
  'a debit of a merchant that is given back with its line': [
    'line_credit',
    777n,
    (on) => {
      const { merchant_id } = paid(on).trade;
      const received_at = on.world.now + 1;
      const { line } = on.line(take(lineWith({ amount_cents: -777n, received_at })));
      on.line(review(line, { act: 'credit', merchant_id }));
      return review(line, UNDO);
    },
  ],
  'a credited pay-in that is reversed with its line': [
    'payin_undone',
    10_000n,
    (on) => review(paid(on).line, UNDO_REVERSE),
  ],
  'a disputed pay-in that is reversed with its line': [
    'dispute_outcome',
    10_000n,
    (on) => {
      const { trade, line } = paid(on);
      on.trade(act(trade, 'dispute'));
      return review(line, UNDO_REVERSE);
    },
  ],
};

/** Undone by one person: no merchant gets anything by it, and it decides no dispute. */
export const UNDONE_ALONE: Readonly<Record<string, (on: DomainScene) => Command>> = {
  'the line of a paid pay-out, which becomes disputed': (on) =>
    review(seen(on, processing(on), -10_000n), UNDO),
  'costs that a line was booked as': (on) => {
    const { line } = on.line(take(lineWith({ amount_cents: 777n })));
    on.line(review(line, { act: 'fee' }));
    return review(line, UNDO);
  },
};
