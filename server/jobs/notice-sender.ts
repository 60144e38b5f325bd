// The job that sends notices of alerts: as signed callbacks to checked addresses, and as e-mails.
import type { ClaimedNotice, NoticeResult } from '../app/alert/notices.ts';
import type { CallbackClient } from './callback-client.ts';
import type { MailClient } from './mail-client.ts';

export type NoticeWork = {
  claim(): Promise<readonly ClaimedNotice[]>;
  record(notice: ClaimedNotice, result: NoticeResult): Promise<void>;
};

async function sendNotice(
  notice: ClaimedNotice,
  callbacks: Pick<CallbackClient, 'post'>,
  mails: MailClient,
): Promise<NoticeResult> {
  if (notice.channel === 'callback') {
    const { status, error } = await callbacks.post(notice);
    return { status, problem: error, is_final: false };
  }
  const { to, mail, message_id } = notice;
  if (to === null) return { status: null, problem: 'no_address', is_final: false };
  return await mails.send({ to, ...mail, message_id });
}

/** Sends what is due, all at once; returns how many there were. */
export async function sendNotices(
  work: NoticeWork,
  callbacks: Pick<CallbackClient, 'post'>,
  mails: MailClient,
): Promise<number> {
  const claimed = await work.claim();
  await Promise.all(
    claimed.map(async (notice) => {
      await work.record(notice, await sendNotice(notice, callbacks, mails));
    }),
  );
  return claimed.length;
}
