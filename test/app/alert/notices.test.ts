// Notices of alerts: written with their events, delivered to a real HTTP receiver and a real mail
// server, tried again, given up, and never in the way of anything else.
import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { listAttention } from '../../../server/app/alert/list-attention.ts';
import { claimNotices, recordNotice } from '../../../server/app/alert/notices.ts';
import {
  changeRecipient,
  createRecipient,
  listRecipients,
  removeRecipient,
} from '../../../server/app/alert/recipients.ts';
import { testRecipient } from '../../../server/app/alert/test-recipient.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { NOTICE_DELAYS_MS } from '../../../server/domain/alert/alert-notice.ts';
import { ATTENTION_KINDS } from '../../../server/domain/alert/attention-kinds.ts';
import { createCallbackClient } from '../../../server/jobs/callback-client.ts';
import { createMailClient, type MailServer } from '../../../server/jobs/mail-client.ts';
import { type NoticeWork, sendNotices } from '../../../server/jobs/notice-sender.ts';
import { everything } from '../../support/every-row.ts';
import { MAIL_CERTIFICATE, startMailReceiver } from '../../support/mail-receiver.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { onLines } from '../payout/payout-line-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let account: string;
let answer: number;
let receiver: Receiver;
let mails: Awaited<ReturnType<typeof startMailReceiver>>;
const callbacks = createCallbackClient({ allow_local: true });
before(async () => {
  service = await openTestApp();
  app = service.app;
  account = await scene.makeAccount(app, 'INR');
  receiver = await startReceiver({ script: () => ({ status: answer, body: 'ok' }) });
  mails = await startMailReceiver();
});
after(async () => {
  await callbacks.close();
  await receiver.close();
  await mails.close();
  await service.stop();
});

const MINUTE_MS = 60_000;
const START = Date.UTC(2030, 5, 5, 12);
let minute = 0;
const at = (process: OpenApp = app): OpenApp => ({
  ...process,
  settings: { ...process.settings, now: () => START + minute * MINUTE_MS },
});

beforeEach(async () => {
  answer = 200;
  for (const { id } of (await listRecipients(app)).data) {
    accepted(await removeRecipient(app, OPERATOR, id));
  }
  for (const table of ['alert_events', 'alerts', 'alert_notices']) {
    await scene.sql(app, `delete from ${table}`);
  }
  minute += 10_000;
  const enabled = ['lines_in_suspense', 'disk_filling', 'recipients_failing'];
  const kinds = ATTENTION_KINDS.map((kind) => ({ kind, enabled: enabled.includes(kind) }));
  const settings = { raise_after_minutes: 0, recover_after_minutes: 0, kinds };
  accepted(await patchAlertSettings(app, OPERATOR, raw(settings)));
});

const add = async (fields: object) =>
  accepted(await createRecipient(app, OPERATOR, raw({ name: 'Operations', ...fields })));
const pager = (fields = {}) =>
  add({ channel: 'callback', address: `${receiver.url}hook?key=k1`, ...fields });
const mailbox = (fields = {}) => add({ channel: 'email', address: 'ops@example.org', ...fields });
const recipient = async (id: string) => {
  const found = (await listRecipients(app)).data.find((one) => one.id === id);
  return found ?? assert.fail('no such recipient');
};

