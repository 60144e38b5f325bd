// Amounts in suspense by account and age, and merchants with a negative balance.
import { ageAfter, endsOfAges, type SuspenseAge } from '../../domain/line/suspense-age.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

export type SuspenseSum = {
  receiving_account_id: string;
  currency: string;
  /** By the hour of booking. */
  age: SuspenseAge;
  lines: number;
  in_cents: bigint;
  out_cents: bigint;
  /** The hour in which the oldest line was booked, in epoch milliseconds. */
  oldest_hour: number;
};

type SumRow = Omit<SuspenseSum, 'age'> & { ends_before: number };

/**
 * By account, and within an account from the youngest to the oldest. Reads only the lines in
 * suspense, through their index: the cost does not grow with all lines.
 */
export async function readSuspense(db: Queryable, now: number): Promise<SuspenseSum[]> {
  const rows = await db.query<SumRow>(
    'read-suspense',
    `select l.receiving_account_id, l.currency,
       width_bucket(date_trunc('hour', l.booked_at), $1::timestamptz[]) as ends_before,
       count(*)::int as lines,
       coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0)::bigint as in_cents,
       coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0)::bigint as out_cents,
       date_trunc('hour', min(l.booked_at)) as oldest_hour
     from bank_line_outcomes o join bank_lines l using (bank_line_id)
     where o.status = 'suspense' group by 1, 2, 3 order by 1, 3 desc, 2`,
    [plainArray(endsOfAges(now).map((end) => timestamp(end)))],
  );
  return rows.map(({ receiving_account_id, currency, ends_before, ...sums }) => {
    return { receiving_account_id, currency, age: ageAfter(ends_before), ...sums };
  });
}

/**
 * Merchants whose spendable balance is below zero, the lowest first. Looks up each merchant's
 * account by its key: the books have far more accounts than merchants.
 */
export async function readNegativeBalances(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ merchant_id: string }>(
    'read-negative-balances',
    `select m.merchant_id from merchants m cross join lateral (
       select a.balance_cents from ledger_accounts a
       where a.merchant_id = m.merchant_id and a.account = 'available' and a.balance_cents < 0
       offset 0
     ) b group by 1 order by min(b.balance_cents), 1`,
    [],
  );
  return rows.map((row) => row.merchant_id);
}
