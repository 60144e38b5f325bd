// Shows the pool of connections and the time of statements in the metrics.
import { SECOND_MS } from '../lib/durations.ts';
import type { Database } from '../store/connection/database.ts';
import type { Metrics } from './metrics.ts';

export function meterDatabase(db: Database, metrics: Metrics): void {
  const tell = (name: string) => (took_ms: number) => metrics.observe(name, took_ms / SECOND_MS);
  db.meterWith({
    answered: tell('database_group_duration_seconds'),
    connected: tell('database_connection_wait_seconds'),
  });
  metrics.watch('database_connections', () => {
    const { open, idle } = db.poolUse();
    return { busy: open - idle, idle };
  });
  metrics.watch('database_connections_limit', () => db.max_connections);
  metrics.watch('database_connection_waiters', () => db.poolUse().waiting);
}
