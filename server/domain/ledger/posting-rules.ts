// The posting rules: one row per business act, saying which accounts it moves; every row balances
// per currency by construction.
import type { EntryAct, EntryDraft, Posting } from './ledger.ts';
import { HOUSE_BOOK } from './ledger.ts';

/** The sums that a trade's entry needs, from `settlement.ts`. All in minor units. */
export type TradeSums = {
  book: string;
  trade_id: string;
  /** Currency of the trade and of the merchant's balance. */
  currency: string;
  settlement_currency: string;
  amount_cents: bigint;
  fee_cents: bigint;
  /** What the merchant's balance gains (pay-in) or gives (pay-out). */
  settlement_amount_cents: bigint;
  /** The same at the exact rate, to the nearest unit: what the fx position takes. */
  fx_amount_cents: bigint;
  receiving_account_id: string | null;
};

const posting = (account: string, currency: string, amount_cents: bigint): Posting => ({
  account,
  currency,
  amount_cents,
});

const clearing = (receiving_account_id: string | null) =>
  `clearing:${receiving_account_id ?? 'none'}`;

/**
 * The two legs between the trade's currency and the balance's: nothing where they are equal, else
 * the fx position in both currencies and the remainder of the rounding. Signs: credits are
 * positive.
 */
function fx(sums: TradeSums, trade_side: bigint, sign: bigint): Posting[] {
  if (sums.currency === sums.settlement_currency) return [];
  const remainder = sums.fx_amount_cents - sums.settlement_amount_cents;
  return [
    posting('fx', sums.currency, -trade_side),
    posting('fx', sums.settlement_currency, -sign * sums.fx_amount_cents),
    posting('rounding', sums.settlement_currency, sign * remainder),
  ];
}

function payinCredit(sums: TradeSums, sign: bigint): Posting[] {
  const { currency, amount_cents, fee_cents } = sums;
  const credit = sign * sums.settlement_amount_cents;
  return [
    posting(clearing(sums.receiving_account_id), currency, -sign * amount_cents),
    posting('fees', currency, sign * fee_cents),
    ...fx(sums, -sign * (amount_cents - fee_cents), sign),
    posting('available', sums.settlement_currency, credit),
  ];
}

function payoutDebit(sums: TradeSums, sign: bigint, from: 'blocked' | 'available'): Posting[] {
  const { currency, amount_cents, fee_cents } = sums;
  const debit = -sign * sums.settlement_amount_cents;
  return [
    posting(from, sums.settlement_currency, debit),
    ...fx(sums, sign * (amount_cents + fee_cents), -sign),
    posting('fees', currency, sign * fee_cents),
    posting(clearing(sums.receiving_account_id), currency, sign * amount_cents),
  ];
}

/** Moves a sum between the spendable and the blocked part of the merchant's balance. */
function block(sums: TradeSums, sign: bigint): Posting[] {
  const amount = sign * sums.settlement_amount_cents;
  return [
    posting('available', sums.settlement_currency, -amount),
    posting('blocked', sums.settlement_currency, amount),
  ];
}

/**
 * A merchant-book act → its postings. `overdraft`: the act may leave the balance below zero,
 * visibly.
 */
export const TRADE_POSTINGS = {
  payin_completed: { postings: (s: TradeSums) => payinCredit(s, 1n), overdraft: false },
  payin_disputed: { postings: (s: TradeSums) => block(s, 1n), overdraft: true },
  payin_dispute_won: { postings: (s: TradeSums) => block(s, -1n), overdraft: false },
  payin_reversed: { postings: (s: TradeSums) => payinCredit(s, -1n), overdraft: true },
  payout_held: { postings: (s: TradeSums) => block(s, 1n), overdraft: false },
  payout_released: { postings: (s: TradeSums) => block(s, -1n), overdraft: false },
  payout_completed: {
    postings: (s: TradeSums) => payoutDebit(s, 1n, 'blocked'),
    overdraft: false,
  },
  // The bank line of a completed pay-out tells which account paid it.
  payout_account_known: {
    postings: (s: TradeSums) => [
      posting(clearing(null), s.currency, -s.amount_cents),
      posting(clearing(s.receiving_account_id), s.currency, s.amount_cents),
    ],
    overdraft: false,
  },
  // … and it is not known any more where the line was taken away.
  payout_account_unknown: {
    postings: (s: TradeSums) => [
      posting(clearing(s.receiving_account_id), s.currency, -s.amount_cents),
      posting(clearing(null), s.currency, s.amount_cents),
    ],
    overdraft: false,
  },
  payout_reversed: {
    postings: (s: TradeSums) => payoutDebit(s, -1n, 'available'),
    overdraft: false,
  },
  // It came to nothing, and its money left all the same (or did not, after all).
  payout_charged: {
    postings: (s: TradeSums) => payoutDebit(s, 1n, 'available'),
    overdraft: true,
  },
  payout_charge_undone: {
    postings: (s: TradeSums) => payoutDebit(s, -1n, 'available'),
    overdraft: false,
  },
} as const satisfies Record<
  string,
  { postings: (sums: TradeSums) => Posting[]; overdraft: boolean }