/** Sends what is due; e-mails through the real server unless there is none. */
async function send(server: Partial<MailServer> | null = {}): Promise<number> {
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

async function waitingLine() {
  const [line] = await scene.feed(app, account, [{ amount_cents: -scene.newNumber() }]);
  return async () => accepted(await onLines(app).decide(line?.id ?? '', 'fee'));
}

/** A disk that is full, beside what the database has. */
const full = (process: OpenApp): OpenApp => ({
  ...process,
  readDisk: () => Promise.resolve({ total_bytes: 100, free_bytes: 1 }),
});

const last = () => receiver.received.at(-1) ?? assert.fail('nothing was received');
const bodyOf = (
  text: string,
): { type: string; data: { alerts: { kind: string; event: string }[] } } => JSON.parse(text);
const alertsIn = (text: string) =>
  bodyOf(text).data.alerts.map(({ kind, event }) => `${kind} ${event}`);

suite('a callback', () => {
  test('is verified by the public library, with either secret during a rotation', async () => {
    const made = await pager();
    const decide = await waitingLine();
    assert.equal(await watchAlerts(at()), 1);
    const renewed = accepted(
      await changeRecipient(at(), OPERATOR, made.id, raw({ rotate_secret: true })),
    );
    assert.ok(made.secret !== null && renewed.secret !== null && renewed.secret !== made.secret);
    const count = receiver.received.length;
    const [notice] = await claimNotices(at());
    assert.ok(notice?.channel === 'callback');
    assert.equal((await callbacks.post(notice)).error, null);
    await recordNotice(at(), notice, { status: 200, problem: null, is_final: false });
    assert.equal(receiver.received.length, count + 1);
    const { headers, body } = last();
    const fresh = { ...(headers as Record<string, string>) };
    for (const secret of [made.secret, renewed.secret]) {
      const hook = new Webhook(secret);
      const signed_at = new Date(Number(fresh['webhook-timestamp']) * 1_000);
      const expected = hook.sign(fresh['webhook-id'] ?? '', signed_at, body);
      assert.ok(fresh['webhook-signature']?.split(' ').includes(expected));
    }
    assert.equal(bodyOf(body).type, 'alerts.notice');
    assert.deepEqual(alertsIn(body), ['lines_in_suspense raised']);
    assert.equal((await recipient(made.id)).failing_since, null);
    await decide();
  });

  test('of now passes the whole check of the library, and a changed one does not', async () => {
    const made = await pager();
    const work = {
      claim: () => claimNotices(app),
      record: async () => undefined,
    };
    const testing = testRecipient(app, OPERATOR, made.id, 300);
    while ((await recipient(made.id)).waiting_notices === 0) await scene.sql(app, 'select 1');
    assert.equal(await sendNotices(work, callbacks, createMailClient(null)), 1);
    const { headers, body } = last();
    const hook = new Webhook(made.secret ?? '');
    hook.verify(body, headers as Record<string, string>);
    assert.throws(() => hook.verify(`${body} `, headers as Record<string, string>));
    assert.equal(accepted(await testing).outcome, 'waiting');
  });

  test('that fails is tried again in growing pauses, with the same id, and given up', async () => {
    const { id } = await pager();
    answer = 503;
    const decide = await waitingLine();
    await watchAlerts(at());
    const begun = receiver.received.length;
    assert.equal(await send(), 1);
    const since = (await recipient(id)).failing_since;
    assert.ok(since !== null);
    for (const delay_ms of NOTICE_DELAYS_MS) {
      minute += (delay_ms - 1_000) / MINUTE_MS;
      assert.equal(await send(), 0, `earlier than ${delay_ms} ms`);
      minute += 1_000 / MINUTE_MS;
      assert.equal(await send(), 1, `after ${delay_ms} ms`);
    }
    minute += 10_000;
    assert.equal(await send(), 0);
    const ids = receiver.received.slice(begun).map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [NOTICE_DELAYS_MS.length + 1, 1]);
    const after_all = await recipient(id);
    assert.deepEqual(
      [after_all.failing_since, after_all.last_problem, after_all.waiting_notices],
      [since, 'bad_status', 0],
    );
    await decide();
  });

  test('goes to no address that a live service refuses', async () => {
    const live = { ...app, allow_local_callbacks: false };
    for (const address of ['http://pager.example/', 'https://10.0.0.1/', receiver.url]) {
      const fields = { channel: 'callback', name: 'Pager', address };
      const refused = refusedWith(await createRecipient(live, OPERATOR, raw(fields)));
      assert.deepEqual(
        refused.errors?.map(({ field }) => field),
        ['address'],
      );
    }
    // Also one that was allowed when it was given.
    const made = await pager();
    const strict = createCallbackClient({ allow_local: false });
    const count = receiver.received.length;
    const decide = await waitingLine();
    await watchAlerts(at());
    const [notice] = await claimNotices(at());
    assert.ok(notice?.channel === 'callback');
    assert.equal((await strict.post(notice)).error, 'address_not_allowed');
    await strict.close();
    assert.equal(receiver.received.length, count);
    assert.equal((await recipient(made.id)).waiting_notices, 1);
    await decide();
  });
});

