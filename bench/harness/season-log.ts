// Gives a new PostgreSQL the write-ahead log of one that has run for a while: files that are used
// again, where a new one makes each file the first time, and every order waits for that.
import pg from 'pg';

const MESSAGE_BYTES = 4 * 1024 * 1024;
/** As much as the service's settings keep of the log (`min_wal_size`). */
const LOG_BYTES = 1024 * 1024 * 1024;

/** Writes that much log; the files are free to be used again after the next checkpoint. */
export async function fillLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let written = 0; written < LOG_BYTES; written += MESSAGE_BYTES) {
      await client.query(
        `select pg_logical_emit_message(false, 'bench', repeat(md5(random()::text), $1))`,
        [MESSAGE_BYTES / 32],
      );
    }
  } finally {
    await client.end();
  }
}
