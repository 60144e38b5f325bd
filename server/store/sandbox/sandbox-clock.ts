// How far the sandbox's clock is ahead of the database's: one row for all processes.
import type { Queryable } from '../connection/database.ts';

/** 0 if nobody has advanced it. */
export async function readSandboxAhead(db: Queryable): Promise<number> {
  const rows = await db.query<{ ahead_ms: bigint }>(
    'read-sandbox-ahead',
    'select ahead_ms from sandbox_clock',
    [],
  );
  return Number(rows[0]?.ahead_ms ?? 0n);
}

/** Lock the settings' version before: two advances at once then add up. */
export async function saveSandboxAhead(tx: Queryable, ahead_ms: number): Promise<void> {
  await tx.query(
    'save-sandbox-ahead',
    `insert into sandbox_clock (only_row, ahead_ms) values (true, $1)
     on conflict (only_row) do update set ahead_ms = excluded.ahead_ms`,
    [ahead_ms],
  );
}
