// The clients' record of the run: every order that they sent, its answer, and its possible states.
import type { State } from '../../server/domain/record/trade.ts';
import type { Fields } from '../harness/http-client.ts';
import type { Shop } from '../harness/shop.ts';

export type JournalOrder = {
  readonly shop: Shop;
  readonly direction: 'payin' | 'payout';
  readonly fields: Fields & { readonly order_id: string };
  /** As acknowledged; null if no answer came. */
  id: string | null;
  /** The order was refused with a reason, so it must not exist. */
  refused: boolean;
  /** The acknowledged state; several if the outcome of the last request is unknown. */
  may_be: readonly State[];
};

export type SentLine = {
  readonly order: JournalOrder;
  readonly account_id: string;
  readonly line: Fields & { readonly bank_id: string };
  acknowledged: boolean;
};

export type Journal = {
  readonly orders: JournalOrder[];
  readonly lines: SentLine[];
  /** Descriptions of everything that must never happen. */
  readonly violations: string[];
  requests: number;
  acknowledged: number;
  unanswered: number;
};

export function newJournal(): Journal {
  return { orders: [], lines: [], violations: [], requests: 0, acknowledged: 0, unanswered: 0 };
}

export const nameOf = (order: JournalOrder) => `${order.direction} ${order.fields.order_id}`;
