// The service's clock: expires what is due, numbers events, delivers callbacks, ends reservations.
import type { App } from '../app/app.ts';
import { cleanReservations } from '../app/clean-reservations.ts';
import { type ClaimedDelivery, claimDeliveries, recordAttempt } from '../app/deliver.ts';
import { expireDue } from '../app/expire-due.ts';
import { numberEvents } from '../app/number-events.ts';
import { isOutage } from '../app/outage.ts';
import { rematchLines } from '../app/rematch-lines.ts';
import { createCallbackClient } from './callback-client.ts';
import { type JobRunner, runJobs } from './run-jobs.ts';

/** Any number of processes may run the jobs of one database: each claims what it works on. */
export function startJobs(app: App): JobRunner {
  const client = createCallbackClient({ allow_local: app.allow_local_callbacks });
  const jobs = runJobs<ClaimedDelivery>({
    log: app.log,
    events: app.wake.events,
    isOutage,
    expire: () => expireDue(app),
    number: () => numberEvents(app),
    rematch: () => rematchLines(app),
    clean: () => cleanReservations(app),
    claim: (wanted) => claimDeliveries(app, wanted),
    post: (delivery) => client.post(delivery),
    record: (delivery, attempt) => recordAttempt(app, delivery, attempt),
  });
  return {
    stop: async () => {
      await jobs.stop();
      await client.close();
    },
  };
}
