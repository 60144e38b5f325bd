// The job that sends scheduled reports: as e-mails with a file, and as signed callbacks to checked
// addresses.
import type { ReportPost } from '../app/report/make-report-post.ts';
import type { LeasedReport, ReportResult } from '../app/report/send-reports.ts';
import type { CallbackClient } from './callback-client.ts';
import type { MailClient } from './mail-client.ts';

export type ReportWork = {
  /** Writes what is to be sent of reports that have become due. */
  due(): Promise<number>;
  claim(): Promise<readonly LeasedReport[]>;
  make(sending: LeasedReport): Promise<ReportPost>;
  record(sending: LeasedReport, post: ReportPost, result: ReportResult): Promise<void>;
};

async function sendReport(
  post: ReportPost,
  callbacks: Pick<CallbackClient, 'post'>,
  mails: MailClient,
): Promise<ReportResult> {
  if (post.channel === 'none') return { status: null, problem: post.problem, is_final: true };
  if (post.channel === 'callback') {
    const { status, error } = await callbacks.post(post);
    return { status, problem: error, is_final: false };
  }
  const { to, subject, text, message_id, attachments } = post;
  return await mails.send({ to, subject, text, message_id, attachments });
}

/** One after another: each has a file in memory. Returns how many there were. */
export async function sendReports(
  work: ReportWork,
  callbacks: Pick<CallbackClient, 'post'>,
  mails: MailClient,
): Promise<number> {
  const due = await work.due();
  const claimed = await work.claim();
  for (const sending of claimed) {
    const post = await work.make(sending);
    await work.record(sending, post, await sendReport(post, callbacks, mails));
  }
  return due + claimed.length;
}
