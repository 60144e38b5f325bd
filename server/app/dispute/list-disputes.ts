// Lists disputes for operators: of one merchant or all, newest first.
import { FIND_DISPUTES } from '../../domain/dispute/dispute-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type DisputeFilter, selectDisputes } from '../../store/dispute/disputes.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import {
  type OperatorDisputeBody,
  type operatorDisputeBody,
  shownDispute,
} from '../request/dispute-view.ts';
import {
  MOMENT_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import { clientHashes } from '../trade/filter-hashes.ts';

type DisputeQuery = QueryTexts<typeof FIND_DISPUTES> & PageQuery;

/** The page that the query asks for, within these bounds; each dispute with its trade. */
export async function pageOfDisputes<Body extends { opened_at: string; id: string }>(
  app: App,
  query: DisputeQuery,
  bounds: Partial<DisputeFilter>,
  bodyOf: (...of: Parameters<typeof operatorDisputeBody>) => Body,
): Promise<Page<Body> | Refusal> {
  const page = readPage(query, [MOMENT_FORM, UUID_FORM], readFilters(FIND_DISPUTES, query));
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { open: is_open, overdue: is_overdue, client_id, ...filters } = page.filters;
  const asked = { ...filters, is_open, is_overdue, ...bounds };
  const client_hashes = await clientHashes(app, client_id, asked.merchant_id);
  const filter = { ...asked, client_hashes };
  const [opened_at = '', dispute_id = ''] = cursor ?? [];
  const before = cursor === null ? null : ([opened_at, dispute_id] as const);
  const { db, cipher } = app.store;
  const found = await selectDisputes(db, { ...filter, before, limit: limit + 1 });
  const trades = await readTrades(db, cipher, found);
  const by_id = new Map(trades.map((trade) => [trade.trade_id, trade]));
  const bodies = found.map((dispute) => {
    const trade = by_id.get(dispute.trade_id);
    if (trade === undefined) throw new Error(`Dispute ${dispute.dispute_id} has no trade`);
    return bodyOf(dispute, trade);
  });
  return pageOf(bodies, limit, ({ opened_at: at, id }) => [at, id]);
}

/** Who looks after a dispute is not the business of a merchant's people. */
export const listDisputes = (
  app: App,
  operator: Pick<OperatorCaller, 'merchant_id'>,
  query: DisputeQuery,
): Promise<Page<OperatorDisputeBody> | Refusal> =>
  pageOfDisputes(
    app,
    query,
    operator.merchant_id === null ? {} : { assigned_to: null },
    (dispute, trade) => shownDispute(operator, { dispute, trade }),
  );
