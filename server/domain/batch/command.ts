// The commands that the writer accepts: each carries the settings it depends on and an id of its
// own.
import type { AuditNote } from '../record/audit.ts';
import type { BankLine, DifferenceBearer } from '../record/bank-line.ts';
import type { CreditHoldKey } from '../record/credit-hold.ts';
import type { DisputeType } from '../record/dispute-record.ts';
import type { DisputeStep } from '../record/dispute-step.ts';
import type { FeedBounds, FeedFacts } from '../record/feed-bounds.ts';
import type { LineIdentity } from '../record/line-identity.ts';
import type { Merchant, Rate } from '../record/merchant.ts';
import type { PayoutAnswer } from '../record/payout-answer-kind.ts';
import type { Debtor } from '../record/payout-attempt.ts';
import type { Requester } from '../record/proposal.ts';
import type { ReceivingAccount } from '../record/receiving-account.ts';
import type { ResolveOutcome } from '../record/state-sets.ts';
import type { Payee, StateReason } from '../record/trade.ts';
import type { Decimal } from '../values/decimal.ts';
import type { Metadata } from '../values/text.ts';

type Common = {
  /** Written in the same transaction as the changes; without changes nothing is recorded. */
  audit?: AuditNote;
  /** Made when the command arrived: a retry after a lost reply finds its effect by this id. */
  command_id: string;
  actor: Requester;
};

/** What both creates share. Ids and fingerprint are given: the domain has no randomness. */
export type CreateFields = Common & {
  merchant: Merchant;
  trade_id: string;
  page_key_id: number;
  fingerprint: string;
  /** Canonical (see text.ts). */
  order_id: string;
  /** Null if it was sent in its canonical form. */
  order_id_as_sent: string | null;
  type: string;
  currency: string;
  /** The operator has not enabled the currency. */
  is_currency_off?: true;
  amount_cents: bigint;
  client_id: string;
  callback_url: string | null;
  return_url: string | null;
  description: string | null;
  metadata: Metadata | null;
  percent: Decimal;
  /** Null if the operator has set no rate for the pair. */
  rate: Rate | null;
  /** Absent if the service itself creates the order. */
  trace_context?: string | null;
};

/** The receiving accounts to choose from. */
type Choosing = { accounts: readonly ReceivingAccount[] };

export type CreatePayin = CreateFields & Choosing & { kind: 'create_payin' };

export type CreatePayout = CreateFields & { kind: 'create_payout'; payee: Payee };

/** Currency and customer are the pay-in's, and so is the amount if none is requested. */
type OfPayin = 'currency' | 'amount_cents' | 'client_id';
export type CreateRefund = Omit<CreatePayout, 'kind' | OfPayin> &
  Expecting & {
    kind: 'create_refund';
    /** The pay-in to give back. */
    payin_id: string;
    asked_cents: bigint | null;
    /** The reason in the requester's words; shown in the timelines. */
    note: string | null;
  };

/** The trade's sequence on which somebody decided; absent: as it is now. */
type Expecting = { expected_sequence?: number };
type OnTrade = Common & Expecting & { merchant_id: string; trade_id: string };

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

/** An act of a person or a timer on one trade. `note` is the reason in their words. */
export type ActOnTrade = OnTrade & {
  kind: 'act';
  /** False if it is known that this trade returns no bank line: then none is looked up. */
  may_return?: boolean;
  act: TradeAct;
  at_once?: true; // expire before its time: only the sandbox's bank does
  reason: StateReason | null;
  note: string | null;
  /** For complete and resolve of a pay-out: the bank's number of the payment, canonical. */
  utr: string | null;
  /** For confirm: the amount to credit; null: the received amount, otherwise the requested one. */
  amount_cents: bigint | null;
  /** For resolve: the outcome; null: back to the state before the dispute. */
  outcome: ResolveOutcome | null;
};

/** Contests a trade; `amount_cents` null: all that can be contested. */
export type OpenDispute = OnTrade & {
  kind: 'open_dispute';
  dispute_id: string;
  type: DisputeType;
  amount_cents: bigint | null;
  note: string | null;
};

type OnDispute = OnTrade & {
  dispute_id: string;
  note: string | null;
  /** The dispute's sequence on which somebody decided; absent: as it is now. */
  expected_dispute_sequence?: number;
};

/** What an outcome rests on; without it, it rests on the word of those who decide. */
export type DisputeEvidence = { bank_line_id: string } | { utr: string };

/** Decides a dispute or its appeal. `amount_cents` null: all that is contested. */
export type DecideDispute = OnDispute & {
  kind: 'decide_dispute';
  outcome: 'upheld' | 'partly_upheld' | 'rejected';
  amount_cents: bigint | null;
  evidence: DisputeEvidence | null;
  /** Whether a pay-out was paid although no bank line shows it: the bank's number. */
  utr: string | null;
};

