// A rail: a way by which batches of pay-outs reach a bank.
import type { PayoutBatch, RailName } from '../../domain/record/payout-attempt.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { App } from '../process/app.ts';

/**
 * A rail decides nothing: it sends what the export has fixed, and reports the bank's answers in the
 * same way as an imported file. Both may be repeated at any time: the ids stay the same.
 */
export type Rail = {
  name: RailName;
  /** Why this account cannot pay by this rail, worded to follow its name; null if it can. */
  problem(app: App, account: ReceivingAccount): string | null;
  /**
   * Called after the export is written and before it is answered, to prepare what the rail needs.
   */
  prepare(app: App, batch: PayoutBatch): Promise<void>;
  /** Called by the job regularly; returns how much it did. */
  work(app: App): Promise<number>;
};
