// What may be asked of the one writer: each command carries the settings it rests on and an id of
// its own.
import type { AuditNote } from '../record/audit.ts';
import type { BankLine } from '../record/bank-line.ts';
import type { CreditHoldKey } from '../record/credit-hold.ts';
import type { FeedBounds, FeedFacts } from '../record/feed-bounds.ts';
import type { Merchant, Rate } from '../record/merchant.ts';
import type { PayoutAnswer } from '../record/payout-answer-kind.ts';
import type { Debtor } from '../record/payout-attempt.ts';
import type { ReceivingAccount } from '../record/receiving-account.ts';
import type { ResolveOutcome } from '../record/state-sets.ts';
import type { Actor, Payee, StateReason } from '../record/trade.ts';
import type { Decimal } from '../values/decimal.ts';

type Common = {
  /** Written in the same transaction as the changes; nothing changed, nothing noted. */
  audit?: AuditNote;
  /** Made when the command arrived: a retry after a lost reply finds what it already did. */
  command_id: string;
  actor: Actor;
};

/**
 * What both create commands say. Ids and fingerprint come from outside: the domain has no
 * randomness.
 */
export type CreateFields = Common & {
  merchant: Merchant;
  trade_id: string;
  page_key_id: number;
  fingerprint: string;
  /** Canonical (see text.ts). */
  order_id: string;
  /** Null where it was sent in its canonical form. */
  order_id_as_sent: string | null;
  type: string;
  currency: string;
  /** Not one of those that the operator enabled. */
  is_currency_off?: true;
  amount_cents: bigint;
  client_id: string;
  callback_url: string | null;
  return_url: string | null;
  percent: Decimal;
  /** Null where the operator has set none for the pair. */
  rate: Rate | null;
};

/** Receiving accounts to choose from. */
type Choosing = { accounts: readonly ReceivingAccount[] };

export type CreatePayin = CreateFields & Choosing & { kind: 'create_payin' };

export type CreatePayout = CreateFields & { kind: 'create_payout'; payee: Payee };

/** Currency, customer and, where none is asked, the amount are the pay-in's. */
type OfPayin = 'currency' | 'amount_cents' | 'client_id';
export type CreateRefund = Omit<CreatePayout, 'kind' | OfPayin> & {
  kind: 'create_refund';
  /** The pay-in that is given back. */
  payin_id: string;
  asked_cents: bigint | null;
  /** Why, in the words of who asks; stays in the timelines. */
  note: string | null;
};

type OnTrade = Common & { merchant_id: string; trade_id: string };

export type AssignAccount = OnTrade & Choosing & { kind: 'assign_account'; merchant: Merchant };

/** `utr` is canonical (see utr.ts). */
export type AttachUtr = OnTrade & { kind: 'attach_utr'; merchant: Merchant; utr: string };

export const TRADE_ACTS = [
  'confirm',
  'complete',
  'take',
  'release',
  'fail',
  'cancel',
  'expire',
  'dispute',
  'resolve',
  'reverse',
] as const;
export type TradeAct = (typeof TRADE_ACTS)[number];

/** An act of a person or a timer on one trade. `note` says why, in their words. */
export type ActOnTrade = OnTrade & {
  kind: 'act';
  /** False where no bank line can be on its way back by this trade: then none is looked for. */
  may_return?: boolean;
  act: TradeAct;
  reason: StateReason | null;
  note: string | null;
  /** complete and resolve (pay-out): the bank's number of the payment, canonical. */
  utr: string | null;
  /** confirm: what to credit; null = what was received, else what was asked. */
  amount_cents: bigint | null;
  /** resolve: the outcome; null = back to where the trade was. */
  outcome: ResolveOutcome | null;
};

/** The feed that gave a line, and the account's own limits per order. */
export type FeedSource = { bounds: FeedBounds; account: FeedFacts['account'] };

/** Settings of all merchants, by id: a line does not say whose it is. */
type Merchants = ReadonlyMap<string, { readonly merchant: Merchant }>;

export type TakeLine = Common & {
  kind: 'take_line';
  line: BankLine;
  /** Absent: a person or the service itself gave it, whom nothing bounds. */
  feed?: FeedSource;
  merchants: Merchants;
};

/** A waiting line is looked at again: its claim may have been written at the same moment. */
export type RematchLine = Common & {
  kind: 'rematch_line';
  bank_line_id: string;
  merchants: Merchants;
};

/** What a person decides about a line. `return` sends it back by a pay-out of its merchant. */
export type Review =
  /** `charge`: the money of a pay-out that came to nothing left all the same. */
  | { act: 'assign'; merchant_id: string; trade_id: string; charge?: boolean }
  | { act: 'split'; parts: readonly { bank_line_id: string; amount_cents: bigint }[] }
  | { act: 'fee' }
  | { act: 'own_transfer' }
  | { act: 'return'; payout: CreatePayout }
  /**
   * `reverse`: also where a credit or a paid pay-out that rests on the line is taken back.
   * `charge`: also where a merchant has the money of a pay-out again because of the line.
   */
  | { act: 'undo'; reverse: boolean; charge?: boolean };

/** `note` says why, in their words. */
export type ReviewLine = Common & {
  kind: 'review_line';
  bank_line_id: string;
  note: string;
  review: Review;
  merchants: Merchants;
};

export type Adjust = Common & {
  kind: 'adjust';
  merchant: Merchant;
  adjustment_id: string;
  amount_cents: bigint;
  reason: string;
};

/** Pays a statement: `account` is where to, null where the merchant has named none. */
export type ApproveSettlement = Common & {
  kind: 'approve_settlement';
  merchant: Merchant;
  settlement_id: string;
  /** Of the pay-out. */
  trade_id: string;
  page_key_id: number;
  fingerprint: string;
  account: { type: string; payee: Payee } | null;
  /** Null: all that is payable. What is left is carried to the next statement. */
  amount_cents: bigint | null;
};

/** `is_early`: a person's decision, before the time has come. */
export type ReleaseHolds = Common & {
  kind: 'release_holds';
  merchant_id: string;
  keys: readonly CreditHoldKey[];
  is_early: boolean;
};

/** Into a draft batch, or to pay it by hand from an account (null: which is not said). */
export type TakePayout = OnTrade & {
  kind: 'take_payout';
  payout_attempt_id: string;
  payout_batch_id: string | null;
  /** How many were asked for of the queue: a request that comes again puts in no more. */
  most_in_batch?: number;
  receiving_account_id: string | null;
  /** Of that account. */
  account_currency: string | null;
  note: string | null;
};

/** `debtor`: the paying account as it is now, which the batch's files will show for ever. */
export type ExportPayouts = Common & {
  kind: 'export_payouts';
  payout_batch_id: string;
  debtor: Debtor;
};

/** What a bank said about one attempt. */
export type AnswerPayout = OnTrade & {
  kind: 'answer_payout';
  /** As with an act. */
  may_return?: boolean;
  payout_attempt_id: string;
  answer: PayoutAnswer;
};

export type Command =
  | TakePayout
  | ExportPayouts
  | AnswerPayout
  | ApproveSettlement
  | ReleaseHolds
  | CreatePayin
  | CreatePayout
  | CreateRefund
  | ReviewLine
  | AssignAccount
  | AttachUtr
  | ActOnTrade
  | TakeLine
  | RematchLine
  | Adjust;
