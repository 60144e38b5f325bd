// The lines in suspense that may have paid a pay-in: those of its account with the nearest amounts,
// and those of all accounts with its UTR.
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { Trade } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';

const MOST_NEAR = 50;
const MOST_NAMED = 20;

export async function readLinesNearPayin(
  db: Queryable,
  cipher: Cipher,
  { receiving_account_id, utr }: Pick<Trade, 'receiving_account_id' | 'utr'>,
  amount_cents: bigint,
): Promise<LineRecord[]> {
  const rows = await db.query<LineRow>(
    'read-lines-near-payin',
    `(${SELECT_LINES} where o.status = 'suspense' and l.receiving_account_id = $1::uuid
        and l.amount_cents > 0
      order by abs(l.amount_cents - $2::bigint), l.bank_line_id desc limit ${MOST_NEAR})
     union all
     (${SELECT_LINES} where o.status = 'suspense' and l.utr = $3::text and l.amount_cents > 0
      order by l.bank_line_id desc limit ${MOST_NAMED})`,
    [receiving_account_id, amount_cents, utr],
  );
  const distinct = new Map(rows.map((row) => [row.bank_line_id, row]));
  return [...distinct.values()].map((row) => lineRecord(cipher, row));
}
