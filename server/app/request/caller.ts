// The caller of a request, and the only place that decides whether what they ask for is theirs.

import { isMerchantRole, type OperatorRole, type RightScope } from '../../domain/access/roles.ts';
import type { Merchant } from '../../domain/record/merchant.ts';
import type { Actor, Origin } from '../../domain/record/origin.ts';
import type { Approval, Requester } from '../../domain/record/proposal.ts';

import { refuseScopes, type Scope } from '../../domain/service/api-token.ts';
import { type Refusal, refuse, refuseFields, refuseUnknown } from '../../domain/service/refusal.ts';
import type { ApiToken } from '../../domain/service/token.ts';
import { parseUuid } from '../../lib/uuid.ts';

export type Caller = {
  merchant: Merchant;
  token: ApiToken;
  /** The trace of the request, or of whoever sent it; absent if there is none. */
  trace_context?: string | undefined;
};

/** Who sent an operator's request: a person in a session, or a token. */
export type OperatorCaller = {
  /** The person, or the person to whom the token belongs; null if the token is nobody's. */
  person_id: string | null;
  /** Null in a session. */
  operator_token_id: string | null;
  /** Null with a token. */
  session_id: string | null;
  name: string;
  role: OperatorRole;
  /** Of a token: the groups of rights that it has; null: everything that the role has. */
  scopes: readonly RightScope[] | null;
  /** Set for the people of a merchant: they see and change only this merchant. */
  merchant_id: string | null;
  /**
   * When the person last gave password and second factor in this session, or confirmed with this
   * token of their own; null with any other token.
   */
  confirmed_at: number | null;
  /** A token that the person made for themselves: dangerous acts ask for a second factor. */
  is_own_token?: true;
  /** Null for what the service does by itself. */
  origin: Origin | null;
  /** Set if the request carries out a proposal: who approved it. */
  approval?: Approval;
  /** Fields of the answer that are kept for whoever made the proposal that is carried out. */
  keeps?: readonly string[];
  /** A token of nobody made the proposal that is carried out, and this person took its place. */
  is_for_nobody?: true;
  /** The request only shows what it would do. */
  is_preview?: true;
  /** The version of the setting on which they decided, if the request names it. */
  expected_version?: string;
  /** Why, in their words, if the request has no field of its own for it. */
  note?: string;
};

/** The same answer for every reason, so that an attacker learns nothing from it. */
export function unauthorized(): Refusal {
  const detail =
    'X-Token has no valid token for this request: it is wrong or revoked, belongs to another ' +
    'merchant_id, may not be used from this address, or X-Signature is wrong or missing.';
  return refuse('unauthorized', detail);
}

/** For calls that promise only 401 and 422: an id of another merchant is a wrong field. */
export function unknownTrade(): Refusal {
  return refuseFields([
    { field: 'id', code: 'unknown_value', message: 'is not one of your trades' },
  ]);
}

/** Null if the token has one of the scopes. */
export const requireScope = (caller: Caller, scopes: readonly Scope[]): Refusal | null =>
  refuseScopes(caller.token.scopes, scopes);

/** Writes name the merchant in the body: naming another one, existing or not, is the same 401. */
export function refuseOtherMerchant(caller: Caller, merchant_id: string): Refusal | null {
  if (merchant_id === '' || merchant_id === caller.merchant.merchant_id) return null;
  return unauthorized();
}

/**
 * Reads may name the merchant in the query: naming another one, existing or not, is the same 404.
 */
export function refuseOtherReader(caller: Caller, merchant_id: string | undefined): Refusal | null {
  if (merchant_id === undefined) return null;
  return parseUuid(merchant_id) === caller.merchant.merchant_id ? null : refuseUnknown();
}

export const merchantActor = (caller: Caller): Actor => ({
  role: 'merchant',
  id: caller.token.token_id,
});

export const operatorActor = ({
  role,
  person_id,
  operator_token_id,
  origin,
  approval,
  note,
}: OperatorCaller): Requester => ({
  role: role === 'feed' ? 'feed' : 'operator',
  id: person_id ?? operator_token_id,
  ...(origin === null ? {} : { origin }),
  ...(approval === undefined ? {} : { approval }),
  ...(note === undefined ? {} : { note }),
});

/**
 * The same, but people of a merchant act for their merchant: as a party, not as those who decide
 * between the parties.
 */
export const partyActor = (operator: OperatorCaller): Requester => {
  const actor = operatorActor(operator);
  return isMerchantRole(operator.role) ? { ...actor, role: 'merchant' } : actor;
};

export const CUSTOMER: Actor = { role: 'customer', id: null };
export const SERVICE: Actor = { role: 'service', id: null };
