// The state reason of an order that somebody canceled: it names who did.
import type { Actor, StateReason } from '../record/trade.ts';

const DECLINED_BY: Readonly<Record<Actor['role'], StateReason>> = {
  merchant: 'declined_by_merchant',
  customer: 'declined_by_customer',
  operator: 'declined_by_operator',
  // What a feed or the service itself does, it does for the operator.
  feed: 'declined_by_operator',
  service: 'declined_by_operator',
};

export const declinedBy = ({ role }: Actor): StateReason => DECLINED_BY[role];
