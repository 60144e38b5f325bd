// A merchant's callback endpoint: where callbacks go, which of them, and with what limits.
import { matchesType } from '../callback/event-pattern.ts';

/** Number 0 is the default endpoint, in whose stead a trade may name an address. */
export const DEFAULT_ENDPOINT = 0;

/** Greater numbers stand for addresses that trades gave. */
export const ENDPOINT_NUMBER_MAX = 1_000_000;

/** Who disabled it: a person, or its answer 410 Gone. */
export const DISABLERS = ['person', 'gone'] as const;
export type Disabler = (typeof DISABLERS)[number];

export type CallbackEndpoint = {
  readonly merchant_id: string;
  readonly number: number;
  /** Null of a default endpoint that is not set, and if it cannot be decrypted. */
  readonly url: string | null;
  /** Null if it cannot be decrypted: then nothing can be signed until it is replaced. */
  readonly secret: string | null;
  readonly previous_secret: string | null;
  readonly previous_until: number | null;
  readonly description: string;
  /** Types as `deposit.completed` or `deposit.*`; empty: all. */
  readonly event_types: readonly string[];
  /** Attempts at once; null: no limit of its own. */
  readonly max_concurrent: number | null;
  readonly max_per_second: number | null;
  readonly disabled_at: number | null;
  readonly disabled_by: Disabler | null;
  readonly created_at: number;
};

/** Whether new events of this type are sent to it. */
export function takesEvent(
  { url, disabled_at, event_types }: CallbackEndpoint,
  type: string,
): boolean {
  if (url === null || disabled_at !== null) return false;
  return event_types.length === 0 || event_types.some((pattern) => matchesType(pattern, type));
}
