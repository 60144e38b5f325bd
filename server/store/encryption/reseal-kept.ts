// Encrypts history again under a new data key: only its owner may change those tables, so it runs
// in the process that was started with the owner's address.

import { type Database, openDatabase } from '../connection/database.ts';
import type { Connection, StoreLog } from '../connection/when-there.ts';
import { ownsTable } from '../schema/owned-table.ts';
import { findMove, isDone, type Move, readProgress } from './data-keys.ts';
import { type KeyedCipher, openCipher } from './encryption.ts';
import { KEY_TIMES, type KeyTimes } from './key-times.ts';
import { resealPage } from './reseal.ts';
import { columnName, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

type Work = { db: Database; cipher: KeyedCipher; move: Move; isStopping: () => boolean };

/** Continues to the end of the column; returns how many rows were read. */
async function resealColumn(work: Work, column: SealedColumn): Promise<number> {
  const { db, cipher, move, isStopping } = work;
  let rows = 0;
  while (!isStopping()) {
    await cipher.keys.refresh();
    // The next run handles a key that was added meanwhile.
    if (cipher.data_key_id !== move.key_id) break;
    const seen = await resealPage(db, cipher, column, move.former);
    rows += seen;
    if (seen < column.page_rows) break;
  }
  return rows;
}

/** Does all pending work; returns how many rows were read. */
export async function resealKept(
  db: Database,
  master_key: Buffer,
  times: KeyTimes = KEY_TIMES,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const cipher = await openCipher(db, master_key);
  const move = await findMove(db, cipher, times);
  if (move === null) return 0;
  const progress = await readProgress(db);
  const done = new Set(
    progress.filter((one) => isDone(one, move.key_id)).map((one) => one.sealed_column),
  );
  let rows = 0;
  for (const column of SEALED_COLUMNS) {
    if (!column.is_kept || done.has(columnName(column))) continue;
    if (!(await ownsTable(db, column.table))) continue;
    rows += await resealColumn({ db, cipher, move, isStopping }, column);
  }
  return rows;
}

type Options = { connection: Connection; master_key: Uint8Array; log: StoreLog };

const LOOK_EVERY_MS = 30_000;

/** Checks periodically until stopped; a connection is open only during a check. */
export function startResealing({ connection, master_key, log }: Options): () => Promise<void> {
  let is_stopping = false;
  let looking = Promise.resolve();
  const look = async () => {
    const onIdleError = (error: Error) => log.warn({ err: error }, 'the connection broke');
    const db = openDatabase({ connection, max_connections: 1, onIdleError });
    try {
      const rows = await resealKept(db, Buffer.from(master_key), KEY_TIMES, () => is_stopping);
      if (rows > 0) log.info({ rows }, 'rows of history were looked at for the new data key');
    } finally {
      await db.close();
    }
  };
  const failed = (error: unknown) => {
    log.warn({ err: error }, 'rows of history wait for the new data key');
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
