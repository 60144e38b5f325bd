// Counts attempts on a payment page. The counters are in the database, so every process sees them.
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';

/** Counts one more attempt and returns the new total. */
export async function countUtrTry(db: Queryable, key: TradeKey): Promise<number> {
  const rows = await db.query<{ utr_tries: number }>(
    'count-utr-try',
    `insert into page_tries (merchant_id, trade_id, utr_tries) values ($1, $2, 1)
     on conflict (merchant_id, trade_id) do update set utr_tries = page_tries.utr_tries + 1
     returning utr_tries`,
    [key.merchant_id, key.trade_id],
  );
  return rows[0]?.utr_tries ?? 1;
}

/** The same for uploaded files that were not receipts. */
export async function countReceiptTry(db: Queryable, key: TradeKey): Promise<number> {
  const rows = await db.query<{ receipt_tries: number }>(
    'count-receipt-try',
    `insert into page_tries (merchant_id, trade_id, utr_tries, receipt_tries)
     values ($1, $2, 0, 1)
     on conflict (merchant_id, trade_id)
     do update set receipt_tries = page_tries.receipt_tries + 1
     returning receipt_tries`,
    [key.merchant_id, key.trade_id],
  );
  return rows[0]?.receipt_tries ?? 1;
}
