// Notices of alerts on their way: delivered to a real HTTP receiver and a real mail server, tried
// again, given up, and never in the way of anything else.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { claimNotices, recordNotice } from '../../../server/app/alert/notices.ts';
import { changeRecipient, createRecipient } from '../../../server/app/alert/recipients.ts';
import { testRecipient } from '../../../server/app/alert/test-recipient.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import { NOTICE_DELAYS_MS } from '../../../server/domain/alert/alert-notice.ts';
import { createCallbackClient } from '../../../server/jobs/callback-client.ts';
import { createMailClient } from '../../../server/jobs/mail-client.ts';
import { sendNotices } from '../../../server/jobs/notice-sender.ts';
import { MINUTE_MS } from '../../../server/lib/durations.ts';
import { startMailReceiver } from '../../support/mail-receiver.ts';
import { accepted, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  alertsIn,
  app,
  at,
  bodyOf,
  callbacks,
  clock,
  full,
  last,
  mailbox,
  mails,
  pager,
  receiver,
  recipient,
  reply,
  send,
  waitingLine,
} from './notice-scene.ts';

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
    reply.status = 503;
    const decide = await waitingLine();
    await watchAlerts(at());
    const begun = receiver.received.length;
    assert.equal(await send(), 1);
    const since = (await recipient(id)).failing_since;
    assert.ok(since !== null);
    for (const delay_ms of NOTICE_DELAYS_MS) {
      clock.minute += (delay_ms - 1_000) / MINUTE_MS;
      assert.equal(await send(), 0, `earlier than ${delay_ms} ms`);
      clock.minute += 1_000 / MINUTE_MS;
      assert.equal(await send(), 1, `after ${delay_ms} ms`);
    }
    clock.minute += 10_000;
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

  test('whose address is refused waits, and goes to the corrected one', async () => {
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
    assert.deepEqual([waiting_notices, last_problem], [1, 'refused_for_good']);
    clock.minute += 1;
    assert.equal(await send(), 1);
    assert.equal((await recipient(id)).waiting_notices, 0);
    assert.match(mails.received.at(-1)?.source ?? '', /bank lines? (?:is|are) in suspense/);
    await decide();
  });

  test('whose text is refused is not tried again; the next one is', async () => {
    const { id } = await mailbox();
    const strict = await startMailReceiver({
      onData: (stream, _session, done) => {
        stream.resume();
        const refusal = Object.assign(new Error('unwanted'), { responseCode: 550 });
        stream.on('end', () => done(refusal));
      },
    });
    const decide = await waitingLine();
    await watchAlerts(at());
    assert.equal(await send({ port: strict.port }), 1);
    await strict.close();
    const { waiting_notices, last_problem } = await recipient(id);
    assert.deepEqual([waiting_notices, last_problem], [0, 'refused_for_good']);
    await decide();
    clock.minute += 10;
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
    clock.minute += 1;
    assert.equal(await send(), 1);
    assert.equal((await recipient(id)).failing_since, null);
    await decide();
  });
});
