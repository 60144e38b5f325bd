// Proposals: acts that wait for a second person, and what each is bound to.

import type { Actor, Origin } from './origin.ts';

/** Every act that may need a second person. */
export const APPROVAL_ACTS = [
  'pay_out',
  'payout_undone',
  'refund',
  'settlement',
  'adjustment',
  'manual_confirm',
  'payin_undone',
  'dispute_outcome',
  'line_credit',
  'line_keep',
  'line_difference',
  'line_write_off',
  'evidence',
  'tariff',
  'rate',
  'receiving_account_number',
  'callback_address',
  'settlement_account',
  'person_role',
  'merchant_token',
  'operator_token',
  'limits',
  'line_rule',
  'bands',
  'retention',
  'erasure',
] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

/** Of an act, as requests and answers tell it. */
export const APPROVAL_ACT_TOLD =
  'The act that may need two people: it moves money (`pay_out` to `line_write_off`), gives ' +
  'bank lines or a bank’s answers (`evidence`), or changes settings or ends data (the others)';

/** `void`: what it was bound to has changed, or was done in another way. */
export const PROPOSAL_STATES = [
  'waiting',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'void',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What a second person is asked to agree to. If any of it changes, the proposal is void. */
export type ApprovalAsk = {
  act: ApprovalAct;
  /** Null if the act has no amount. */
  currency: string | null;
  amount_cents: bigint | null;
  merchant_id: string | null;
  /** Whom it pays, and the receiving account that it is about: in whose sums it counts. */
  payee_number: string | null;
  receiving_account_id: string | null;
  /** The object as a path: `trades/MERCHANT/TRADE`. */
  target: string;
  /** The state of the object: its sequence, or its settings as text. */
  version: string;
  /** The rest of the content in a canonical form, such as the payee. May be secret. */
  content: string;
};

/**
 * Who somebody is for the rule of two: a person in every session and with every token of theirs;
 * a token that belongs to nobody is only itself.
 */
export type Identity = `person:${string}` | `token:${string}`;

export type Proposal = {
  proposal_id: string;
  state: ProposalState;
  maker: Identity;
  expires_at: number;
  ask: ApprovalAsk;
};

/** Who decides a proposal, also as the audit trail names them. */
export type Checker = {
  identity: Identity;
  actor: { role: 'operator'; id: string | null; origin?: Origin; note?: string };
};

/** The approval of a request that carries out a proposal. */
export type Approval = { proposal_id: string; checker: Checker };

/** The request that is carried out when the proposal is approved. */
export type ProposedRequest = {
  operation: string;
  params: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, unknown>>;
  idempotency_key: string | null;
};

/**
 * Who asks for an act. `origin` is absent in jobs, `approval` unless a proposal is carried out;
 * `note` is the reason, for the audit trail only.
 */
export type Requester = Actor & { origin?: Origin; approval?: Approval; note?: string };
