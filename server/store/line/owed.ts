// What is owed: the lines in suspense, longest waiting first, and their sums beside the ledger's.

import { type LineRecord, OWED_REASONS } from '../../domain/record/bank-line.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type LineRow, lineRecord, SELECT_LINES } from './bank-lines.ts';

export type OwedFilter = {
  receiving_account_id: string | null;
  /** The last line of the page before. */
  after: { booked_at: number; bank_line_id: string } | null;
  limit: number;
};

/** Reads only the lines in suspense, through their index. */
export async function selectOwed(
  db: Queryable,
  cipher: Cipher,
  { receiving_account_id, after, limit }: OwedFilter,
): Promise<LineRecord[]> {
  const rows = await db.query<LineRow>(
    'list-owed',
    `${SELECT_LINES} where o.status = 'suspense'
       and ($1::uuid is null or l.receiving_account_id = $1)
       and ($2::timestamptz is null or (l.booked_at, l.bank_line_id) > ($2, $3::uuid))
     order by l.booked_at, l.bank_line_id limit $4`,
    [receiving_account_id, timestamp(after?.booked_at ?? null), after?.bank_line_id ?? null, limit],
  );
  return rows.map((row) => lineRecord(cipher, row));
}

export type OwedTotal = {
  receiving_account_id: string;
  currency: string;
  lines: number;
  owed_cents: bigint;
  ledger_cents: bigint;
};

/** By account and currency, also where only the ledger or only the list has something. */
export async function readOwedTotals(db: Queryable): Promise<OwedTotal[]> {
  return await db.query<OwedTotal>(
    'read-owed-totals',
    `select coalesce(l.receiving_account_id, a.receiving_account_id) as receiving_account_id,
       coalesce(l.currency, a.currency) as currency, coalesce(l.lines, 0) as lines,
       coalesce(l.owed_cents, 0) as owed_cents, coalesce(a.ledger_cents, 0) as ledger_cents
     from (
       select b.receiving_account_id, b.currency, count(*)::int as lines,
         sum(b.amount_cents)::bigint as owed_cents
       from bank_line_outcomes o join bank_lines b using (bank_line_id)
       where o.status = 'suspense' group by 1, 2
     ) l full join (
       select substr(account, length('suspense:') + 1)::uuid as receiving_account_id, currency,
         balance_cents as ledger_cents
       from ledger_accounts
       where merchant_id = '00000000-0000-0000-0000-000000000000' and account like 'suspense:%'
     ) a using (receiving_account_id, currency)
     where coalesce(l.lines, 0) <> 0 or coalesce(a.ledger_cents, 0) <> 0
     order by 1, 2`,
    [],
  );
}

/** Lines that were freed from a trade, not those that never had one. */
export async function countOwed(db: Queryable): Promise<number> {
  const rows = await db.query<{ lines: number }>(
    'count-owed',
    `select count(*)::int as lines from bank_line_outcomes
     where status = 'suspense' and reason = any($1::text[])`,
    [OWED_REASONS],
  );
  return rows[0]?.lines ?? 0;
}
