// An attempt that has ended: what was sent, and the answer.
import type { ClaimedDelivery } from './deliver.ts';

export type DeliveryAttemptResult = {
  status: number | null;
  error: string | null;
  duration_ms: number;
  /** At most 1 kB of text. */
  reply_head: string;
  retry_after_ms: number | null;
};

export type Ended = { delivery: ClaimedDelivery; result: DeliveryAttemptResult; ended_at: number };
