// The closings of an account's days, for lists of them.
import type { Queryable } from '../connection/database.ts';
import { CLOSING, type Closing, type ClosingRow, closingOf } from './proof-days.ts';

/** All closings of an account, each revision, newest day first; after the one that is given. */
export async function selectClosings(
  db: Queryable,
  receiving_account_id: string,
  after: Pick<Closing, 'day' | 'revision'> | null,
  limit: number,
): Promise<Closing[]> {
  const rows = await db.query<ClosingRow>(
    'list-day-closings',
    `select ${CLOSING} from account_day_closings c
     where c.receiving_account_id = $1
       and ($2::date is null or (c.day, c.revision) < ($2::date, $3::integer))
     order by c.day desc, c.revision desc limit $4`,
    [receiving_account_id, after?.day ?? null, after?.revision ?? null, limit],
  );
  return rows.map(closingOf);
}
