// The steps from which the stories of undoing acts are composed.

import type { Command, CreatePayout, Review } from '../../../server/domain/batch/command.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { answerKind } from '../../../server/domain/record/payout-answer-kind.ts';
import { endToEndId } from '../../../server/domain/record/payout-attempt.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  act,
  adjust,
  decimal,
  lineWith,
  OPERATOR_ACTOR,
  payin,
  payout,
  refund,
  review,
  take,
} from '../model/domain-commands.ts';
import { approve } from '../model/settlement-commands.ts';
import { type Ground, line, RATE, trade } from './undo-ground.ts';

const PERCENT = decimal('1.5');
export const AMOUNT = 10_007n;

/** 100.07 INR at 1.5 %, which is 1.18 USD and a remainder. */
export async function asked(on: Ground): Promise<Trade> {
  const { merchant, account } = on;
  const fields = { merchant, accounts: [account], amount_cents: AMOUNT, percent: PERCENT };
  return await trade(on, payin({ ...fields, rate: RATE }));
}

export const credited = async (on: Ground) => await trade(on, act(await asked(on), 'confirm'));

const fund = ({ merchant }: Ground) => adjust(50_000n, merchant);

export async function held(on: Ground, fields: Partial<CreatePayout> = {}): Promise<Trade> {
  await on.submit(fund(on));
  const { merchant } = on;
  const common = { merchant, amount_cents: AMOUNT, percent: PERCENT, rate: RATE };
  return await trade(on, payout({ ...common, ...fields }));
}

/** The bank's name for the payment, from the id of the attempt that was made when it was taken. */
type Taken = { trade: Trade; attempt_id: string; name: string };

export async function taken(on: Ground, made: Trade): Promise<Taken> {
  const command = act(made, 'take');
  const after = await trade(on, command);
  return {
    trade: after,
    attempt_id: command.command_id,
    name: endToEndId(command.command_id),
  };
}

export const completed = async (on: Ground) =>
  await trade(on, act((await taken(on, await held(on))).trade, 'complete'));

function bankLine(on: Ground, amount_cents: bigint, fields: Partial<BankLine> = {}): BankLine {
  const { receiving_account_id } = on.account;
  return lineWith({ receiving_account_id, amount_cents, received_at: on.now, ...fields });
}

export async function seen(on: Ground, amount_cents: bigint, fields: Partial<BankLine> = {}) {
  const given = bankLine(on, amount_cents, fields);
  await line(on, take(given, [on.merchant, on.house]));
  return given;
}

/** A line matched to a trade, automatically or by a person's decision. */
export async function given(
  on: Ground,
  to: Trade,
  amount_cents: bigint,
  fields: Partial<BankLine> = {},
) {
  const one = bankLine(on, amount_cents, fields);
  const { outcome } = await line(on, take(one, [on.merchant, on.house]));
  if (outcome.status === 'suspense') await reviewed(on, one, assignment(to));
  return one;
}

export const reviewed = (on: Ground, about: BankLine, what: Review) =>
  line(on, review(about, what, [on.merchant, on.house]));

export const UNDO: Review = { act: 'undo', reverse: false };
export const UNDO_REVERSE: Review = { act: 'undo', reverse: true };
export const UNDO_CHARGE: Review = { act: 'undo', reverse: false, charge: true };

export const assignment = ({ merchant_id, trade_id }: Trade, charge = false): Review => ({
  act: 'assign',
  merchant_id,
  trade_id,
  charge,
});

/** The same for a line of another amount: the merchant bears the difference. */
export const differing = ({ merchant_id, trade_id }: Trade, amount_cents: bigint): Review => ({
  act: 'assign',
  merchant_id,
  trade_id,
  difference: {
    amount_cents,
    to: 'merchant',
    part_ids: [lineWith().bank_line_id, lineWith().bank_line_id],
  },
});

/** The bank reports that a payment will not be made. */
export const rejection = ({ trade: made, attempt_id }: Taken): Command => ({
  kind: 'answer_payout',
  command_id: act(made, 'fail').command_id,
  actor: OPERATOR_ACTOR,
  merchant_id: made.merchant_id,
  trade_id: made.trade_id,
  payout_attempt_id: attempt_id,
  answer: {
    kind: answerKind('RJCT', 'AC04', 'payment'),
    status: 'RJCT',
    reason: 'AC04',
    text: null,
    utr: null,
  },
});

/** A pay-out that was paid, as its bank line shows. */
export async function shown(on: Ground, fields: Partial<CreatePayout> = {}) {
  const sent = await taken(on, await held(on, fields));
  const debit = await seen(on, -AMOUNT, { text: sent.name });
  return { ...sent, debit };
}

/** A pay-out that failed and was charged to its merchant because its money had left. */
export async function charged(on: Ground) {
  const made = await held(on);
  await on.submit(act(made, 'cancel'));
  const debit = await seen(on, -AMOUNT);
  await reviewed(on, debit, assignment(made, true));
  return { made, debit };
}

/** A line that is being returned to its sender, and the pay-out that returns it. */
export async function sentBack(on: Ground) {
  const given = await seen(on, AMOUNT);
  const { house: merchant } = on;
  const { currency, amount_cents } = given;
  const made = payout({ merchant, currency, amount_cents });
  await reviewed(on, given, { act: 'return', payout: made });
  return { given, made: { merchant_id: merchant.merchant_id, trade_id: made.trade_id } };
}

export async function refunded(on: Ground) {
  const source = await credited(on);
  await on.submit(fund(on));
  const { merchant } = on;
  return await trade(on, refund(source, 5_003n, { merchant, percent: PERCENT, rate: RATE }));
}

export async function settled(on: Ground): Promise<Trade> {
  await on.submit(fund(on));
  const { merchant } = on;
  const command = approve(await on.statement(), { merchant, amount_cents: 20_000n });
  await on.submit(command);
  const { trade_id } = command;
  return await trade(on, act({ merchant_id: merchant.merchant_id, trade_id }, 'take'));
}

export const holdsOf = ({ merchant_id, trade_id }: Trade) =>
  (['delay', 'reserve'] as const).map((kind) => ({ merchant_id, trade_id, kind }));

export async function disputed(on: Ground): Promise<Trade> {
  return await trade(on, act(await credited(on), 'dispute'));
}