>;
export type TradePosting = keyof typeof TRADE_POSTINGS;

/** The entry of a trade's act in its merchant's book. */
export function tradeEntry(act: TradePosting, sums: TradeSums): EntryDraft {
  const rule = TRADE_POSTINGS[act];
  return {
    book: sums.book,
    act,
    trade_id: sums.trade_id,
    bank_line_id: null,
    adjustment_id: null,
    overdraft: rule.overdraft,
    postings: rule.postings(sums).filter((leg) => leg.amount_cents !== 0n),
  };
}

/** A person's correction of a merchant's balance, against the clearing that no bank line backs. */
export function adjustmentEntry(adjustment: {
  merchant_id: string;
  adjustment_id: string;
  currency: string;
  amount_cents: bigint;
}): EntryDraft {
  const { currency, amount_cents } = adjustment;
  return {
    book: adjustment.merchant_id,
    act: 'adjustment',
    trade_id: null,
    bank_line_id: null,
    adjustment_id: adjustment.adjustment_id,
    overdraft: false,
    postings: [
      posting(clearing(null), currency, -amount_cents),
      posting('available', currency, amount_cents),
    ],
  };
}

type LineSums = {
  bank_line_id: string;
  receiving_account_id: string;
  currency: string;
  amount_cents: bigint;
};

const houseEntry = (act: EntryAct, line: LineSums, postings: Posting[]): EntryDraft => ({
  book: HOUSE_BOOK,
  act,
  trade_id: null,
  bank_line_id: line.bank_line_id,
  adjustment_id: null,
  overdraft: false,
  postings,
});

/** Money seen on a receiving account, whose it is not known yet. */
export function bankLineEntry(line: LineSums): EntryDraft {
  return houseEntry('bank_line', line, [
    posting(`bank:${line.receiving_account_id}`, line.currency, -line.amount_cents),
    posting(`suspense:${line.receiving_account_id}`, line.currency, line.amount_cents),
  ]);
}

/** A line is what a bank took or gave for its services (sign 1), or was not after all (sign −1). */
export function feeEntry(line: LineSums, sign: 1n | -1n): EntryDraft {
  const act = sign === 1n ? 'fee' : 'fee_undone';
  return putAside(act, line, sign, `costs:${line.receiving_account_id}`);
}

/** A line is one leg of a transfer between own accounts: both legs meet in `transit`. */
export function ownTransferEntry(line: LineSums, sign: 1n | -1n): EntryDraft {
  const act = sign === 1n ? 'own_transfer' : 'own_transfer_undone';
  return putAside(act, line, sign, 'transit');
}

function putAside(act: EntryAct, line: LineSums, sign: 1n | -1n, account: string): EntryDraft {
  const amount = sign * line.amount_cents;
  return houseEntry(act, line, [
    posting(`suspense:${line.receiving_account_id}`, line.currency, -amount),
    posting(account, line.currency, amount),
  ]);
}

/**
 * Money of nobody's order that goes back to its sender: the house's own merchant holds it until its
 * pay-out has left (sign 1), or gives it up again (sign −1).
 */
export function returnEntry(line: LineSums, merchant_id: string, sign: 1n | -1n): EntryDraft {
  const amount = sign * line.amount_cents;
  return {
    ...houseEntry(sign === 1n ? 'line_received' : 'line_given_up', line, [
      posting(clearing(line.receiving_account_id), line.currency, -amount),
      posting('available', line.currency, amount),
    ]),
    book: merchant_id,
  };
}

/** A line found its trade (sign 1), or was taken from it again (sign −1). */
export function matchEntry(line: LineSums, merchant_id: string, sign: 1n | -1n): EntryDraft {
  const amount = sign * line.amount_cents;
  return houseEntry(sign === 1n ? 'match' : 'unmatch', line, [
    posting(`suspense:${line.receiving_account_id}`, line.currency, -amount),
    posting(`due:${merchant_id}:${line.receiving_account_id}`, line.currency, amount),
  ]);
}
