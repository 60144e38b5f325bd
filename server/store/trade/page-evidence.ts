// What payers did on the payment page besides acts of the trade: said that they paid, tried UTRs,
// sent receipts.

import type { State, TradeKey } from '../../domain/record/trade.ts';
import type { PictureType } from '../../lib/picture/picture-content.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type StoredEvidence = {
  said_paid_at: number | null;
  utr_tries: number;
  receipt_tries: number;
  receipts: { receipt_id: string; file_type: PictureType; size_bytes: number; given_at: number }[];
};

type EvidenceRow = {
  said_at: number | null;
  utr_tries: number | null;
  receipt_tries: number | null;
  receipt_id: string | null;
  file_type: PictureType;
  size_bytes: number;
  given_at: number;
};

/** One query, because it runs before every page is shown. */
export async function readPageEvidence(db: Queryable, key: TradeKey): Promise<StoredEvidence> {
  const rows = await db.query<EvidenceRow>(
    'read-page-evidence',
    `select n.said_at, t.utr_tries, t.receipt_tries,
       r.receipt_id, r.file_type, r.size_bytes, r.given_at
     from (values ($1::uuid, $2::uuid)) as k(merchant_id, trade_id)
     left join paid_notices n on n.merchant_id = k.merchant_id and n.trade_id = k.trade_id
     left join page_tries t on t.merchant_id = k.merchant_id and t.trade_id = k.trade_id
     left join receipts r on r.merchant_id = k.merchant_id and r.trade_id = k.trade_id
     order by r.slot`,
    [key.merchant_id, key.trade_id],
  );
  return {
    said_paid_at: rows[0]?.said_at ?? null,
    utr_tries: rows[0]?.utr_tries ?? 0,
    receipt_tries: rows[0]?.receipt_tries ?? 0,
    receipts: rows.flatMap(({ receipt_id, file_type, size_bytes, given_at }) =>
      receipt_id === null ? [] : [{ receipt_id, file_type, size_bytes, given_at }],
    ),
  };
}

/** Only the first notice is kept. */
export async function addPaidNotice(db: Queryable, key: TradeKey, said_at: number): Promise<void> {
  await db.query(
    'add-paid-notice',
    `insert into paid_notices (merchant_id, trade_id, said_at) values ($1, $2, $3)
     on conflict (merchant_id, trade_id) do nothing`,
    [key.merchant_id, key.trade_id, timestamp(said_at)],
  );
}

export type PaidNoticeRow = TradeKey & { order_id: string; state: State; said_at: number };

export type PaidNoticeFilter = {
  merchant_id: string | null;
  state: State | null;
  /** Time (epoch milliseconds), merchant and trade of the last item on the page before. */
  before: readonly [said_at: number, merchant_id: string, trade_id: string] | null;
  limit: number;
};

/** Newest first, with the present state of the trade. */
export async function selectPaidNotices(
  db: Queryable,
  { merchant_id, state, before, limit }: PaidNoticeFilter,
): Promise<PaidNoticeRow[]> {
  const [said_at, before_merchant, before_trade] = before ?? [null, null, null];
  return await db.query<PaidNoticeRow>(
    'list-paid-notices',
    `select n.merchant_id, n.trade_id,
       coalesce(t.order_id_as_sent, t.order_id) as order_id, t.state, n.said_at
     from paid_notices n
     join trades t on t.merchant_id = n.merchant_id and t.trade_id = n.trade_id
     where ($1::uuid is null or n.merchant_id = $1) and ($2::text is null or t.state = $2)
       and ($3::timestamptz is null or (n.said_at, n.merchant_id, n.trade_id) < ($3, $4, $5))
     order by n.said_at desc, n.merchant_id desc, n.trade_id desc limit $6`,
    [merchant_id, state, timestamp(said_at), before_merchant, before_trade, limit],
  );
}
