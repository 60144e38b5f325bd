// How far the imports of statements have come: one row per statement, written with it.
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { sealText } from '../encryption/sealed-text.ts';

/** Names of files have account numbers, or whose account it is. */
export const fileNamePlace = (statement_id: string) =>
  `statement_imports/file_name/${statement_id}`;

/** A statement that was imported before keeps its row: the same file goes on where it was cut. */
export async function beginImports(
  tx: Transaction,
  cipher: Cipher,
  statement_ids: readonly string[],
  file_name: string | null,
  now: number,
): Promise<void> {
  const ids = [...new Set(statement_ids)].toSorted();
  await tx.query(
    'begin-statement-imports',
    `insert into statement_imports (statement_id, file_name, taken_lines, progress_at)
     select id, name, 0, $3 from unnest($1::uuid[], $2::text[]) as s(id, name) order by id
     on conflict (statement_id) do nothing`,
    [ids, ids.map((id) => sealText(cipher, file_name, fileNamePlace(id))), timestamp(now)],
  );
}

export type ImportProgress = {
  readonly statement_id: string;
  readonly taken_lines: number;
  readonly is_complete: boolean;
};

/** Never backwards: of two imports of one file, the one that is further counts. */
export async function writeProgress(
  db: Queryable,
  progress: readonly ImportProgress[],
  now: number,
): Promise<void> {
  if (progress.length === 0) return;
  await db.query(
    'write-statement-progress',
    `update statement_imports i set taken_lines = greatest(i.taken_lines, p.taken_lines),
       progress_at = $4,
       completed_at = coalesce(i.completed_at, case when p.is_complete then $4::timestamptz end)
     from unnest($1::uuid[], $2::integer[], $3::boolean[])
       as p(statement_id, taken_lines, is_complete)
     join (
       select statement_id from statement_imports where statement_id = any($1::uuid[])
       order by statement_id for update
     ) as locked using (statement_id)
     where i.statement_id = p.statement_id and i.completed_at is null`,
    [
      progress.map((one) => one.statement_id),
      progress.map((one) => one.taken_lines),
      progress.map((one) => one.is_complete),
      timestamp(now),
    ],
  );
}
