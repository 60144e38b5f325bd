// Erases the data of the payers that somebody asked for, one trade after the other.

import { readServiceClock } from '../batch/settings-version.ts';
import type { Database } from '../connection/database.ts';
import { openCipher } from '../encryption/encryption.ts';
import { ownsTable } from '../schema/owned-table.ts';
import { eraseTrade } from './erase-trade.ts';
import { selectWaitingErasures } from './erasures.ts';

const AT_ONCE = 100;

type Options = {
  isStopping?: () => boolean;
  at_once?: number;
  /** For tests: how far the service's time is ahead of the database's. */
  ahead_ms?: number;
};

/**
 * Any number of processes may do it; what one of them leaves undone is done the next time. A trade
 * that still waits or cannot be erased does not stand in the way of those behind it.
 */
export async function eraseWaiting(
  db: Database,
  master_key: Buffer,
  { isStopping = () => false, at_once = AT_ONCE, ahead_ms = 0 }: Options = {},
): Promise<number> {
  let page = await selectWaitingErasures(db, null, at_once);
  if (page.length === 0 || !(await ownsTable(db, 'events'))) return 0;
  const cipher = await openCipher(db, master_key);
  // The sandbox's clock may be ahead; in live mode nobody can advance it.
  const now = (await readServiceClock(db, true)) + ahead_ms;
  let erased = 0;
  const failures: unknown[] = [];
  while (page.length > 0) {
    for (const key of page) {
      if (isStopping()) return erased;
      const done = await eraseTrade(db, cipher, key, now).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
      if (done) erased += 1;
    }
    page = await selectWaitingErasures(db, page.at(-1) ?? null, at_once);
  }
  if (failures.length > 1) throw new AggregateError(failures, 'Erasures failed');
  if (failures.length > 0) throw failures[0];
  return erased;
}
