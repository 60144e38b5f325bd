// Which past events are sent again, to which endpoints: by type, by the time when they happened,
// and by what became of their deliveries.
import { matchesType } from './event-pattern.ts';
import type { DeliveryStatus } from './retry.ts';

/** `not_delivered`: given up, or never sent there. `all`: also what has been delivered. */
export const RESENDS = ['not_delivered', 'all'] as const;
export type Resend = (typeof RESENDS)[number];

export type ResendFilter = {
  readonly which: Resend;
  /** As `deposit.completed` or `deposit.*`; empty: all. */
  readonly types: readonly string[];
  /** From this moment on; null: from the first event. */
  readonly from: number | null;
  /** Before this moment; null: to the last event. */
  readonly to: number | null;
  /** What has ended since then was sent again already, or need not be. */
  readonly as_of: number;
};

export type PastEvent = {
  readonly trade_id: string;
  readonly sequence: number;
  readonly number: bigint;
  readonly type: string;
  readonly happened_at: number;
};

export type PastDelivery = {
  readonly status: DeliveryStatus;
  readonly finished_at: number | null;
};

export function isInWindow({ type, happened_at }: PastEvent, filter: ResendFilter): boolean {
  const { types, from, to } = filter;
  if (from !== null && happened_at < from) return false;
  if (to !== null && happened_at >= to) return false;
  return types.length === 0 || types.some((pattern) => matchesType(pattern, type));
}

/** Callbacks of orders that ended before this time may have been removed by their age. */
type Removed = { readonly happened_at: number; readonly removed_before: number | null };

/**
 * Whether the callback is gone because of its age: then nobody knows whether it was delivered, and
 * it is only sent again with all others.
 */
const mayBeRemoved = ({ happened_at, removed_before }: Removed): boolean =>
  removed_before !== null && happened_at < removed_before;

/**
 * `insert`: there is no delivery yet. Null: nothing is to be done, because it waits already, or has
 * ended since `as_of`, so that the same request changes nothing the second time.
 */
export function resendOf(
  delivery: PastDelivery | undefined,
  { which, as_of }: ResendFilter,
  age: Removed,
): 'insert' | 'requeue' | null {
  if (delivery === undefined) {
    return which === 'not_delivered' && mayBeRemoved(age) ? null : 'insert';
  }
  const { status, finished_at } = delivery;
  if (status === 'waiting') return null;
  if (which === 'not_delivered' && status !== 'exhausted') return null;
  return finished_at !== null && finished_at >= as_of ? null : 'requeue';
}
