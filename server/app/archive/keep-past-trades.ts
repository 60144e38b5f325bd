// Notes in the audit trail which trades of a month are kept without their history: their digests
// hang on these entries, so the next proof signs each of them.

import { readPastRuns } from '../../store/archive/past-runs.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';

/** Once no trade of the month moves any more, in the transaction that says so. */
export async function keepPastTrades(tx: Transaction, month: string): Promise<number> {
  let trades = 0;
  for (const run of await readPastRuns(tx, month)) {
    trades += run.trades;
    await auditIn(tx, SERVICE, 'past_trades_kept', `archives/${month}`, { month, ...run });
  }
  return trades;
}
