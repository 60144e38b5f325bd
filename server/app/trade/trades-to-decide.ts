// Trades that wait for a person, page by page: pay-ins with evidence to judge, and open disputes.
import { NEEDS_DECISION } from '../../domain/record/state-sets.ts';
import type { State, Trade } from '../../domain/record/trade.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { App } from '../process/app.ts';

const PAGE = 500;

async function* tradesIn(app: App, state: State): AsyncGenerator<Trade[]> {
  let before: string | null = null;
  do {
    const filter = { state, before, limit: PAGE };
    const page: Trade[] = await selectTrades(app.store.db, app.store.cipher, filter);
    yield page;
    before = page.length < PAGE ? null : (page.at(-1)?.trade_id ?? null);
  } while (before !== null);
}

/** Pay-outs in the queue wait for a rail as well, which is no exception. */
export async function* tradesToDecide(app: App): AsyncGenerator<Trade[]> {
  for (const state of NEEDS_DECISION.payin) yield* tradesIn(app, state);
}
