// The queue of pay-ins to verify: what each claims, since when it waits, and what its payer sent.
import { STATE_REASONS } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import {
  type PayerEvidence,
  readPayerEvidence,
  readVerifyQueue,
} from '../../store/trade/verify-queue.ts';
import type { App } from '../process/app.ts';
import { readFields } from '../request/fields.ts';
import { EPOCH_FORM, type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { isoOrNull, type TradeBody, tradeBody } from '../request/views.ts';

const FILTERS = ['merchant_id', 'receiving_account_id', 'state_reason'] as const;

export type VerifyQuery = Partial<Record<(typeof FILTERS)[number] | 'cursor' | 'limit', string>>;

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
  const reader = readFields({ fields: query, errors: [] }, FILTERS);
  const uuid = (name: 'merchant_id' | 'receiving_account_id') =>
    query[name] === undefined ? null : reader.uuid(name);
  const merchant_id = uuid('merchant_id');
  const receiving_account_id = uuid('receiving_account_id');
  const state_reason = reader.choice('state_reason', STATE_REASONS);
  const asked = readPage(query, [EPOCH_FORM, UUID_FORM], reader.refusal());
  if (isRefusal(asked)) return asked;
  const { limit, cursor } = asked;
  const [at, trade_id] = cursor ?? [];
  const after =
    at === undefined || trade_id === undefined ? null : { changed_at: Number(at), trade_id };
  const { db, cipher } = app.store;
  const filter = { merchant_id, receiving_account_id, state_reason, after, limit: limit + 1 };
  const found = await readVerifyQueue(db, cipher, filter);
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
