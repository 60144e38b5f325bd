// Lists the days of an account that have a balance of the bank or a closing.
import type { Queryable } from '../connection/database.ts';

export type KnownDay = {
  day: string;
  opening_cents: bigint | null;
  closing_cents: bigint | null;
  revision: number | null;
  closed_at: number | null;
};

/** Days with a statement balance or a closing, newest first, before the given day. */
export async function selectKnownDays(
  db: Queryable,
  filter: { receiving_account_id: string; before: string | null; limit: number },
): Promise<KnownDay[]> {
  return await db.query<KnownDay>(
    'list-known-days',
    `select d.day::text as day, s.opening_cents, s.closing_cents, c.revision, c.closed_at
     from (
       select day from statement_balances
       where receiving_account_id = $1 and ($2::date is null or day < $2)
       union
       select day from account_day_closings
       where receiving_account_id = $1 and ($2::date is null or day < $2)
       order by day desc limit $3
     ) d
     left join lateral (
       select (array_agg(b.opening_cents order by b.statement_id)
           filter (where b.opening_cents is not null))[1] as opening_cents,
         (array_agg(b.closing_cents order by b.statement_id desc)
           filter (where b.closing_cents is not null))[1] as closing_cents
       from statement_balances b where b.receiving_account_id = $1 and b.day = d.day
     ) s on true
     left join lateral (
       select c.revision, c.closed_at from account_day_closings c
       where c.receiving_account_id = $1 and c.day = d.day order by c.revision desc limit 1
     ) c on true
     order by d.day desc`,
    [filter.receiving_account_id, filter.before, filter.limit],
  );
}
