// A rail: a way on which batches of pay-outs reach a bank.
import type { PayoutBatch, RailName } from '../../domain/record/payout-attempt.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { App } from '../process/app.ts';

/**
 * A rail never decides: it hands out what the export has fixed, and tells what the bank says
 * through the same door as a file. Both may be repeated at any time: the ids stay the same.
 */
export type Rail = {
  name: RailName;
  /** Why this account cannot pay on this rail, in words after its name; null where it can. */
  problem(app: App, account: ReceivingAccount): string | null;
  /** Once the export is written: what the rail needs is there before anybody is told. */
  prepare(app: App, batch: PayoutBatch): Promise<void>;
  /** Its turn of the clock: how much it did. */
  work(app: App): Promise<number>;
};
