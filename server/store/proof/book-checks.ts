// The result of the last check of the books: one row for requests to verify, one for daily proofs.
import { type Queryable, timestamp } from '../connection/database.ts';

export const CHECK_SOURCES = ['verify', 'proof'] as const;
export type CheckSource = (typeof CHECK_SOURCES)[number];

/**
 * Keeps the time of the first of several failures. A check of a part that finds nothing does not
 * end a failure, which may lie in what it left out.
 */
export async function recordBooksCheck(
  db: Queryable,
  source: CheckSource,
  { problem_count, is_whole }: { problem_count: number; is_whole: boolean },
  now: number,
): Promise<void> {
  await db.query(
    'record-books-check',
    `insert into book_checks (source, checked_at, problem_count, failing_since)
     values ($1, $3, $2, case when $2 > 0 then $3::timestamptz end)
     on conflict (source) do update set checked_at = excluded.checked_at,
       problem_count = excluded.problem_count,
       failing_since = case when $2 > 0
         then coalesce(book_checks.failing_since, excluded.failing_since) end
     where $4 or $2 > 0 or book_checks.failing_since is null`,
    [source, problem_count, timestamp(now), is_whole],
  );
}
