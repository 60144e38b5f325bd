// Encrypts history again under a new data key: only its owner may change those tables, so it runs
// in the process that was started with the owner's address.

import type { Database } from '../connection/database.ts';
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
