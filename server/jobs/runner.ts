// The service's clock: expires what is due, delivers callbacks, ends reservations and receipts.
import type { App } from '../app/app.ts';
import { claimDeliveries } from '../app/claim-deliveries.ts';
import { cleanReservations } from '../app/clean-reservations.ts';
import { createSignatureCleaner } from '../app/clean-signatures.ts';
import type { ClaimedDelivery } from '../app/deliver.ts';
import { expireDue } from '../app/expire-due.ts';
import { createStrayExpiry } from '../app/expire-strays.ts';
import { createClockFollower } from '../app/follow-clock.ts';
import { measureBooks } from '../app/measure-books.ts';
import { isOutage } from '../app/outage.ts';
import { createDailyProof } from '../app/proofs/daily-proof.ts';
import { workRails } from '../app/rails/rails.ts';
import { removeOldReceiptFiles } from '../app/receipts.ts';
import { createAttemptRecorder } from '../app/record-attempts.ts';
import { rematchLines } from '../app/rematch-lines.ts';
import { resealRows } from '../app/reseal-rows.ts';
import { releaseDueHolds } from '../app/settlements/holds.ts';
import { LIMITS } from '../domain/service/limits.ts';
import { createCallbackClient } from './callback-client.ts';
import { type JobRunner, type JobWork, runJobs } from './run-jobs.ts';

/**
 * Any number of processes may run the jobs of one database: each claims what it works on. `chores`
 * resolves when this one is to do also those that one process of a machine does for all.
 */
export function startJobs(app: App, chores?: Promise<void>): JobRunner {
  const client = createCallbackClient({
    allow_local: app.allow_local_callbacks,
    now: app.settings.now,
  });
  const cleanSignatures = createSignatureCleaner(app);
  const expireStrays = createStrayExpiry(app, LIMITS.payin_life_max_ms);
  const work: JobWork<ClaimedDelivery> = {
    log: app.log,
    events: app.wake.events,
    isOutage,
    expire: async () => (await expireDue(app)) + (await expireStrays()),
    rematch: () => rematchLines(app),
    clean: async () =>
      (await cleanReservations(app)) +
      (await removeOldReceiptFiles(app)) +
      (await cleanSignatures()),
    releaseHolds: () => releaseDueHolds(app),
    workRails: () => workRails(app),
    prove: createDailyProof(app),
    followClock: createClockFollower(app),
    reseal: () => resealRows(app),
    measure: () => measureBooks(app),
    claim: (wanted) => claimDeliveries(app, wanted),
    post: (delivery) => client.post(delivery),
    record: createAttemptRecorder(app),
  };
  const jobs = runJobs(work, undefined, chores);
  return {
    stop: async () => {
      await jobs.stop();
      await client.close();
    },
  };
}