suite('an e-mail', () => {
  test('says what is wrong and what to do, and nothing of people', async () => {
    await mailbox();
    const decide = await waitingLine();
    await watchAlerts(at(full(app)));
    assert.equal(await send(), 1);
    const { source, to } = mails.received.at(-1) ?? assert.fail();
    assert.deepEqual(to, ['ops@example.org']);
    assert.match(source, /^Subject: \[critical\] 2 alerts, 1 of them critical\r$/m);
    const text = source.replaceAll('=\r\n', '').replaceAll('\r\n', '\n');
    assert.match(text, /^CRITICAL\n\n1 disk is 99 % full/m);
    assert.match(text, /^NEW\n\n\d+ bank lines? (?:is|are) in suspense/m);
    assert.match(text, /^ {2}payment-orders owed$/m);
    await decide();
  });

  test('that is refused for good is not tried again; the next one is', async () => {
    const { id } = await mailbox();
    const strict = await startMailReceiver({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('unknown'), { responseCode: 550 })),
    });
    const decide = await waitingLine();
    await watchAlerts(at());
    assert.equal(await send({ port: strict.port }), 1);
    await strict.close();
    const { waiting_notices, last_problem } = await recipient(id);
    assert.deepEqual([waiting_notices, last_problem], [0, 'refused_for_good']);
    await decide();
    minute += 10;
    assert.equal(await watchAlerts(at()), 1);
    assert.equal(await send(), 1);
    assert.match(mails.received.at(-1)?.source ?? '', /^Subject: Recovered: 1 bank line/m);
  });

  test('without a mail server waits, and says why; callbacks go on', async () => {
    const { id } = await mailbox();
    await pager();
    const decide = await waitingLine();
    await watchAlerts(at());
    const count = receiver.received.length;
    assert.equal(await send(null), 2);
    assert.equal(receiver.received.length, count + 1);
    assert.equal((await recipient(id)).last_problem, 'mail_not_configured');
    minute += 1;
    assert.equal(await send(), 1);
    assert.equal((await recipient(id)).failing_since, null);
    await decide();
  });
});

