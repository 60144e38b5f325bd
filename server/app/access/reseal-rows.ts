// The job that re-encrypts all rows with the newest data key in small steps, and then removes the
// old keys.

import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import type { Transaction } from '../../store/connection/database.ts';
import {
  findMove,
  isDone,
  readProgress,
  removeUnusedKeys,
} from '../../store/encryption/data-keys.ts';
import { KEY_TIMES, type KeyTimes } from '../../store/encryption/key-times.ts';
import { resealPage } from '../../store/encryption/reseal.ts';
import { columnName, SEALED_COLUMNS } from '../../store/encryption/sealed-columns.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';

/** Long, because every row of every encrypted column is read. */
const QUERY_TIMEOUT_MS = 3_600_000;

const ACTOR = { role: 'service', id: null } as const;

async function removeKeys(app: App, times: KeyTimes): Promise<number> {
  const remove = async (tx: Transaction) => {
    const removed = await removeUnusedKeys(tx, times);
    if (removed.length > 0) await bumpSettingsVersion(tx);
    for (const key_id of removed) {
      const target = `encryption_keys/${key_id}`;
      await auditIn(tx, ACTOR, 'encryption_key_removed', target, { purpose: 'data' });
    }
    return removed;
  };
  const { db } = app.store;
  const removed = await db.transaction(remove, { query_timeout_ms: QUERY_TIMEOUT_MS });
  if (removed.length === 0) return 0;
  app.log.info({ key_ids: removed }, 'removed encryption keys that no row uses any more');
  await app.settings.refresh();
  return removed.length;
}

/**
 * Processes one page of each unfinished column and returns how many rows it did. Only their owner
 * may change the history tables.
 */
export async function resealRows(app: App, times: KeyTimes = KEY_TIMES): Promise<number> {
  const { db, cipher } = app.store;
  const move = await findMove(db, cipher, times);
  if (move === null) return 0;
  const progress = await readProgress(db);
  const open = new Set(
    progress.filter((one) => !isDone(one, move.key_id)).map((one) => one.sealed_column),
  );
  let done = 0;
  for (const column of SEALED_COLUMNS) {
    if (column.is_kept || !open.has(columnName(column))) continue;
    done += await resealPage(db, cipher, column, move.former);
  }
  if (open.size > 0 || !move.is_rested) return done;
  return await removeKeys(app, times);
}
