// Bank lines that one person gives to a trade, or names as evidence, for the tests of approvals.
import type { Command } from '../../../server/domain/batch/command.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { ApprovalAct } from '../../../server/domain/record/proposal.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { referenceOf } from '../../../server/domain/values/reference.ts';
import { contest, decideOn, disputeBy } from '../../support/model/dispute-commands.ts';
import {
  act,
  claim,
  HOUR,
  idOf,
  lineWith,
  payin,
  review,
  take,
} from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';
import { assign, lineOf, processing } from '../matching/payout-line-scene.ts';

/** In suspense, because it came before the pay-in or has another amount. */
const waiting = (on: DomainScene, fields: Partial<BankLine> = {}) =>
  on.line(take(lineWith({ amount_cents: 9_997n, ...fields }))).line;

/** A text with the references of both. */
const bothOf = (one: Trade, other: Trade) =>
  [one, other].map(({ trade_id }) => referenceOf(trade_id)).join(' and ');

const BEARS = { amount_cents: -3n, to: 'house', part_ids: ['x', 'y'] } as const;
const withDifference = (trade: Trade) => ({ ...assign(trade), difference: BEARS }) as const;

const failed = (on: DomainScene) => on.trade(act(processing(on), 'fail'));
const completed = (on: DomainScene) => on.trade(act(processing(on), 'complete'));

/** A line of the whole amount, seen before somebody made a pay-in for it. */
function madeFor(on: DomainScene, fields: Partial<BankLine> = {}) {
  const line = waiting(on, { amount_cents: 10_000n, received_at: on.world.now, ...fields });
  on.wait(HOUR);
  return { line, trade: on.trade(payin()) };
}

function contested(on: DomainScene, trade: Trade) {
  on.trade(act(trade, 'cancel'));
  return disputeBy(on, contest(trade, { type: 'paid_not_credited' }));
}

const evidence = ({ bank_line_id }: BankLine) => ({ evidence: { bank_line_id } });

type Asking = readonly [ApprovalAct, bigint, (on: DomainScene) => Command];

/** Per act: a command that needs it, and its amount. */
export const ASSIGNING: Readonly<Record<string, Asking>> = {
  'a line that is assigned to a pay-in that it does not name': [
    'line_credit',
    9_997n,
    (on) => {
      const trade = on.trade(payin());
      return review(waiting(on), assign(trade));
    },
  ],
  'a line that is assigned to a pay-in that was made for it': [
    'line_credit',
    10_000n,
    (on) => {
      const { line, trade } = madeFor(on, { utr: 'SEENBEFORE12' });
      on.run(claim(trade, 'SEENBEFORE12'));
      return review(line, assign(trade));
    },
  ],
  'a line of an unknown payer, with a difference': [
    'line_credit',
    9_997n,
    (on) => {
      const trade = on.trade(payin());
      return review(waiting(on), withDifference(trade));
    },
  ],
  'a difference that the house bears': [
    'line_difference',
    3n,
    (on) => {
      const trade = on.trade(payin());
      // Of two pay-ins that it names it is neither's.
      const other = on.trade(payin({ amount_cents: 10_001n }));
      return review(waiting(on, { text: bothOf(trade, other) }), withDifference(trade));
    },
  ],
  'a line that only people decide about, whatever it names': [
    'line_credit',
    10_000n,
    (on) => {
      const [trade, other] = [on.trade(payin()), on.trade(payin({ amount_cents: 10_001n }))];
      const { line } = on.line(take(lineWith({ text: bothOf(trade, other) })));
      on.line(review(line, { act: 'undo', reverse: true }));
      return review(line, assign(other));
    },
  ],
  'a line that is split into the amounts of pay-ins': [
    'line_credit',
    9_997n,
    (on) => {
      const parts = [9_000n, 997n].map((amount_cents, at) => ({
        bank_line_id: idOf(9, at + 1),
        amount_cents,
      }));
      return review(waiting(on), { act: 'split', parts });
    },
  ],
  'money that is said to come from a pay-out': [
    'line_credit',
    10_000n,
    (on) => {
      const trade = completed(on);
      const line = waiting(on, lineOf(on, trade, 10_000n, { text: null, utr: null }));
      return review(line, assign(trade));
    },
  ],
  'a charge for a pay-out that the line does not name': [
    'line_credit',
    10_000n,
    (on) => {
      const trade = failed(on);
      const line = waiting(on, lineOf(on, trade, -10_000n, { text: null, utr: null }));
      return review(line, assign(trade, true));
    },
  ],
  'a recall of a pay-in that the line does not name': [
    'line_credit',
    777n,
    (on) => {
      const trade = on.trade(payin());
      on.line(take(lineWith()));
      return review(waiting(on, { amount_cents: -777n }), assign(trade));
    },
  ],
  'a line as evidence for a pay-in that was made for it': [
    'dispute_outcome',
    10_000n,
    (on) => {
      const { line, trade } = madeFor(on);
      return decideOn(contested(on, trade), 'upheld', evidence(line));
    },
  ],
};

/** By one person: the line itself says whose money it is, or no merchant’s money moves. */
export const ASSIGNED_ALONE: Readonly<Record<string, (on: DomainScene) => Command>> = {
  'a line that names its pay-in, and one more': (on) => {
    const trade = on.trade(payin());
    const other = on.trade(payin({ amount_cents: 10_001n }));
    return review(waiting(on, { text: bothOf(trade, other) }), assign(trade));
  },
  'a line whose UTR the payer mistyped': (on) => {
    const trade = on.trade(payin());
    on.run(claim(trade, 'MISTYPED1234'));
    return review(waiting(on, { utr: 'MISTYPED1243' }), assign(trade));
  },
  'the money of a pay-out that two people agreed to': (on) => {
    const trade = completed(on);
    const line = waiting(on, lineOf(on, trade, -10_000n, { text: null, utr: 'SOMETHINGELSE' }));
    return review(line, assign(trade));
  },
  'a charge for a pay-out that the line names': (on) => {
    const trade = failed(on);
    return review(waiting(on, lineOf(on, trade, -10_000n)), assign(trade, true));
  },
  'the line of the pay-in as evidence': (on) => {
    const trade = on.trade(payin());
    const { line } = on.line(take(lineWith()));
    const dispute = disputeBy(on, contest(trade, { amount_cents: 10_000n }));
    return decideOn(dispute, 'rejected', evidence(line));
  },
};
