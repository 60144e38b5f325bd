// Shared by the tests of returns to senders: one in progress, the ways in which it may fail, and
// its state in the books.
import assert from 'node:assert/strict';
import type { Review } from '../../../server/domain/batch/command.ts';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import { HOUSE_BOOK } from '../../../server/domain/ledger/ledger.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import {
  act,
  HOUSE,
  idOf,
  lineWith,
  rematch,
  review,
  sendBack,
  take,
} from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';
import { answerTo } from './payout-story.ts';

const ACCOUNT = idOf(2, 1);
export const UNDO: Review = { act: 'undo', reverse: false };

export function returned(on: DomainScene, line: BankLine = lineWith({ utr: 'UTR000000001' })) {
  if (!on.world.lines.has(line.bank_line_id)) on.line(take(line));
  const { outcome } = on.line(review(line, sendBack(line)));
  return { line, trade: on.world.trades.get(outcome.trade_id ?? '') ?? assert.fail() };
}

export type Return = ReturnType<typeof returned>;

export const attemptOf = (on: DomainScene, { trade }: Return) =>
  attemptsOf(on.world, trade.trade_id).at(-1) ?? assert.fail('no attempt');

/** Money that left for the pay-out or came back, as reported by the bank. */
export const seen = (on: DomainScene, one: Return, amount_cents: bigint) =>
  on.line(take(lineWith({ amount_cents, text: attemptOf(on, one).end_to_end_id })));

export const ENDS: Readonly<Record<string, (on: DomainScene, one: Return) => void>> = {
  'canceled from the queue': (on, { trade }) => void on.trade(act(trade, 'cancel')),
  'failed from the queue': (on, { trade }) => void on.trade(act(trade, 'fail')),
  'rejected by a person': (on, { trade }) => {
    on.trade(act(trade, 'take'));
    on.trade(act(trade, 'fail', { note: 'the account is closed' }));
  },
  'rejected by the bank': (on, one) => {
    on.trade(act(one.trade, 'take'));
    on.run(answerTo(attemptOf(on, one), { status: 'RJCT', reason: 'AC04' }));
  },
  'reversed by a person': (on, { trade }) => {
    on.trade(act(trade, 'take'));
    on.trade(act(trade, 'complete'));
    on.trade(act(trade, 'reverse'));
  },
  'reversed after a dispute': (on, { trade }) => {
    on.trade(act(trade, 'take'));
    on.trade(act(trade, 'complete'));
    on.trade(act(trade, 'dispute'));
    on.trade(act(trade, 'reverse'));
  },
  'shown to have come back': (on, one) => {
    on.trade(act(one.trade, 'take'));
    seen(on, one, -one.line.amount_cents);
    seen(on, one, one.line.amount_cents);
  },
  'shown to have come back before it left': (on, one) => {
    on.trade(act(one.trade, 'take'));
    const { line } = seen(on, one, one.line.amount_cents);
    seen(on, one, -one.line.amount_cents);
    on.run(rematch(line));
  },
};

export const books = (on: DomainScene) => ({
  available: on.balance('available', 'INR', HOUSE.merchant_id),
  blocked: on.balance('blocked', 'INR', HOUSE.merchant_id),
  clearing: on.balance(`clearing:${ACCOUNT}`, 'INR', HOUSE.merchant_id),
  unpaid: on.balance('clearing:none', 'INR', HOUSE.merchant_id),
  due: on.balance(`due:${HOUSE.merchant_id}:${ACCOUNT}`, 'INR', HOUSE_BOOK),
  suspense: on.balance(`suspense:${ACCOUNT}`, 'INR', HOUSE_BOOK),
});
export const WHOLE = {
  available: 0n,
  blocked: 0n,
  clearing: 0n,
  unpaid: 0n,
  due: 0n,
  suspense: 10_000n,
};
