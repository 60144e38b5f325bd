// Shared by the tests of notices: recipients at a real HTTP receiver and a real mail server, and a
// clock that the test sets.

import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { claimNotices, recordNotice } from '../../../server/app/alert/notices.ts';
import {
  createRecipient,
  listRecipients,
  removeRecipient,
} from '../../../server/app/alert/recipients.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { ATTENTION_KINDS } from '../../../server/domain/alert/attention-kinds.ts';
import { createCallbackClient } from '../../../server/jobs/callback-client.ts';
import { createMailClient, type MailServer } from '../../../server/jobs/mail-client.ts';
import { type NoticeWork, sendNotices } from '../../../server/jobs/notice-sender.ts';
import { MINUTE_MS } from '../../../server/lib/durations.ts';
import { MAIL_CERTIFICATE, startMailReceiver } from '../../support/mail-receiver.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import { onLines } from '../payout/payout-line-scene.ts';
import * as scene from '../scene.ts';

export let service: TestApp;
export let app: OpenApp;
let account: string;
/** What the HTTP receiver answers. */
export const reply = { status: 200 };
export let receiver: Receiver;
export let mails: Awaited<ReturnType<typeof startMailReceiver>>;
export const callbacks = createCallbackClient({ allow_local: true });
before(async () => {
  service = await openTestApp();
  app = service.app;
  account = await scene.makeAccount(app, 'INR');
  receiver = await startReceiver({ script: () => ({ status: reply.status, body: 'ok' }) });
  mails = await startMailReceiver();
});
after(async () => {
  await callbacks.close();
  await receiver.close();
  await mails.close();
  await service.stop();
});

const START = Date.UTC(2030, 5, 5, 12);
/** Minutes since the start. */
export const clock = { minute: 0 };
export const at = (process: OpenApp = app): OpenApp => ({
  ...process,
  settings: { ...process.settings, now: () => START + clock.minute * MINUTE_MS },
});

beforeEach(async () => {
  reply.status = 200;
  for (const { id } of (await listRecipients(app)).data) {
    accepted(await removeRecipient(app, OPERATOR, id));
  }
  for (const table of ['alert_events', 'alerts', 'alert_notices']) {
    await scene.sql(app, `delete from ${table}`);
  }
  clock.minute += 10_000;
  const enabled = ['lines_in_suspense', 'disk_filling', 'recipients_failing'];
  const kinds = ATTENTION_KINDS.map((kind) => ({ kind, enabled: enabled.includes(kind) }));
  const settings = { raise_after_minutes: 0, recover_after_minutes: 0, kinds };
  accepted(await patchAlertSettings(app, OPERATOR, raw(settings)));
});

const add = async (fields: object) =>
  accepted(await createRecipient(app, OPERATOR, raw({ name: 'Operations', ...fields })));
export const pager = (fields = {}) =>
  add({ channel: 'callback', address: `${receiver.url}hook?key=k1`, ...fields });
export const mailbox = (fields = {}) =>
  add({ channel: 'email', address: 'ops@example.org', ...fields });
export const recipient = async (id: string) => {
  const found = (await listRecipients(app)).data.find((one) => one.id === id);
  return found ?? assert.fail('no such recipient');
};

/** Sends what is due; e-mails through the real server unless there is none. */
export async function send(server: Partial<MailServer> | null = {}): Promise<number> {
  const place = {
    host: '127.0.0.1',
    port: mails.port,
    is_tls: false,
    user: null,
    password: null,
    ca: MAIL_CERTIFICATE,
    from: 'alerts@example.com',
  };
  const client = createMailClient(server === null ? null : { ...place, ...server });
  const work: NoticeWork = {
    claim: () => claimNotices(at()),
    record: (notice, result) => recordNotice(at(), notice, result),
  };
  return await sendNotices(work, callbacks, client);
}

export async function waitingLine() {
  const [line] = await scene.feed(app, account, [{ amount_cents: -scene.newNumber() }]);
  return async () => accepted(await onLines(app).decide(line?.id ?? '', 'fee'));
}

/** A disk that is full, beside what the database has. */
export const full = (process: OpenApp): OpenApp => ({
  ...process,
  readDisk: () => Promise.resolve({ total_bytes: 100, free_bytes: 1 }),
});

export const last = () => receiver.received.at(-1) ?? assert.fail('nothing was received');
export const bodyOf = (
  text: string,
): { type: string; data: { alerts: { kind: string; event: string }[] } } => JSON.parse(text);
export const alertsIn = (text: string) =>
  bodyOf(text).data.alerts.map(({ kind, event }) => `${kind} ${event}`);
