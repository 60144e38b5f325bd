// Notices of alerts: made with the events that they tell of, turned into callbacks and e-mails, and
// recorded.

import {
  type NoticeAlert,
  type NoticeContent,
  nextNoticeAt,
  noticeFor,
} from '../../domain/alert/alert-notice.ts';
import type { Alert, AlertEvent } from '../../domain/alert/alert-rule.ts';
import { attentionCommand, attentionProblem } from '../../domain/alert/attention.ts';
import { ATTENTION } from '../../domain/alert/attention-kinds.ts';
import { type NoticeMail, noticeMail } from '../../domain/alert/notice-mail.ts';
import type { AlertRecipient } from '../../domain/alert-setting/alert-recipient.ts';
import * as store from '../../store/alert/notices.ts';
import { readRecipients } from '../../store/alert/recipients.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { signWebhook } from '../process/standard-webhook.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { itemOfAlert } from './alert-view.ts';

/** How long a process may take for a notice: longer than any attempt may last. */
const LEASE_MS = 60_000;
const AT_ONCE = 16;

export type ToldAlert = { alert: Alert; event: AlertEvent };

function noticeAlert({ alert, event }: ToldAlert): NoticeAlert {
  const item = itemOfAlert(alert);
  return {
    id: alert.alert_id,
    event,
    kind: alert.kind,
    severity: alert.sight.severity,
    subject_type: ATTENTION[alert.kind].subject,
    subject_id: alert.subject_id,
    count: item.count,
    has_more: item.has_more,
    oldest_at: isoOrNull(item.oldest_at),
    problem: attentionProblem(item),
    remedy: ATTENTION[alert.kind].remedy,
    command: attentionCommand(item),
    raised_at: iso(alert.raised_at ?? alert.over_since),
    recovered_at: isoOrNull(alert.recovered_at),
  };
}

/** In the transaction that marks the events as told: one notice for each recipient who wants it. */
export async function writeNotices(
  tx: Queryable,
  app: App,
  told: readonly ToldAlert[],
  now: number,
): Promise<void> {
  if (told.length === 0) return;
  const alerts = told.map(noticeAlert);
  const recipients = await readRecipients(tx, app.store.cipher);
  const notices = recipients
    .filter(({ enabled }) => enabled)
    .flatMap((recipient) => {
      const content = noticeFor(recipient, alerts);
      const { alert_recipient_id } = recipient;
      return content === null ? [] : [{ alert_notice_id: newId(), alert_recipient_id, content }];
    });
  await store.insertNotices(tx, notices, now);
}

type Sent = Pick<store.LeasedNotice, 'alert_notice_id' | 'alert_recipient_id' | 'purpose'> & {
  attempt: number;
};

export type NoticeCallback = Sent & {
  channel: 'callback';
  url: string | null;
  body: string;
  headers: Readonly<Record<string, string>>;
};

export type NoticeEmail = Sent & {
  channel: 'email';
  to: string | null;
  mail: NoticeMail;
  /** The same at every attempt, so that a mailbox can recognise it. */
  message_id: string;
};

export type ClaimedNotice = NoticeCallback | NoticeEmail;

function liveSecretsOf(recipient: AlertRecipient, now: number): string[] {
  const { secret, previous_secret, previous_secret_until: until } = recipient;
  const former = until !== null && until > now ? previous_secret : null;
  return [secret, former].filter((one) => one !== null);
}

function callbackOf(
  app: App,
  notice: store.LeasedNotice,
  recipient: AlertRecipient,
): NoticeCallback {
  const { content, ...sent } = notice;
  const { purpose, ...data } = content;
  const id = `ntc_${notice.alert_notice_id}`;
  const type = purpose === 'test' ? 'alerts.test' : 'alerts.notice';
  const body = JSON.stringify({ type, timestamp: iso(notice.created_at), data });
  // Receivers compare it with their own clocks.
  const timestamp_s = Math.floor(app.settings.now() / 1_000);
  const secrets = liveSecretsOf(recipient, serviceTime(app));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'payment-orders',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    ...(secrets.length === 0
      ? {}
      : { 'webhook-signature': signWebhook({ secrets, id, timestamp_s, body }) }),
  };
  // Nothing is sent without a signature: a secret that cannot be decrypted is like no address.
  const url = secrets.length === 0 ? null : recipient.address;
  return { ...sent, channel: 'callback', url, body, headers };
}

function emailOf(app: App, notice: store.LeasedNotice, recipient: AlertRecipient): NoticeEmail {
  const { content, ...sent } = notice;
  const message_id = `<${notice.alert_notice_id}@${new URL(app.public_url).hostname}>`;
  const mail = noticeMail(content, app.public_url);
  return { ...sent, channel: 'email', to: recipient.address, mail, message_id };
}

/** Leased to this process; if it dies, they are sent again with the same ids. */
export async function claimNotices(app: App): Promise<ClaimedNotice[]> {
  const { db, cipher } = app.store;
  const leased = await store.leaseNotices(db, {
    now: serviceTime(app),
    lease_ms: LEASE_MS,
    lease_from: app.settings.now(),
    limit: AT_ONCE,
  });
  if (leased.length === 0) return [];
  const recipients = await readRecipients(db, cipher);
  return leased.flatMap((notice): ClaimedNotice[] => {
    const recipient = recipients.find(
      ({ alert_recipient_id: id }) => id === notice.alert_recipient_id,
    );
    if (recipient === undefined) return [];
    return recipient.channel === 'callback'
      ? [callbackOf(app, notice, recipient)]
      : [emailOf(app, notice, recipient)];
  });
}

export type NoticeResult = {
  /** Of the answer, if there was one. */
  status: number | null;
  /** A short code; null: it has arrived. */
  problem: string | null;
  /** Trying again would not help. */
  is_final: boolean;
};

export async function recordNotice(
  app: App,
  notice: ClaimedNotice,
  result: NoticeResult,
): Promise<void> {
  const { alert_notice_id, alert_recipient_id, purpose, attempt, channel } = notice;
  const now = serviceTime(app);
  const { status, problem, is_final } = result;
  const due_at = problem === null ? null : nextNoticeAt(purpose, attempt, is_final, now);
  const end = { alert_notice_id, alert_recipient_id, attempt, status, problem, due_at };
  await app.store.db.transaction((tx) => store.saveNoticeEnd(tx, end, now));
  const failed = due_at === null ? 'exhausted' : 'waiting';
  app.count('alert_notices', { channel, outcome: problem === null ? 'delivered' : failed });
  if (problem === null) return;
  // Neither the address nor what the server said: both may name somebody.
  const told = { alert_recipient_id, channel, status, problem, attempt };
  app.log.warn(told, 'a notice of alerts could not be delivered');
}

/** Writes a test for this recipient, and returns its id. */
export async function writeTest(
  tx: Queryable,
  alert_recipient_id: string,
  now: number,
): Promise<string> {
  const alert_notice_id = newId();
  const content: NoticeContent = { purpose: 'test', alerts: [], more: 0 };
  await store.insertNotices(tx, [{ alert_notice_id, alert_recipient_id, content }], now);
  return alert_notice_id;
}
