// The facts for commands that send pay-outs: their batches, locked first, and the attempts of every
// locked pay-out. Other commands need none of these statements.

import { isAllNew, type Needs } from '../../domain/batch/needs.ts';
import { putAttempt, type World } from '../../domain/batch/world.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Transaction } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readPayoutAttempts, readPending } from './payout-attempts.ts';
import { countPayouts, lockPayoutBatches } from './payout-batches.ts';

/** Locks the batches of these commands, before any other lock is taken. */
export async function lockBatchesOf(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  { exported_batches, filled_batches }: Needs,
): Promise<void> {
  const [batches, counts] = await Promise.all([
    lockPayoutBatches(tx, cipher, [...exported_batches, ...filled_batches]),
    // A new snapshot, once the batches are locked: it includes what others have added.
    countPayouts(tx, filled_batches),
  ]);
  for (const batch of batches) world.payout_batches.set(batch.payout_batch_id, batch);
  for (const { payout_batch_id, count } of counts) world.payout_counts.set(payout_batch_id, count);
}

/** The pay-outs that an export sends: nothing is added to the batch while it is locked. */
export const readExported = (tx: Transaction, needs: Needs): Promise<TradeKey[]> =>
  readPending(tx, needs.exported_batches);

/** Reads a new snapshot, once the trades are locked. */
export async function readAttemptsOfLocked(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  needs: Needs,
): Promise<void> {
  // A pay-out that is being created has no attempts yet.
  if (isAllNew(needs)) return;
  const payouts = [...world.trades.values()].filter(({ direction }) => direction === 'payout');
  for (const attempt of await readPayoutAttempts(tx, cipher, payouts)) putAttempt(world, attempt);
}
