// Operators see how many trades are in each state: from counters, however many trades there are.
import { STATES } from '../../domain/record/trade.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { COUNT_TRADES } from '../../domain/trade/query-requests.ts';
import { readTradeCounts, type StateCount } from '../../store/trade/trade-counts.ts';
import type { App } from '../process/app.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { finishCounting } from './count-events.ts';

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
  query: QueryTexts<typeof COUNT_TRADES>,
): Promise<{ data: StateCountBody[] } | Refusal> {
  const filter = readFilters(COUNT_TRADES, query);
  if (isRefusal(filter)) return filter;
  const refused = await finishCounting(app);
  if (isRefusal(refused)) return refused;
  const rows = await readTradeCounts(app.store.db, filter);
  return { data: STATES.map((state) => stateBody(rows, state)) };
}
