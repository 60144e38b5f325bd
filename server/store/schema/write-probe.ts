// A harmless write that proves that writes succeed, including locks, disk and, if there is one, the
// standby.
import type { Database } from '../connection/database.ts';

/** Rows for the probe. Two processes that use the same one by chance wait for each other. */
export const PROBE_SLOTS = 256;

/** Calls `reached` once the database has answered. */
export async function proveWrite(
  db: Database,
  slot: number,
  reached: () => void,
  query_timeout_ms: number,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.query(
        'write-probe',
        `insert into write_probes (slot, written_at) values ($1, statement_timestamp())
         on conflict (slot) do update set written_at = excluded.written_at`,
        [slot],
      );
      reached();
    },
    { query_timeout_ms },
  );
}
