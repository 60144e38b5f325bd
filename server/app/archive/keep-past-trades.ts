// Notes in the audit trail which trades of removed months are kept without their history: their
// digests hang on these entries, so the next proof signs each of them.

import { readCountedPast, readPastCounts } from '../../store/archive/past-records.ts';
import { readPastRuns } from '../../store/archive/past-runs.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { hashPastTrades } from '../proof/removed-months.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';

async function keepMonth(tx: Transaction, month: string): Promise<void> {
  for (const run of await readPastRuns(tx, month)) {
    await auditIn(tx, SERVICE, 'past_trades_kept', `archives/${month}`, { month, ...run });
  }
}

/**
 * Once no trade of a month moves any more, in the transaction that says so. Of each month that has
 * more past trades than the last time; returns how many each has. The digests go with the month in
 * which they were recorded, so one hash over all past trades stays in the trail.
 */
export async function keepPastTrades(
  tx: Transaction,
  cipher: Cipher,
): Promise<Readonly<Record<string, number>>> {
  const before = (await readCountedPast(tx))?.past ?? {};
  const past = await readPastCounts(tx);
  for (const [month, trades] of Object.entries(past)) {
    if (before[month] !== trades) await keepMonth(tx, month);
  }
  const past_sha256 = await hashPastTrades(tx, cipher);
  await auditIn(tx, SERVICE, 'past_trades_counted', 'archives', { past, past_sha256 });
  return past;
}
