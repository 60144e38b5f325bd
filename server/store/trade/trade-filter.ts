// What a search of trades may ask for.
import type { Direction, State, StateReason } from '../../domain/record/trade.ts';
import type { TradeSort } from '../../domain/trade/query-requests.ts';

/** A filter that is absent or null lets everything through. */
export type TradeFilter = {
  merchant_id?: string | null;
  trade_id?: string | null;
  /** The keyed hash of the number that a pay-out goes to. */
  number_hash?: Uint8Array | null;
  state?: State | null;
  state_reason?: StateReason | null;
  direction?: Direction | null;
  currency?: string | null;
  type?: string | null;
  order_id?: string | null;
  utr?: string | null;
  /** The keyed hashes of a customer, one for each merchant that may have it. */
  client_hashes?: readonly Uint8Array[] | null;
  /** Of each key and text the hashes, one for each merchant that may have it. */
  metadata_hashes?: readonly (readonly bigint[])[] | null;
  receiving_account_id?: string | null;
  /** `amount_cents` of the trade: what it stands for now. */
  amount_cents?: bigint | null;
  amount_min_cents?: bigint | null;
  amount_max_cents?: bigint | null;
  created_from?: number | null;
  created_to?: number | null;
  changed_from?: number | null;
  changed_to?: number | null;
  /** The first completion, also of what was reversed since. */
  completed_from?: number | null;
  completed_to?: number | null;
  /** When it first came to rest, in whichever state. */
  ended_from?: number | null;
  ended_to?: number | null;
  /** How far the times of ids may be behind those of their trades, beside the clocks' own. */
  ids_behind_ms?: number;
  /** Default: newest first. */
  sort?: TradeSort | null;
  /** The last trade of the page before. */
  before: string | null;
  limit: number;
};

/** Whether one of them is a filter that lets something through and something not. */
export const anyGiven = (...values: unknown[]): boolean =>
  values.some((value) => (value ?? null) !== null);

/** Whether it asks by what trades of removed months are found by, too. */
export const findsPast = (asked: Omit<TradeFilter, 'before' | 'limit'>) =>
  anyGiven(asked.trade_id, asked.order_id, asked.utr, asked.client_hashes);

/** Whether it asks by what names a trade. */
export const isByName = ({ trade_id, order_id, utr }: TradeFilter) =>
  anyGiven(trade_id, order_id, utr);
