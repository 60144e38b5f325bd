// What may be asked of the one writer: each command carries the settings it rests on and an id of
// its own.
import type { AuditNote } from './audit.ts';
import type { BankLine } from './bank-line.ts';
import type { Decimal } from './decimal.ts';
import type { Merchant, Rate } from './merchant.ts';
import type { ReceivingAccount } from './receiving-account.ts';
import type { Actor, Payee, StateReason } from './trade.ts';

type Common = {
  /** Written in the same transaction as the changes; nothing changed, nothing noted. */
  audit?: AuditNote;
  /** Made when the command arrived: a retry after a lost reply finds what it already did. */
  command_id: string;
  actor: Actor;
};

/**
 * What both create commands say. Ids, key and fingerprint come from outside: the domain has no
 * randomness.
 */
export type CreateFields = Common & {
  merchant: Merchant;
  trade_id: string;
  page_key: string;
  fingerprint: string;
  /** As it was when that of a pay-in was keyed too: a replay of such an order is still one. */
  formerFingerprint?: () => string;
  order_id: string;
  type: string;
  currency: string;
  amount_cents: bigint;
  client_id: string;
  callback_url: string | null;
  return_url: string | null;
  percent: Decimal;
  /** Null where the operator has set none for the pair. */
  rate: Rate | null;
};

export type CreatePayin = CreateFields & {
  kind: 'create_payin';
  accounts: readonly ReceivingAccount[];
};

export type CreatePayout = CreateFields & { kind: 'create_payout'; payee: Payee };

type OnTrade = Common & { merchant_id: string; trade_id: string };

export type AssignAccount = OnTrade & {
  kind: 'assign_account';
  merchant: Merchant;
  accounts: readonly ReceivingAccount[];
};

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
  act: TradeAct;
  reason: StateReason | null;
  note: string | null;
  /** complete (pay-out): the bank's number of the payment, canonical. */
  utr: string | null;
  /** confirm: what to credit; null = what was received, else what was asked. */
  amount_cents: bigint | null;
  /** resolve: the outcome; null = back to where the trade was. */
  outcome: 'completed' | 'failed' | null;
};

/** `merchantOf`: settings of any merchant, since a line does not say whose it is. */
export type TakeLine = Common & {
  kind: 'take_line';
  line: BankLine;
  merchantOf: (merchant_id: string) => Merchant | undefined;
};

/** A waiting line is looked at again: its claim may have been written at the same moment. */
export type RematchLine = Common & {
  kind: 'rematch_line';
  bank_line_id: string;
  merchantOf: (merchant_id: string) => Merchant | undefined;
};

export type Adjust = Common & {
  kind: 'adjust';
  merchant: Merchant;
  adjustment_id: string;
  amount_cents: bigint;
  reason: string;
};

export type Command =
  | CreatePayin
  | CreatePayout
  | AssignAccount
  | AttachUtr
  | ActOnTrade
  | TakeLine
  | RematchLine
  | Adjust;
