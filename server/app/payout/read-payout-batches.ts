// Operators read batches of pay-outs: a list, one of them, and the attempts in it.
import { FIND_BATCHES } from '../../domain/payout/payout-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  readPayoutAttempts,
  readPayoutAttemptsOfBatch,
} from '../../store/payout/payout-attempts.ts';
import {
  selectPayoutBatches as list,
  type PayoutBatchSummary,
  readPayoutBatches,
} from '../../store/payout/payout-batches.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { App } from '../process/app.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import {
  type BatchPayoutBody,
  batchPayoutBody,
  type PayoutAttemptBody,
  type PayoutBatchBody,
  payoutAttemptBody,
  payoutBatchBody,
} from './payout-views.ts';

export async function findPayoutBatch(app: App, id: string): Promise<PayoutBatchSummary | Refusal> {
  const payout_batch_id = parseUuid(id);
  if (payout_batch_id === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const [found] = await readPayoutBatches(db, cipher, [payout_batch_id]);
  return found ?? refuseUnknown();
}

export async function getPayoutBatch(app: App, id: string): Promise<PayoutBatchBody | Refusal> {
  const found = await findPayoutBatch(app, id);
  return isRefusal(found) ? found : payoutBatchBody(found);
}

export async function listPayoutBatches(
  app: App,
  query: QueryTexts<typeof FIND_BATCHES> & PageQuery,
): Promise<Page<PayoutBatchBody> | Refusal> {
  const asked = readPage(query, [UUID_FORM], readFilters(FIND_BATCHES, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const { state, ...filters } = asked.filters;
  const { db, cipher } = app.store;
  const found = await list(db, cipher, {
    ...filters,
    exported: state === null ? null : state === 'exported',
    before: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  return pageOf(found.map(payoutBatchBody), limit, (batch) => [batch.id]);
}

/** In the order of the batch's files. */
export async function listBatchPayouts(
  app: App,
  id: string,
  query: PageQuery,
): Promise<Page<BatchPayoutBody> | Refusal> {
  const asked = readPage(query, [UUID_FORM], null);
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  const page = { after: cursor?.[0] ?? null, limit: limit + 1 };
  const { db, cipher } = app.store;
  const { payout_batch_id } = found.batch;
  const attempts = await readPayoutAttemptsOfBatch(db, cipher, payout_batch_id, page);
  const trades = new Map(
    (await readTrades(db, cipher, attempts)).map((trade) => [trade.trade_id, trade]),
  );
  const bodies = attempts.map((attempt) => {
    const trade = trades.get(attempt.trade_id);
    if (trade === undefined) throw new Error(`No pay-out ${attempt.trade_id}`);
    return batchPayoutBody(attempt, trade);
  });
  return pageOf(bodies, limit, (attempt) => [attempt.id]);
}

/** Every attempt to send one pay-out, the first one first. */
export async function listPayoutAttempts(
  app: App,
  merchant: string,
  id: string,
): Promise<{ data: PayoutAttemptBody[] } | Refusal> {
  const merchant_id = parseUuid(merchant);
  const trade_id = parseUuid(id);
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const trade = await app.store.reads.trade({ merchant_id, trade_id });
  if (trade === null || trade.direction !== 'payout') return refuseUnknown();
  const { db, cipher } = app.store;
  const attempts = await readPayoutAttempts(db, cipher, [{ merchant_id, trade_id }]);
  return { data: attempts.map(payoutAttemptBody) };
}
