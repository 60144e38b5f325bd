// Starts the service's jobs: expire what is due, deliver callbacks, delete what is older than the
// settings allow.

import { cleanAccess } from '../app/access/clean-access.ts';
import { createSignatureCleaner } from '../app/access/clean-signatures.ts';
import { resealRows } from '../app/access/reseal-rows.ts';
import { cleanReservations } from '../app/account/clean-reservations.ts';
import { measureService } from '../app/alert/measure-service.ts';
import { claimNotices, recordNotice } from '../app/alert/notices.ts';
import { watchAlerts } from '../app/alert/watch-alerts.ts';
import { expireProposals } from '../app/approval/expire-proposals.ts';
import { claimDeliveries } from '../app/callback/claim-deliveries.ts';
import type { ClaimedDelivery } from '../app/callback/deliver.ts';
import { followEndpoints } from '../app/callback/follow-endpoints.ts';
import { createAttemptRecorder } from '../app/callback/record-attempts.ts';
import { tracedAttempt } from '../app/callback/trace-attempt.ts';
import { followDeadlines } from '../app/dispute/follow-deadlines.ts';
import { followCustomerErasures } from '../app/erasure/follow-customer-erasures.ts';
import { measureBooks } from '../app/ledger/measure-books.ts';
import { applyLineRules } from '../app/line/apply-line-rules.ts';
import { makeLineWords } from '../app/line/make-line-words.ts';
import { rematchLines } from '../app/line/rematch-lines.ts';
import { workRails } from '../app/payout/rails.ts';
import type { App } from '../app/process/app.ts';
import { createClockFollower } from '../app/process/follow-clock.ts';
import { isOutage } from '../app/process/outage.ts';
import { createDailyProof } from '../app/proof/daily-proof.ts';
import { makeReportPost, type ReportFileMaker } from '../app/report/make-report-post.ts';
import { claimReports, recordReport, writeDueReports } from '../app/report/send-reports.ts';
import { createEndByAge } from '../app/retention/end-by-age.ts';
import { endCallbacks } from '../app/retention/end-callbacks.ts';
import { answerSandboxOrders } from '../app/sandbox/answer-orders.ts';
import { isScriptedFailure } from '../app/sandbox/fail-callbacks.ts';
import { releaseDueHolds } from '../app/settlement/holds.ts';
import { countEvents } from '../app/trade/count-events.ts';
import { expireDue } from '../app/trade/expire-due.ts';
import { createOverlongExpiry } from '../app/trade/expire-overlong.ts';
import { makePayeeWords } from '../app/trade/make-trade-words.ts';
import { LIMITS } from '../domain/service/limits.ts';
import type { MailServer } from './mail-client.ts';
import { type NoticeWork, sendNotices } from './notice-sender.ts';
import { createOutgoing } from './outgoing.ts';
import { type ReportWork, sendReports } from './report-sender.ts';
import { type JobRunner, type JobWork, runJobs } from './run-jobs.ts';

/** The sandbox was asked for a failure: nothing is sent. */
const SCRIPTED = {
  status: 503,
  error: 'bad_status',
  duration_ms: 0,
  reply_head: 'The sandbox was asked for this failure.',
  retry_after_ms: null,
} as const;

/** What the jobs do in the database alone: nothing of it is sent anywhere. */
export function createStoredWork(app: App) {
  const cleanSignatures = createSignatureCleaner(app);
  const expireOverlong = createOverlongExpiry(app, LIMITS.payin_life_max_ms);
  return {
    expire: async () => (await expireDue(app)) + (await expireOverlong()),
    rematch: () => rematchLines(app),
    clean: async () =>
      (await cleanReservations(app)) + (await cleanSignatures()) + (await cleanAccess(app)),
    endByAge: createEndByAge(app),
    endCallbacks: () => endCallbacks(app),
    releaseHolds: () => releaseDueHolds(app),
    expireProposals: () => expireProposals(app),
    followErasures: () => followCustomerErasures(app),
    followDeadlines: () => followDeadlines(app),
    answerSandboxOrders: () => answerSandboxOrders(app),
    workRails: () => workRails(app),
    prove: createDailyProof(app),
    countEvents: () => countEvents(app),
    writeMisses: () => app.misses.write(),
    makeWords: () => makeLineWords(app),
    makePayeeWords: () => makePayeeWords(app),
    applyRules: () => applyLineRules(app),
    followClock: createClockFollower(app),
    followEndpoints: () => followEndpoints(app),
    reseal: () => resealRows(app),
    measure: async () => (await measureBooks(app)) + (await measureService(app)),
    watchAlerts: () => watchAlerts(app),
  } satisfies Partial<JobWork<ClaimedDelivery>>;
}

/**
 * Any number of processes may run the jobs on one database: each claims what it works on.
 * `single_jobs` resolves when this process is to run also the jobs that one process of a machine
 * does for all.
 */
export function startJobs(
  app: App,
  mail: MailServer | null,
  makeFile: ReportFileMaker,
  single_jobs?: Promise<void>,
): JobRunner {
  const outgoing = createOutgoing(app, mail);
  const { callback, test_event, notice, report } = outgoing;
  app.outlet.open((given) => test_event.post(given));
  const notices: NoticeWork = {
    claim: () => claimNotices(app),
    record: (notice, result) => recordNotice(app, notice, result),
  };
  const reports: ReportWork = {
    due: () => writeDueReports(app),
    claim: () => claimReports(app),
    make: (sending) => makeReportPost(app, sending, makeFile),
    record: (sending, post, result) => recordReport(app, sending, post, result),
  };
  const work: JobWork<ClaimedDelivery> = {
    log: app.log,
    events: app.wake.events,
    isOutage,
    countFailure: (job) => app.count('job_failures', { job_name: job }),
    rests: async () => (await app.settings.current()).copy !== null,
    ...createStoredWork(app),
    sendNotices: () => sendNotices(notices, notice, notice),
    sendReports: () => sendReports(reports, report, report),
    claim: (wanted) => claimDeliveries(app, wanted),
    post: async (delivery) =>
      (await isScriptedFailure(app, delivery))
        ? SCRIPTED
        : await tracedAttempt(app, delivery, callback.post),
    record: createAttemptRecorder(app),
  };
  const jobs = runJobs(work, undefined, single_jobs);
  return {
    stop: async () => {
      await jobs.stop();
      await outgoing.close();
    },
  };
}
