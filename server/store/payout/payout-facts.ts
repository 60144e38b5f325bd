// What commands about sending pay-outs rest on: their batches, locked first, and the attempts of
// every pay-out that is locked. Other batches of commands send none of it.
import type { Command } from '../../domain/batch/command.ts';
import { putAttempt, type World } from '../../domain/batch/world.ts';
import type { Transaction } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import type { TradeKey } from '../trade/trades.ts';
import { readPayoutAttempts, readPending } from './payout-attempts.ts';
import { countPayouts, lockPayoutBatches } from './payout-batches.ts';

const exportedBatches = (commands: readonly Command[]): string[] =>
  commands.flatMap((command) => (command.kind === 'export_payouts' ? command.payout_batch_id : []));

/** The batches of these commands, before any other lock is taken. */
export async function lockBatchesOf(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
): Promise<void> {
  const exported = exportedBatches(commands);
  const filled = commands.flatMap((command) =>
    command.kind === 'take_payout' ? (command.payout_batch_id ?? []) : [],
  );
  const [batches, counts] = await Promise.all([
    lockPayoutBatches(tx, cipher, [...exported, ...filled]),
    // A new snapshot, once the batches are locked: what others took into them is in it.
    countPayouts(tx, filled),
  ]);
  for (const batch of batches) world.payout_batches.set(batch.payout_batch_id, batch);
  for (const { payout_batch_id, count } of counts) world.payout_counts.set(payout_batch_id, count);
}

/** The pay-outs that an export sends: nothing comes into the batch while it is locked. */
export const readExported = (tx: Transaction, commands: readonly Command[]): Promise<TradeKey[]> =>
  readPending(tx, exportedBatches(commands));

/** Pay-outs that are only created rest on no attempt. */
const needsAttempts = ({ kind }: Command): boolean =>
  kind !== 'create_payin' && kind !== 'create_payout';

/** A new snapshot: taken once the trades are locked. */
export async function readAttemptsOfLocked(
  tx: Transaction,
  world: World,
  commands: readonly Command[],
): Promise<void> {
  if (!commands.some(needsAttempts)) return;
  const payouts = [...world.trades.values()].filter(({ direction }) => direction === 'payout');
  for (const attempt of await readPayoutAttempts(tx, payouts)) putAttempt(world, attempt);
}
