// Recipients of alerts: who is told of what, in which order, and what is shown of their addresses.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listAttention } from '../../../server/app/alert/list-attention.ts';
import { claimNotices } from '../../../server/app/alert/notices.ts';
import {
  changeRecipient,
  createRecipient,
  listRecipients,
  removeRecipient,
} from '../../../server/app/alert/recipients.ts';
import { testRecipient } from '../../../server/app/alert/test-recipient.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import { everything } from '../../support/every-row.ts';
import { accepted, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  alertsIn,
  app,
  at,
  bodyOf,
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
  service,
  waitingLine,
} from './notice-scene.ts';

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
    reply.status = 500;
    const decide = await waitingLine();
    await watchAlerts(at());
    assert.equal(await send(), 1);
    await decide();
    clock.minute += 0.1;
    await scene.sql(app, `update alert_settings set looked_at = 'epoch'`);
    assert.equal(await watchAlerts(at()), 1);
    assert.equal(await send(), 0);
    reply.status = 200;
    const testing = testRecipient(at(), OPERATOR, id, 30_000);
    while ((await recipient(id)).waiting_notices < 3) await scene.sql(app, 'select 1');
    assert.equal(await send(), 1);
    assert.equal(bodyOf(last().body).type, 'alerts.test');
    assert.deepEqual(accepted(await testing), { outcome: 'delivered', status: 200, problem: null });
    clock.minute += 1;
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
    clock.minute += 20;
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
  assert.deepEqual(await claimNotices(at()), [], 'while they are leased');
  clock.minute += 2;
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
