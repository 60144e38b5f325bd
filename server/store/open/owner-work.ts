// What only the owner of the tables may do while the service runs: it encrypts history under a new
// data key, and erases the data of payers. So it runs in the process that has the owner's address.
import { openDatabase } from '../connection/database.ts';
import type { Connection, StoreLog } from '../connection/when-there.ts';
import { KEY_TIMES } from '../encryption/key-times.ts';
import { resealKept } from '../encryption/reseal-kept.ts';
import { eraseWaiting } from '../erasure/erase-waiting.ts';
import { followMoves } from '../moving/follow-move.ts';

type Options = { connection: Connection; master_key: Uint8Array; log: StoreLog };

const LOOK_EVERY_MS = 15_000;

/** Checks periodically until stopped; a connection is open only during a check. */
export function startOwnerWork({ connection, master_key, log }: Options): () => Promise<void> {
  let is_stopping = false;
  let looking = Promise.resolve();
  const isStopping = () => is_stopping;
  const key = Buffer.from(master_key);
  const look = async () => {
    const onIdleError = (error: Error) => log.warn({ err: error }, 'the connection broke');
    const moved = await followMoves(connection, key, onIdleError);
    const now = moved === null ? connection : { connectionString: moved.owner_url };
    const db = openDatabase({ connection: now, max_connections: 1, onIdleError });
    try {
      const erased = await eraseWaiting(db, key, { isStopping });
      if (erased > 0) log.info({ rows: erased }, 'the data of payers were erased');
      const rows = await resealKept(db, key, KEY_TIMES, isStopping);
      if (rows > 0) log.info({ rows }, 'rows of history were looked at for the new data key');
    } finally {
      await db.close();
    }
  };
  const failed = (error: unknown) => {
    log.warn({ err: error }, 'rows of history wait for the new data key, or to be erased');
  };
  let is_looking = false;
  const timer = setInterval(() => {
    if (is_looking) return;
    is_looking = true;
    looking = look()
      .catch(failed)
      .finally(() => {
        is_looking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    is_stopping = true;
    clearInterval(timer);
    await looking;
  };
}
