// The state reason of a canceled order: it tells who canceled it.
import type { Actor, StateReason } from '../record/trade.ts';

const DECLINED_BY: Readonly<Record<Actor['role'], StateReason>> = {
  merchant: 'declined_by_merchant',
  customer: 'declined_by_customer',
  operator: 'declined_by_operator',
  // Feeds and the service itself act for the operator.
  feed: 'declined_by_operator',
  service: 'declined_by_operator',
};

export const declinedBy = ({ role }: Actor): StateReason => DECLINED_BY[role];
