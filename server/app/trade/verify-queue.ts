// The queue of pay-ins to verify: what each claims, since when it waits, and what its payer sent.
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { VERIFY_QUEUE } from '../../domain/trade/query-requests.ts';
import {
  type PayerEvidence,
  readPayerEvidence,
  readVerifyQueue,
} from '../../store/trade/verify-queue.ts';
import type { App } from '../process/app.ts';
import {
  EPOCH_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import { isoOrNull, type TradeBody, tradeBody } from '../request/views.ts';

export type VerifyQuery = QueryTexts<typeof VERIFY_QUEUE> & PageQuery;

const itemBody = (trade: TradeBody, given: PayerEvidence | undefined) => ({
  trade,
  receipts: given?.receipts ?? 0,
  said_paid_at: isoOrNull(given?.said_at ?? null),
});

export type VerifyItem = ReturnType<typeof itemBody>;

export async function listVerifyQueue(
  app: App,
  query: VerifyQuery,
): Promise<Page<VerifyItem> | Refusal> {
  const forms = [EPOCH_FORM, UUID_FORM];
  const asked = readPage(query, forms, readFilters(VERIFY_QUEUE, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor, filters } = asked;
  const [at, trade_id] = cursor ?? [];
  const after =
    at === undefined || trade_id === undefined ? null : { changed_at: Number(at), trade_id };
  const { db, cipher } = app.store;
  const found = await readVerifyQueue(db, cipher, { ...filters, after, limit: limit + 1 });
  const page = pageOf(found, limit, (trade) => [trade.changed_at, trade.trade_id]);
  const given = new Map(
    (await readPayerEvidence(db, page.data)).map((one) => [one.trade_id, one] as const),
  );
  const { accounts } = await app.settings.current();
  const options = { page_url: app.page_url, accounts, masked: true };
  return {
    data: page.data.map((trade) => itemBody(tradeBody(trade, options), given.get(trade.trade_id))),
    next_cursor: page.next_cursor,
  };
}
