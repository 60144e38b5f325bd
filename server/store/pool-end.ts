// The end of a pool: the driver says that it has ended as soon as it has said goodbye to its
// server. One that is stopped right then would break connections that are still closing.
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A server that is not there any more says nothing; nobody waits longer for it. */
const GOODBYE_MS = 2_000;

/** The driver's client, as far as its socket goes. */
type WithSocket = { readonly connection: { readonly stream: Duplex } };

/** Returns how to end it: resolves when all its connections are closed. */
export function endOf(pool: pg.Pool, goodbye_ms = GOODBYE_MS): () => Promise<void> {
  const open = new Map<pg.PoolClient, Promise<void>>();
  pool.on('connect', (client) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    open.set(client, promise);
    client.once('end', () => {
      open.delete(client);
      resolve();
    });
  });
  return async () => {
    await pool.end();
    await Promise.race([Promise.all(open.values()), sleep(goodbye_ms, undefined, { ref: false })]);
    for (const client of open.keys()) {
      (client as unknown as WithSocket).connection.stream.destroy();
    }
  };
}
