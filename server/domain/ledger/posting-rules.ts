// The posting rules: one row per act, with the accounts that it moves or the acts that it undoes.
// Every row balances per currency by construction.
import type { EntryAct, Posting } from './ledger.ts';

/** The amounts that a trade's entry needs, from trade-amounts.ts, in minor units. */
export type TradeSums = {
  /** Currency of the trade and of the merchant's balance. */
  currency: string;
  settlement_currency: string;
  amount_cents: bigint;
  fee_cents: bigint;
  /** What a pay-in adds to the merchant's balance, or a pay-out takes from it. */
  settlement_amount_cents: bigint;
  /** The same at the exact rate, rounded to the nearest unit, for the fx position. */
  fx_amount_cents: bigint;
  receiving_account_id: string | null;
};

/** A bank line, and the merchant of its trade (the house's book if it has none). */
export type LineSums = {
  merchant_id: string;
  receiving_account_id: string;
  currency: string;
  amount_cents: bigint;
};

/** An amount in the balance currency that only moves a merchant's book. */
export type PlainSum = { currency: string; amount_cents: bigint };

const posting = (account: string, currency: string, amount_cents: bigint): Posting => ({
  account,
  currency,
  amount_cents,
});

/** The clearing account of a trade's receiving account; `none` while that is not known. */
export const clearing = (receiving_account_id: string | null) =>
  `clearing:${receiving_account_id ?? 'none'}`;

const move = (from: string, to: string, { currency, amount_cents }: PlainSum): Posting[] => [
  posting(from, currency, -amount_cents),
  posting(to, currency, amount_cents),
];

/**
 * The postings between the trade's currency and the balance currency: none if they are the same;
 * otherwise the fx position in both currencies and the rounding difference. Credits are positive.
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

function payinCredit(sums: TradeSums): Posting[] {
  const { currency, amount_cents, fee_cents } = sums;
  return [
    posting(clearing(sums.receiving_account_id), currency, -amount_cents),
    posting('fees', currency, fee_cents),
    ...fx(sums, fee_cents - amount_cents, 1n),
    posting('available', sums.settlement_currency, sums.settlement_amount_cents),
  ];
}

function payoutDebit(sums: TradeSums, from: 'blocked' | 'available'): Posting[] {
  const { currency, amount_cents, fee_cents } = sums;
  return [
    posting(from, sums.settlement_currency, -sums.settlement_amount_cents),
    ...fx(sums, amount_cents + fee_cents, -1n),
    posting('fees', currency, fee_cents),
    posting(clearing(sums.receiving_account_id), currency, amount_cents),
  ];
}

/** Blocks the trade's settlement amount in the merchant's balance. */
const block = ({ settlement_currency: currency, settlement_amount_cents }: TradeSums) =>
  move('available', 'blocked', { currency, amount_cents: settlement_amount_cents });

/** All acts that a pay-out posts: when its money comes back, all of them are undone. */
const OF_PAYOUTS = [
  'payout_held',
  'payout_released',
  'payout_completed',
  'payout_account_known',
  'payout_account_unknown',
  'payout_reversed',
  'payout_charged',
  'payout_charge_undone',
] as const;

type Rule =
  | { of_trade: (sums: TradeSums) => Posting[] }
  | { of_line: (line: LineSums) => Posting[] }
  | { of_sum: (sum: PlainSum) => Posting[] }
  /** Undoes the postings of these acts, using the amounts in the book: see entries.ts. */
  | { undoes: readonly EntryAct[] }
  /** Takes a part of the postings of these acts, or gives it back: by the amounts in the book. */
  | { takes_part_of: readonly EntryAct[] }
  /** Brings the postings of these acts to those of a larger amount: posts the difference. */
  | { raises: readonly EntryAct[] };

/** The acts that credit a pay-in. */
const CREDITS = ['payin_completed', 'payin_raised'] as const;