suite('who is told', () => {
  test('by severity and kind, and of nothing while it is off', async () => {
    const made = await pager({ min_severity: 'critical' });
    await mailbox({ kinds: ['lines_in_suspense'] });
    await pager({ name: 'Off', enabled: false });
    const decide = await waitingLine();
    await watchAlerts(at(full(app)));
    assert.equal(await send(), 2);
    assert.deepEqual(alertsIn(last().body), ['disk_filling raised']);
    assert.match(mails.received.at(-1)?.source ?? '', /^Subject: \d+ bank lines? /m);
    assert.deepEqual((await recipient(made.id)).kinds, []);
    await decide();
  });

  test('in order: what follows waits for the notice before it, a test does not', async () => {
    const { id } = await pager();
    answer = 500;
    const decide = await waitingLine();
    await watchAlerts(at());
    assert.equal(await send(), 1);
    await decide();
    minute += 0.1;
    await scene.sql(app, `update alert_settings set looked_at = 'epoch'`);
    assert.equal(await watchAlerts(at()), 1);
    assert.equal(await send(), 0);
    answer = 200;
    const testing = testRecipient(at(), OPERATOR, id, 30_000);
    while ((await recipient(id)).waiting_notices < 3) await scene.sql(app, 'select 1');
    assert.equal(await send(), 1);
    assert.equal(bodyOf(last().body).type, 'alerts.test');
    assert.deepEqual(accepted(await testing), { outcome: 'delivered', status: 200, problem: null });
    minute += 1;
    assert.equal(await send(), 1);
    assert.deepEqual(alertsIn(last().body), ['lines_in_suspense raised']);
    assert.equal(await send(), 1);
    assert.deepEqual(alertsIn(last().body), ['lines_in_suspense recovered']);
  });

  test('another one, of a recipient that cannot be reached', async () => {
    const broken = await mailbox();
    await pager();
    const testing = testRecipient(at(), OPERATOR, broken.id, 30_000);
    while ((await recipient(broken.id)).waiting_notices < 1) await scene.sql(app, 'select 1');
    assert.equal(await send({ port: 1 }), 1);
    assert.deepEqual(accepted(await testing), {
      outcome: 'failed',
      status: null,
      problem: 'connection_refused',
    });
    minute += 20;
    const { data } = await listAttention(at());
    const item = data.find(({ kind }) => kind === 'recipients_failing');
    assert.deepEqual([item?.subject_id, item?.is_over], [broken.id, true]);
    await watchAlerts(at());
    assert.equal(await send(), 1);
    assert.deepEqual(alertsIn(last().body), ['recipients_failing raised']);
  });
});

test('several processes claim at once: each notice goes to one of them', async () => {
  for (const name of ['one', 'two', 'three']) await pager({ name });
  const decide = await waitingLine();
  await watchAlerts(at());
  const others = await Promise.all([service.another(), service.another()]);
  const claimed = await Promise.all([app, ...others].map((process) => claimNotices(at(process))));
  const ids = claimed.flat().map(({ alert_notice_id }) => alert_notice_id);
  assert.deepEqual([ids.length, new Set(ids).size], [3, 3]);
  minute += 2;
  assert.equal((await claimNotices(at())).length, 3, 'after a process died');
  await decide();
});

test('addresses and secrets are shown shortened or once, and stored encrypted', async () => {
  const made = await pager();
  const mail = await mailbox();
  assert.deepEqual([made.address, mail.address], [receiver.url.slice(0, -1), 'o…@example.org']);
  assert.ok((await listRecipients(app)).data.every(({ secret }) => secret === null));
  const rows = await everything(app);
  for (const text of ['k1', 'ops@example.org', (made.secret ?? '').slice('whsec_'.length)]) {
    assert.ok(!rows.includes(`${text === 'k1' ? 'key=' : ''}${text}`), text);
  }
});

test('wrong recipients are refused by the name of the field', async () => {
  const wrong = async (fields: object) =>
    refusedWith(await createRecipient(app, OPERATOR, raw({ ...fields }))).errors?.map(
      ({ field }) => field,
    );
  assert.deepEqual(await wrong({}), ['channel', 'name', 'address']);
  assert.deepEqual(
    await wrong({
      channel: 'email',
      name: 'A',
      address: 'a@example.org\r\nBcc: b@example.org',
      min_severity: 'low',
      kinds: ['disk_filling', 'nothing'],
      enabled: 1,
    }),
    ['address', 'min_severity', 'kinds[1]', 'enabled'],
  );
  const { id } = await mailbox();
  const rotated = await changeRecipient(app, OPERATOR, id, raw({ rotate_secret: true }));
  assert.deepEqual(
    refusedWith(rotated).errors?.map(({ field }) => field),
    ['rotate_secret'],
  );
  const nobody = '00000000-0000-7000-8000-000000000001';
  assert.equal(refusedWith(await removeRecipient(app, OPERATOR, nobody)).code, 'not_found');
  assert.equal(refusedWith(await testRecipient(app, OPERATOR, 'no id')).code, 'not_found');
});
