// Gives trades away as a file: everything that the filters leave, in the order of the list. The
// export is in the audit trail.
import type { Requester } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { countFound } from '../../store/trade/count-found.ts';
import { selectTrades } from '../../store/trade/select-trades.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { readTradeFilter, type TradeFilters, type WantedTrades } from './read-trade-filter.ts';

/** What the audit trail keeps of the filters: its entries cannot be encrypted anew. */
const notedFilter = (query: TradeFilters): TradeFilters => ({
  ...query,
  ...((query.client_id ?? '') === '' ? {} : { client_id: 'hidden' }),
  ...((query.metadata ?? '') === '' ? {} : { metadata: 'hidden' }),
});

/** They are written within seconds, so nobody has to wait for a mail with a link. */
export const MOST_EXPORTED_TRADES = 100_000;
const PAGE = 500;

export type ExportedTradeBody = TradeBody & { merchant_name: string };

function tooMany(most: number): Refusal {
  const message =
    `has to leave at most ${most.toLocaleString('en')} trades, and there are more; narrow it ` +
    'down with from and to, or with other filters';
  return refuseFields([{ field: 'from', code: 'range', message }]);
}

async function* pagesOf(app: App, wanted: WantedTrades): AsyncGenerator<ExportedTradeBody[]> {
  const { db, cipher } = app.store;
  let before: string | null = null;
  for (let given = 0; given < MOST_EXPORTED_TRADES; given += PAGE) {
    const found = await selectTrades(db, cipher, { ...wanted, before, limit: PAGE });
    const { accounts, merchants } = await app.settings.current();
    const view = { page_url: app.page_url, accounts, masked: true };
    yield found.map((trade) => ({
      ...tradeBody(trade, view),
      merchant_name: merchants.get(trade.merchant_id)?.name ?? '',
    }));
    before = found.at(-1)?.trade_id ?? null;
    if (found.length < PAGE) return;
  }
}

export type ExportedPages = AsyncIterable<readonly ExportedTradeBody[]>;

type Wanted = {
  actor: Requester;
  query: TradeFilters;
  format: 'csv' | 'xlsx';
  most: number;
  /** What the audit trail tells beside the filters. */
  noted?: Readonly<Record<string, unknown>>;
};

/** Null: the filters leave more than `most`, and nothing is given away. */
export async function giveTrades(
  app: App,
  { actor, query, format, most, noted = {} }: Wanted,
): Promise<{ trades: number; pages: ExportedPages } | Refusal | null> {
  const asked = await readTradeFilter(app, query);
  if (isRefusal(asked)) return asked;
  // Trades that are created meanwhile would never end.
  const until = Math.min(asked.created_to ?? Number.MAX_SAFE_INTEGER, serviceTime(app) + 1);
  const wanted = { ...asked, created_to: until };
  const trades = await countFound(app.store.db, asked, most);
  if (trades > most) return null;
  const detail = { format, filter: notedFilter(query), trades, ...noted };
  await audit(app, actor, 'trades_exported', 'trades', detail);
  return { trades, pages: pagesOf(app, asked.sort === 'oldest' ? wanted : asked) };
}

export async function exportTrades(
  app: App,
  operator: OperatorCaller,
  query: TradeFilters,
  format: 'csv' | 'xlsx',
  most = MOST_EXPORTED_TRADES,
): Promise<ExportedPages | Refusal> {
  const actor = operatorActor(operator);
  const given = await giveTrades(app, { actor, query, format, most });
  if (given === null) return tooMany(most);
  return isRefusal(given) ? given : given.pages;
}