export type ChangeDispute = OnDispute & { kind: 'change_dispute'; step: DisputeStep };

/** The feed that delivered a line, and the account's own limits per order. */
export type FeedSource = { bounds: FeedBounds; account: FeedFacts['account'] };

/** The settings of all merchants, by id: a line does not tell its merchant. */
type Merchants = ReadonlyMap<string, Merchant>;

export type TakeLine = Common & {
  kind: 'take_line';
  line: BankLine;
  /** Absent if the content alone identifies the line, because the bank gave it no id. */
  identity?: LineIdentity;
  /** Absent if a person or the service itself gave the line; then no limits apply. */
  feed?: FeedSource;
  merchants: Merchants;
  /** A person says that the line which waited under this id is a movement of its own. */
  waited?: { waiting_line_id: string; note: string };
};

/** Checks a line in suspense again: its claim may have been written at the same moment. */
export type RematchLine = Common & {
  kind: 'rematch_line';
  bank_line_id: string;
  merchants: Merchants;
};

/**
 * The line's amount less the trade's, and who bears it. The line is split into the trade's amount
 * and the difference; the parts get these ids.
 */
export type Difference = {
  amount_cents: bigint;
  to: DifferenceBearer;
  part_ids: readonly [amount: string, difference: string];
};

/** A person's decision about a line. `return` sends it back by a pay-out of its merchant. */
export type Review =
  /** `charge`: the money of an unsuccessful pay-out left all the same. */
  | {
      act: 'assign';
      merchant_id: string;
      trade_id: string;
      charge?: boolean;
      difference?: Difference;
    }
  | { act: 'split'; parts: readonly { bank_line_id: string; amount_cents: bigint }[] }
  | { act: 'fee' }
  | { act: 'own_transfer' }
  /** To the merchant's balance, without a trade; a negative line is charged to it. */
  | { act: 'credit'; merchant_id: string }
  /** Stays in suspense, and a later line of the same UTR may cancel it out. */
  | { act: 'keep' }
  | { act: 'return'; payout: CreatePayout }
  /**
   * `reverse`: undo even if a credit or a paid pay-out that depends on the line must be reversed.
   * `keep`: undo although a credit depends on the line: the pay-in keeps it, and lacks the money.
   * `charge`: undo even if the merchant got a pay-out's money back because of the line.
   */
  | { act: 'undo'; reverse: boolean; charge?: boolean; keep?: boolean };

/** `note` is the reason in their words. */
export type ReviewLine = Common & {
  kind: 'review_line';
  bank_line_id: string;
  /** When the status that they saw was decided; absent: as it is now. */
  expected_decided_at?: number;
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

/** Pays a settlement: `account` is the merchant's settlement account, null if none is set. */
export type ApproveSettlement = Common & {
  kind: 'approve_settlement';
  merchant: Merchant;
  settlement_id: string;
  /** The id of the pay-out. */
  trade_id: string;
  page_key_id: number;
  fingerprint: string;
  account: { type: string; payee: Payee } | null;
  /** Of the approval: what becomes of the pay-out belongs to its trace. */
  trace_context?: string | null;
  /** Null: everything payable. The rest is carried to the next statement. */
  amount_cents: bigint | null;
};

/** `is_early`: a person decided it, before the release time. */
export type ReleaseHolds = Common & {
  kind: 'release_holds';
  merchant_id: string;
  keys: readonly CreditHoldKey[];
  is_early: boolean;
};

/** Into a draft batch, or to pay it by hand from an account (null: not named yet). */
export type TakePayout = OnTrade & {
  kind: 'take_payout';
  payout_attempt_id: string;
  payout_batch_id: string | null;
  /** The requested number from the queue: a repeated request adds no more. */
  most_in_batch?: number;
  receiving_account_id: string | null;
  /** The currency of that account. */
  account_currency: string | null;
  note: string | null;
};

/** `debtor`: the paying account as it is now, which the batch's files keep showing. */
export type ExportPayouts = Common & {
  kind: 'export_payouts';
  payout_batch_id: string;
  debtor: Debtor;
  /** The day of payment that the request named itself; null if it left it to the service. */
  asked_execution_on: string | null;
  /** The attempts that were checked against the layout of the file; null if there is no file. */
  checked_attempts: readonly string[] | null;
};

/** A bank's answer about one attempt. */
export type AnswerPayout = OnTrade & {
  kind: 'answer_payout';
  /** As with an act on a trade. */
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
  | OpenDispute
  | DecideDispute
  | ChangeDispute
  | AssignAccount
  | AttachUtr
  | ActOnTrade
  | TakeLine
  | RematchLine
  | Adjust;
