// Reads the database for a check of the books: in snapshots, on a bounded number of connections.
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';

/** Some queries read whole tables, which may be large. */
const QUERY_TIMEOUT_MS = 3_600_000;
const LIMITS = { query_timeout_ms: QUERY_TIMEOUT_MS, silence_ms: QUERY_TIMEOUT_MS };

const BEGIN = 'set transaction isolation level repeatable read, read only';

/** With `shared`, what the transaction sees that has exported this snapshot. */
export async function readSnapshot<Value>(
  app: App,
  work: (tx: Transaction) => Promise<Value>,
  shared: string | null = null,
): Promise<Value> {
  return await app.store.db.transaction(async (tx) => {
    await tx.query('snapshot', BEGIN, []);
    if (shared !== null) await tx.query('', `set transaction snapshot '${shared}'`, []);
    return await work(tx);
  }, LIMITS);
}

/**
 * Other transactions can see what this one sees, as long as it is open. Null if the engine cannot
 * share a snapshot.
 */
export async function exportSnapshot(tx: Transaction): Promise<string | null> {
  if (!tx.engine.shares_snapshots) return null;
  const [row] = await tx.query<{ id: string }>(
    'export-snapshot',
    'select pg_export_snapshot() as id',
    [],
  );
  if (row === undefined) throw new Error('PostgreSQL exported no snapshot');
  return row.id;
}

/** More would only wait for the processor, and leave fewer connections to requests. */
const MOST_LANES = 3;
/** Of the pool's connections, one in so many may check the books. */
const SHARE = 4;

/** Runs the work in several lanes at once; throws the first failure once all have ended. */
export async function lanesOf(app: App, lane: () => Promise<void>): Promise<void> {
  const share = Math.floor(app.store.db.max_connections / SHARE);
  const count = Math.max(1, Math.min(MOST_LANES, share));
  const ends = await Promise.allSettled(Array.from({ length: count }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
