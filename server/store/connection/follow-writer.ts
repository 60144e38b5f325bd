// The connections of a pool to a database with several servers: new ones go to the server that
// takes writes, which is another one after a failover.
import type pg from 'pg';
import { isPoolBusy, isStoreOutage } from './outage.ts';
import { addressesOf, CONNECT_MS, connectLimitMs, takesNoWrites, takesWrites } from './servers.ts';

/** Takes a connection from the pool; asks each one once whether its server takes writes. */
function writersOf(pool: pg.Pool, limit_ms: number): () => Promise<pg.PoolClient> {
  const writers = new WeakSet<pg.PoolClient>();
  return async () => {
    const client = await pool.connect();
    if (writers.has(client)) return client;
    try {
      if (!(await takesWrites(client, limit_ms))) throw takesNoWrites();
    } catch (error) {
      client.release(true);
      throw error;
    }
    writers.add(client);
    return client;
  };
}

/**
 * If a server takes no writes, the next connection goes to the next one, and so on around. All of
 * them together have the time of one: whoever waits for a connection does not wait longer because
 * there are more servers that do not answer.
 */
export function followWriter(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const addresses = addressesOf(pool.options);
  const { urls, is_writer_sought } = addresses;
  if (!is_writer_sought) return () => pool.connect();
  const limit_ms = connectLimitMs(addresses);
  pool.options.connectionTimeoutMillis = limit_ms;
  const take = writersOf(pool, limit_ms);
  let at = 0;
  const turnFrom = (tried: number) => {
    // Others may have turned meanwhile.
    if (at === tried) at = (at + 1) % urls.length;
    pool.options.connectionString = urls[at];
  };
  pool.options.connectionString = urls[at];
  /** False if there is no other server to try. */
  const mayGoOn = (error: unknown, tried: number, tries: { left: number }): boolean => {
    if (!isStoreOutage(error)) return false;
    // If all connections are in use, another server would not help.
    if (isPoolBusy(error)) return true;
    turnFrom(tried);
    tries.left -= 1;
    return tries.left > 0;
  };
  return async () => {
    const latest_ms = performance.now() + CONNECT_MS - limit_ms / 2;
    const tries = { left: urls.length };
    for (;;) {
      const tried = at;
      try {
        return await take();
      } catch (error) {
        if (!mayGoOn(error, tried, tries) || performance.now() >= latest_ms) throw error;
      }
    }
  };
}
