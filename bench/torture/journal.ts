// What the clients know: every order that they sent, what was answered, and what may be true of it
// now.
import type { State } from '../../server/domain/record/trade.ts';
import type { Fields } from '../harness/http-client.ts';
import type { Shop } from '../harness/shop.ts';

export type JournalOrder = {
  readonly shop: Shop;
  readonly direction: 'payin' | 'payout';
  readonly fields: Fields & { readonly order_id: string };
  /** As acknowledged; null where no answer came. */
  id: string | null;
  /** Refused with a reason: it must not exist. */
  refused: boolean;
  /** The acknowledged state; more while nobody knows what became of the last request. */
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
  /** What must never happen, in words. */
  readonly violations: string[];
  requests: number;
  acknowledged: number;
  unanswered: number;
};

export function newJournal(): Journal {
  return { orders: [], lines: [], violations: [], requests: 0, acknowledged: 0, unanswered: 0 };
}

export const nameOf = (order: JournalOrder) => `${order.direction} ${order.fields.order_id}`;
