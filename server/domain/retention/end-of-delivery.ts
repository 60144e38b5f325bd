// What becomes of a callback by its age: first its attempts are folded into one row, then it is
// removed. It begins to age when it has ended and nothing happens to its order any more.
import type { DeliveryStatus } from '../callback/retry.ts';
import { type Direction, finality, type State } from '../record/trade.ts';

export type AgeingDelivery = {
  readonly status: DeliveryStatus;
  readonly finished_at: number | null;
  /** Its attempts are one row already. */
  readonly is_folded: boolean;
  /** Null if there is none. */
  readonly trade: {
    readonly direction: Direction;
    readonly state: State;
    readonly changed_at: number;
  } | null;
};

/** Null: this kind has no end. */
export type DeliveryEnds = {
  readonly fold_before: number | null;
  readonly remove_before: number | null;
};

export type DeliveryAge = 'kept' | 'folded' | 'removed';

/** When its days began; null: they have not yet. */
export function agesFrom({ status, finished_at, trade }: AgeingDelivery): number | null {
  if (status === 'waiting' || finished_at === null || trade === null) return null;
  if (finality(trade.direction, trade.state) === 'no') return null;
  return Math.max(finished_at, trade.changed_at);
}

export function endOfDelivery(
  delivery: AgeingDelivery,
  { fold_before, remove_before }: DeliveryEnds,
): DeliveryAge {
  const from = agesFrom(delivery);
  if (from === null) return 'kept';
  if (remove_before !== null && from < remove_before) return 'removed';
  const is_old = fold_before !== null && from < fold_before;
  return is_old && !delivery.is_folded ? 'folded' : 'kept';
}
