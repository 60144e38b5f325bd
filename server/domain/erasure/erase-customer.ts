// What an erasure of all data of a customer does with each order, and whether it may be asked for.
import type { OrderCount } from '../record/trade.ts';
import type { SettingsAsk } from '../setting/settings-ask.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';
import {
  type ErasureFacts,
  type FoundObstacle,
  hasLeft,
  obstacleOf,
  refuseErasure,
} from './erase-payer.ts';

export const CUSTOMER_OUTCOMES = ['erase', 'nothing_left', 'put_aside'] as const;
export type CustomerOutcome = (typeof CUSTOMER_OUTCOMES)[number];

export type OrderOutcome =
  | { outcome: Exclude<CustomerOutcome, 'put_aside'>; obstacle: null }
  | { outcome: 'put_aside'; obstacle: FoundObstacle };

/** The same rule as for one order; `is_early`: somebody gave a reason to do it before the law. */
export function outcomeOf(facts: ErasureFacts, is_early: boolean): OrderOutcome {
  const { standing } = facts;
  if (standing !== null && standing.erased_at === null) return { outcome: 'erase', obstacle: null };
  if (!hasLeft(facts)) return { outcome: 'nothing_left', obstacle: null };
  const obstacle = obstacleOf(facts);
  if (obstacle === null || (is_early && obstacle.reason === 'kept_by_law')) {
    return { outcome: 'erase', obstacle: null };
  }
  return { outcome: 'put_aside', obstacle };
}

export type CustomerErasureFacts = {
  /** By which the customer is named; the customer's own name stands in no record of this. */
  first_trade_id: string;
  client_hash: Uint8Array;
  /** The last erasure of this customer, and whether it goes on. */
  last: { erasure_id: string; is_open: boolean } | null;
  /** The first orders, as they would be treated. */
  first_orders: readonly ErasureFacts[];
  has_more: boolean;
  orders: OrderCount;
};

export type CustomerErasureAsked = {
  merchant_id: string;
  trade_id: string;
  erasure_id: string;
  reason: string;
  early_reason: string | null;
};

export type NewCustomerErasure = {
  merchant_id: string;
  erasure_id: string;
  client_hash: Uint8Array;
  is_early: boolean;
};

export const customerTarget = (merchant_id: string, first_trade_id: string): string =>
  `trades/${merchant_id}/${first_trade_id}/customer`;

const NONE_YET = 'The data of no order of this customer can be erased yet';

/** Null: something of what is known can be erased, or not all is known. */
function noUse(
  facts: CustomerErasureFacts,
  is_early: boolean,
): FoundObstacle | 'nothing_left' | null {
  if (facts.has_more) return null;
  const found = facts.first_orders.map((order) => outcomeOf(order, is_early));
  if (found.some(({ outcome }) => outcome === 'erase')) return null;
  return found.find(({ obstacle }) => obstacle !== null)?.obstacle ?? 'nothing_left';
}

/** The audit entry and the proposal name the customer by an order, and have no word of them. */
export function decideCustomerErasure(
  facts: CustomerErasureFacts,
  { merchant_id, erasure_id, reason, early_reason }: CustomerErasureAsked,
): SettingsVerdict<NewCustomerErasure> {
  const { client_hash, last, orders } = facts;
  const is_early = early_reason !== null;
  const saved = { merchant_id, erasure_id, client_hash, is_early };
  if (last?.is_open === true) return { saved, is_unchanged: true };
  const no_use = noUse(facts, is_early);
  if (no_use === 'nothing_left') return { saved, is_unchanged: true };
  if (no_use !== null) return refuseErasure(no_use, NONE_YET);
  const target = customerTarget(merchant_id, facts.first_trade_id);
  const detail = { orders, reason, ...(is_early ? { early_reason } : {}) };
  // Bound to the last erasure, and not to the orders: a new one would make it void.
  const ask: SettingsAsk = {
    merchant_id,
    target,
    before: { last_erasure: last?.erasure_id ?? null },
    after: { last_erasure: 'new', is_early },
    shown: {
      before: { erases_orders: null, early_reason: null },
      after: { erases_orders: orders.count, early_reason },
    },
  };
  return { saved, target, detail, ask };
}
