// Operators see how many trades are in each state: from counters, however many trades there are.
import { DIRECTIONS, STATES } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import {
  type CountFilter,
  readTradeCounts,
  type StateCount,
} from '../../store/trade/trade-counts.ts';
import type { App } from '../process/app.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { finishCounting } from './count-events.ts';

export const COUNT_FILTERS = ['merchant_id', 'direction', 'currency'] as const;

export type CountQuery = Partial<Record<(typeof COUNT_FILTERS)[number], string>>;

export function readCountFilter(reader: FieldReader, query: CountQuery): CountFilter {
  return {
    merchant_id: query.merchant_id === undefined ? null : reader.uuid('merchant_id'),
    direction: reader.choice('direction', DIRECTIONS),
    currency: query.currency === undefined ? null : reader.currency('currency'),
  };
}

function stateBody(rows: readonly StateCount[], state: StateCount['state']) {
  const own = rows.filter((row) => row.state === state);
  return {
    state,
    count: toExactInteger(own.reduce((sum, { count }) => sum + count, 0n)),
    parts: own.map(({ direction, currency, count, amount_cents }) => ({
      direction,
      currency,
      count: toExactInteger(count),
      amount_cents: toExactInteger(amount_cents),
    })),
  };
}

export type StateCountBody = ReturnType<typeof stateBody>;

/** Every state, also if no trade is in it. */
export async function countTrades(
  app: App,
  query: CountQuery,
): Promise<{ data: StateCountBody[] } | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, COUNT_FILTERS);
  const filter = readCountFilter(reader, query);
  const refused = reader.refusal() ?? (await finishCounting(app));
  if (isRefusal(refused)) return refused;
  const rows = await readTradeCounts(app.store.db, filter);
  return { data: STATES.map((state) => stateBody(rows, state)) };
}