export const POSTING_RULES = {
  payin_completed: { of_trade: payinCredit },
  // The decision on an appeal credits more of a contested pay-in than the first one.
  payin_raised: { raises: CREDITS },
  payin_disputed: { of_trade: block },
  payin_dispute_won: { undoes: ['payin_disputed'] },
  // The bank takes back a part of the money, or that was undone.
  payin_recalled: { takes_part_of: CREDITS },
  payin_recall_undone: { takes_part_of: CREDITS },
  // A dispute was lost: the merchant gives back the contested part.
  payin_charged_back: { takes_part_of: CREDITS },
  payin_reversed: {
    undoes: [...CREDITS, 'payin_recalled', 'payin_recall_undone', 'payin_charged_back'],
  },
  payout_held: { of_trade: block },
  payout_released: { undoes: OF_PAYOUTS },
  payout_completed: { of_trade: (sums) => payoutDebit(sums, 'blocked') },
  // The bank line of a completed pay-out shows which account paid it.
  payout_account_known: {
    of_trade: (sums) => move(clearing(null), clearing(sums.receiving_account_id), sums),
  },
  // The account is unknown again after that line was taken away.
  payout_account_unknown: {
    of_trade: (sums) => move(clearing(sums.receiving_account_id), clearing(null), sums),
  },
  payout_reversed: { undoes: OF_PAYOUTS },
  // The pay-out did not succeed although its money left; or a charge for that is given back.
  payout_charged: { of_trade: (sums) => payoutDebit(sums, 'available') },
  payout_charge_undone: { undoes: OF_PAYOUTS },
  // The difference between a line and its trade, borne by the merchant: what banks kept or gave.
  difference_charged: { of_trade: (sums) => payoutDebit(sums, 'available') },
  difference_credited: { of_trade: payinCredit },
  difference_undone: { undoes: ['difference_charged', 'difference_credited'] },
  hold_placed: { of_sum: (sum) => move('available', 'blocked', sum) },
  hold_released: { undoes: ['hold_placed'] },
  // A person's correction of a balance, against a clearing account without bank lines.
  adjustment: { of_sum: (sum) => move(clearing(null), 'available', sum) },
  // Unmatched money that is credited to a merchant. If it is returned to its sender, this is the
  // house merchant, until the pay-out is paid; it is taken back if the pay-out does not succeed.
  line_received: {
    of_line: (line) => move(clearing(line.receiving_account_id), 'available', line),
  },
  line_given_up: { undoes: ['line_received'] },
  // Money seen on a receiving account that is not matched yet.
  bank_line: {
    of_line: (line) =>
      move(`bank:${line.receiving_account_id}`, `suspense:${line.receiving_account_id}`, line),
  },
  match: {
    of_line: (line) =>
      move(
        `suspense:${line.receiving_account_id}`,
        `due:${line.merchant_id}:${line.receiving_account_id}`,
        line,
      ),
  },
  unmatch: { undoes: ['match'] },
  // Bank fees, and interest or refunds of fees.
  fee: {
    of_line: (line) =>
      move(`suspense:${line.receiving_account_id}`, `costs:${line.receiving_account_id}`, line),
  },
  fee_undone: { undoes: ['fee'] },
  // One side of a transfer between own accounts: both sides meet in `transit`.
  own_transfer: {
    of_line: (line) => move(`suspense:${line.receiving_account_id}`, 'transit', line),
  },
  own_transfer_undone: { undoes: ['own_transfer'] },
} as const satisfies Record<EntryAct, Rule>;

/** Entries of a trade that do not follow from its state: what its merchant bears of bank lines. */
export const DIFFERENCE_ACTS: readonly EntryAct[] = [
  'difference_charged',
  'difference_credited',
  'difference_undone',
];

type Rules = typeof POSTING_RULES;
type ActsWith<Row> = { [A in EntryAct]: Rules[A] extends Row ? A : never }[EntryAct];
export type TradePosting = ActsWith<{ of_trade: unknown }>;
export type LinePosting = ActsWith<{ of_line: unknown }>;
export type UndoingAct = ActsWith<{ undoes: unknown }>;

/** Acts that may leave `available` below zero, because the money is gone. */
export const OVERDRAFT_ACTS: ReadonlySet<EntryAct> = new Set([
  'payin_disputed',
  'payin_recalled',
  'payin_charged_back',
  'payin_reversed',
  'payout_charged',
  'difference_charged',
  'difference_undone',
]);
