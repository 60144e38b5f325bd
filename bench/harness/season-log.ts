// Gives a new PostgreSQL a write-ahead log with files to recycle, as after a while in service. A
// new server creates each file first, and every order waits for that.
import pg from 'pg';

const MESSAGE_BYTES = 4 * 1024 * 1024;
/** As much as the service's settings keep of the log (`min_wal_size`). */
const LOG_BYTES = 1024 * 1024 * 1024;

/** Writes that much log; after the next checkpoint PostgreSQL recycles the files. */
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
