// The connections of a pool to a database with several servers: new ones go to the server that
// takes writes, which is another one after a failover.
import type pg from 'pg';
import { isPoolBusy, isStoreOutage } from './outage.ts';
import { addressesOf, takesNoWrites, takesWrites } from './servers.ts';

/** Takes a connection from the pool; asks each one once whether its server takes writes. */
function writersOf(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const writers = new WeakSet<pg.PoolClient>();
  return async () => {
    const client = await pool.connect();
    if (writers.has(client)) return client;
    try {
      if (!(await takesWrites(client))) throw takesNoWrites();
    } catch (error) {
      client.release(true);
      throw error;
    }
    writers.add(client);
    return client;
  };
}

/** If a server takes no writes, the next connection goes to the next one, and so on around. */
export function followWriter(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const { urls, is_writer_sought } = addressesOf(pool.options);
  if (!is_writer_sought) return () => pool.connect();
  const take = writersOf(pool);
  let at = 0;
  const turnFrom = (tried: number) => {
    // Others may have turned meanwhile.
    if (at === tried) at = (at + 1) % urls.length;
    pool.options.connectionString = urls[at];
  };
  pool.options.connectionString = urls[at];
  return async () => {
    for (let left = urls.length; ; left -= 1) {
      const tried = at;
      try {
        return await take();
      } catch (error) {
        // If all connections are in use, another server would not help.
        if (!isStoreOutage(error) || isPoolBusy(error)) throw error;
        turnFrom(tried);
        if (left === 1) throw error;
      }
    }
  };
}
