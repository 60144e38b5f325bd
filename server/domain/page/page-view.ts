// What a customer's page shows of a trade: facts only, so that the page is a function of them.

import type { PictureType } from '../../lib/picture/picture-content.ts';
import type { PageBranding } from '../merchant/branding.ts';
import type { Direction, State, StateReason } from '../record/trade.ts';
import type { PageAct } from './page-acts.ts';

export type PagePayment = {
  name: string | null;
  /** In the groups that a payer reads; masked on a receipt page. */
  number: string;
  /** The text that a payer copies. */
  bare_number: string;
  bank_name: string | null;
};

/** What the payer gave besides a UTR. */
export type PageEvidence = {
  said_paid_at: number | null;
  receipts: readonly { file_type: PictureType; size_bytes: number; given_at: number }[];
  /** A UTR was tried too often on this page. */
  utr_locked: boolean;
};

/** What the customer sees of the dispute about the trade; never its type or what others decide. */
export type PageDispute = {
  is_open: boolean;
  waits_for_customer: boolean;
  opened_at: number;
  /** How many the customer wrote; only the last ones of all are shown. */
  own_message_count: number;
  messages: readonly {
    author: 'customer' | 'merchant' | 'operator';
    text: string;
    has_file: boolean;
    sent_at: number;
  }[];
};

export type PageView = {
  /** No act on this page moves real money. */
  is_sandbox: boolean;
  /** The name shown to payers. */
  merchant_name: string;
  branding: PageBranding;
  direction: Direction;
  type: string;
  state: State;
  state_reason: StateReason | null;
  is_final: boolean;
  amount_cents: bigint;
  requested_amount_cents: bigint;
  received_amount_cents: bigint;
  currency: string;
  exponent: number;
  /** A pay-in's receiving account, once it has one; a pay-out's payee. */
  payment: PagePayment | null;
  reference: string | null;
  exclusive: boolean;
  order_id: string;
  /** What the payer pays for, in the merchant's words. */
  description: string | null;
  utr: string | null;
  utr_changes_left: number;
  expires_at: number | null;
  created_at: number;
  completed_at: number | null;
  now: number;
  /** With id, order_id and state appended. */
  return_url: string | null;
  evidence: PageEvidence;
  /** Null: nobody has contested it. */
  dispute: PageDispute | null;
  /** The acts that the page may offer now. */
  can: Readonly<Record<PageAct, boolean>>;
  sequence: number;
};
