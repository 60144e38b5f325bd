// Shared by the tests of pay-outs' bank lines: one pay-out of 10,000, its lines, and its state in
// the books.
import assert from 'node:assert/strict';
import type { Review } from '../../../server/domain/batch/command.ts';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  act,
  adjust,
  decimal,
  idOf,
  lineWith,
  MINUTE,
  merchantWith,
  payout,
  take,
} from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';

export const ACCOUNT = idOf(2, 1);
export const OTHER_ACCOUNT = idOf(2, 7);
const MERCHANT = merchantWith().merchant_id;
export const UTR = 'BANKLINE0001';
export const WORD = 'BYWORD000001';

export const UNDO: Review = { act: 'undo', reverse: false };
export const UNDO_REVERSE: Review = { act: 'undo', reverse: true };
export const UNDO_CHARGE: Review = { act: 'undo', reverse: false, charge: true };
export const assign = ({ merchant_id, trade_id }: Trade, charge = false): Review => ({
  act: 'assign',
  merchant_id,
  trade_id,
  charge,
});

export const FUNDS = 50_000n;

/** Taken by hand, with a fee of 1 %, so that a pay-out of 10,000 costs 10,100. */
export function processing(on: DomainScene, fields: Parameters<typeof payout>[0] = {}): Trade {
  on.run(adjust(FUNDS));
  return on.trade(act(on.trade(payout({ percent: decimal('1'), ...fields })), 'take'));
}

const named = (on: DomainScene, trade: Trade): string =>
  attemptsOf(on.world, trade.trade_id).at(-1)?.end_to_end_id ?? '';

/** A line that names the pay-out's attempt; if positive, the money came back. */
export function lineOf(
  on: DomainScene,
  trade: Trade,
  amount_cents: bigint,
  fields: Partial<BankLine> = {},
) {
  on.wait(MINUTE);
  const received_at = on.world.now;
  return lineWith({ amount_cents, text: named(on, trade), utr: UTR, received_at, ...fields });
}

export function seen(
  on: DomainScene,
  trade: Trade,
  amount_cents: bigint,
  fields: Partial<BankLine> = {},
) {
  const { line, outcome } = on.line(take(lineOf(on, trade, amount_cents, fields)));
  assert.equal(outcome.status, 'matched', outcome.reason);
  return line;
}

export const attemptOf = (on: DomainScene, trade: Trade) =>
  attemptsOf(on.world, trade.trade_id).at(-1) ?? assert.fail();

/** The books of the one pay-out of 10,000. */
export function books(on: DomainScene) {
  const house = (account: string) => on.balance(account, 'INR', HOUSE_BOOK);
  return {
    available: on.balance('available') - FUNDS,
    blocked: on.balance('blocked'),
    fees: on.balance('fees'),
    clearing: on.balance(`clearing:${ACCOUNT}`),
    unknown: on.balance('clearing:none') + FUNDS,
    suspense: house(`suspense:${ACCOUNT}`),
    due: house(`due:${MERCHANT}:${ACCOUNT}`),
  };
}

export const NOTHING = {
  available: 0n,
  blocked: 0n,
  fees: 0n,
  clearing: 0n,
  unknown: 0n,
  suspense: 0n,
  due: 0n,
};
export const PAID = { ...NOTHING, available: -10_100n, fees: 100n };
export const SEEN = { ...PAID, clearing: 10_000n, due: -10_000n };
export const WAITS = { suspense: -10_000n };

export function stateOf(on: DomainScene, trade: Trade) {
  const { state, state_reason, utr, receiving_account_id } = on.now(trade);
  const { state: attempt, debit_line_id, charged_cents } = attemptOf(on, trade);
  return {
    state: `${state} ${attempt}`,
    state_reason,
    utr,
    account: receiving_account_id,
    has_line: debit_line_id !== null,
    charged: charged_cents,
  };
}
