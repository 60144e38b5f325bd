// Amounts in suspense by account and day of booking, and merchants with a negative balance.
import type { Queryable } from '../connection/database.ts';

export type SuspenseDay = {
  receiving_account_id: string;
  currency: string;
  /** The hour in which the lines were booked, in epoch milliseconds. */
  booked_hour: number;
  lines: number;
  in_cents: bigint;
  out_cents: bigint;
};

/** Reads only the lines in suspense, through their index: the cost does not grow with all lines. */
export async function readSuspense(db: Queryable): Promise<SuspenseDay[]> {
  return await db.query<SuspenseDay>(
    'read-suspense',
    `select l.receiving_account_id, l.currency, date_trunc('hour', l.booked_at) as booked_hour,
       count(*)::int as lines,
       coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0)::bigint as in_cents,
       coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0)::bigint as out_cents
     from bank_line_outcomes o join bank_lines l using (bank_line_id)
     where o.status = 'suspense' group by 1, 2, 3 order by 1, 2, 3`,
    [],
  );
}

/**
 * Merchants whose spendable balance is below zero. Looks up each merchant's account by its key:
 * the books have far more accounts than merchants.
 */
export async function readNegativeBalances(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ merchant_id: string }>(
    'read-negative-balances',
    `select m.merchant_id from merchants m where exists (
       select 1 from ledger_accounts a
       where a.merchant_id = m.merchant_id and a.account = 'available' and a.balance_cents < 0
       offset 0
     ) order by 1`,
    [],
  );
  return rows.map((row) => row.merchant_id);
}
