// Scheduled reports of a whole service: made of a saved view, due in a time zone, sent once to
// whoever still may have them, as e-mails with a file and as signed callbacks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { changePersonRole } from '../../../server/app/access/change-person.ts';
import {
  changeReport,
  createReport,
  listScheduledReports,
  listSendings,
  removeReport,
} from '../../../server/app/report/scheduled-reports.ts';
import { sendReportNow } from '../../../server/app/report/send-reports.ts';
import { createView } from '../../../server/app/saved-view/saved-views.ts';
import { HOUR_MS } from '../../../server/lib/durations.ts';
import { accepted, makeMerchant, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import { active } from '../access/people-scene.ts';
import * as scene from '../scene.ts';

import {
  ada,
  add,
  app,
  at,
  fileIn,
  look,
  mails,
  now,
  person,
  receiver,
  reply,
  service,
  shop,
  textOf,
  view,
} from './scheduled-report-scene.ts';

suite('a report that is due', () => {
  test('goes to its people as a file of the day before, once for two processes', async () => {
    const bob = await person({ role: 'owner', email: 'bob@example.org' });
    const recipients = [ada.person_id ?? '', bob.id];
    const made = await add({ recipients, format: 'csv', hour: 6 });
    assert.equal(made.next_at, new Date(now + 7 * HOUR_MS).toISOString());
    assert.equal(made.address, '/trades?direction=payin');
    assert.equal(await look(at(6.9 * HOUR_MS)), 0);
    const other = await service.another();
    const later = 8 * HOUR_MS;
    await Promise.all([look(at(later)), look(at(later, other)), look(at(later))]);
    await look(at(later));
    assert.deepEqual(mails.received.map(({ to }) => to).sort(), [
      ['ada@example.org'],
      ['bob@example.org'],
    ]);
    const [mail] = mails.received;
    const file = fileIn(mail?.source ?? '');
    assert.match(file, /of-today,/);
    assert.match(file, /of-today-too,/);
    assert.match(textOf(mail?.source ?? ''), /There are 2 trades, in trades-[\d-]+\.csv/);
    const [row] = (await listScheduledReports(at(later), ada)).data.filter(
      ({ id }) => id === made.id,
    );
    assert.equal(row?.next_at, new Date(now + 31 * HOUR_MS).toISOString());
    const told = row?.last.map(({ status, trades, has_file }) => ({ status, trades, has_file }));
    const sent = { status: 'delivered', trades: 2, has_file: true };
    assert.deepEqual(told, [sent, sent]);
    accepted(await removeReport(app, ada, made.id));
  });

  test('after days without the service it is sent once, of the last day', async () => {
    const made = await add({ recipients: [ada.person_id] });
    const before = mails.received.length;
    while ((await look(at(100 * HOUR_MS))) > 0);
    assert.equal(mails.received.length, before + 1);
    const { data } = accepted(await listSendings(app, ada, made.id));
    assert.deepEqual(
      data.map(({ trades }) => trades),
      [0],
    );
    accepted(await removeReport(app, ada, made.id));
  });

  test('whose hour is moved after it was sent is not sent again of the same day', async () => {
    const made = await add({ recipients: [ada.person_id], hour: 6 });
    while ((await look(at(8 * HOUR_MS))) > 0);
    const before = mails.received.length;
    const changed = await changeReport(at(8 * HOUR_MS), ada, made.id, raw({ hour: 18 }));
    await scene.sql(
      app,
      `update scheduled_reports set next_at = to_timestamp(${(now + 19 * HOUR_MS) / 1_000})`,
    );
    accepted(changed);
    while ((await look(at(20 * HOUR_MS))) > 0);
    assert.equal(mails.received.length, before);
    accepted(await removeReport(app, ada, made.id));
  });

  test('is not sent while it is switched off, and not for that time afterwards', async () => {
    const made = await add({ recipients: [ada.person_id] });
    accepted(await changeReport(at(), ada, made.id, raw({ enabled: false })));
    const before = mails.received.length;
    assert.equal(await look(at(100 * HOUR_MS)), 0);
    const on = accepted(await changeReport(app, ada, made.id, raw({ enabled: true })));
    assert.ok(Date.parse(on.next_at ?? '') > Date.now());
    assert.equal(mails.received.length, before);
    accepted(await removeReport(app, ada, made.id));
  });
});

suite('who gets it', () => {
  test('nobody who lost the right since, and the trail says who got which trades', async () => {
    const eve = await person({ name: 'Eve', role: 'finance', email: 'eve@example.org' });
    const made = await add({ recipients: [ada.person_id, eve.id] });
    accepted(
      await changePersonRole(app, OPERATOR, eve.id, raw({ role: 'viewer', reason: 'moved' })),
    );
    const before = mails.received.length;
    accepted(await sendReportNow(at(), ada, made.id, raw({})));
    while ((await look(at())) > 0);
    assert.deepEqual(
      mails.received.slice(before).map(({ to }) => to),
      [['ada@example.org']],
    );
    const { data } = accepted(await listSendings(app, ada, made.id));
    const ended = data.map(({ person_name, status, problem }) => [person_name, status, problem]);
    assert.deepEqual(
      ended.sort(),
      [
        ['Ada', 'delivered', null],
        ['Eve', 'exhausted', 'no_right'],
      ].sort(),
    );
    const [shown] = (await listScheduledReports(app, ada)).data.filter(({ id }) => id === made.id);
    assert.deepEqual(shown?.readers, [
      { id: ada.person_id, name: 'Ada', may_receive: true },
      { id: eve.id, name: 'Eve', may_receive: false },
    ]);
    const trail = await scene.sql<{ detail: { recipient: string } }>(
      app,
      `select detail from audit_entries where action = 'trades_exported'
         and detail ->> 'scheduled_report' = '${made.id}'`,
    );
    assert.deepEqual(
      trail.map(({ detail }) => detail.recipient),
      [ada.person_id],
    );
    accepted(await removeReport(app, ada, made.id));
  });

  test('only people of the house who may export', async () => {
    const viewer = await active(app, { role: 'viewer' });
    const terms = { name: 'Daily', saved_view_id: view, every: 'day' };
    const asked = (fields: object) => createReport(app, ada, raw({ ...terms, ...fields }));
    assert.equal(refusedWith(await asked({ recipients: [viewer.id] })).code, 'invalid_request');
    assert.equal(refusedWith(await asked({ recipients: [] })).code, 'invalid_request');
    assert.equal(
      refusedWith(await asked({ recipients: [ada.person_id, ada.person_id] })).code,
      'invalid_request',
    );
  });

  test('a merchant’s people: its own trades only, and no report of the house', async () => {
    const other = await makeMerchant(app);
    const { caller } = await person({
      role: 'merchant_admin',
      merchant_id: other.merchant_id,
      email: 'mia@example.org',
    });
    const saved = { name: 'All', address: `/trades?merchant_id=${shop.merchant_id}` };
    const { id: saved_view_id } = accepted(await createView(app, caller, raw(saved)));
    const made = await add({ saved_view_id, recipients: [caller.person_id] }, caller);
    const before = mails.received.length;
    accepted(await sendReportNow(at(8 * HOUR_MS), caller, made.id, raw({})));
    while ((await look(at(8 * HOUR_MS))) > 0);
    const [mail] = mails.received.slice(before);
    assert.match(textOf(mail?.source ?? ''), /There are no trades/);
    assert.equal(refusedWith(await listSendings(app, ada, made.id)).code, 'not_found');
    assert.equal(refusedWith(await removeReport(app, ada, made.id)).code, 'not_found');
    assert.deepEqual(
      (await listScheduledReports(app, caller)).data.map(({ id }) => id),
      [made.id],
    );
    accepted(await removeReport(app, caller, made.id));
  });
});

suite('what it is made of', () => {
  test('a view of trades that the caller sees', async () => {
    const lines = { name: 'Lines', address: '/bank?status=suspense' };
    const { id } = accepted(await createView(app, ada, raw(lines)));
    const message = 'must be one of your views of the trades';
    for (const [saved_view_id, words] of [
      [id, `${message}, not of bank lines`],
      [randomUUID(), message],
    ]) {
      const terms = { name: 'Daily', saved_view_id, every: 'day', recipients: [ada.person_id] };
      const { code, errors } = refusedWith(await createReport(app, ada, raw(terms)));
      const wrong = { field: 'saved_view_id', code: 'unknown_value', message: words };
      assert.deepEqual([code, errors], ['invalid_request', [wrong]]);
    }
  });

  test('a zone that there is', async () => {
    const terms = { name: 'Daily', saved_view_id: view, every: 'day', recipients: [ada.person_id] };
    const asked = await createReport(app, ada, raw({ ...terms, time_zone: 'Mars/Base' }));
    assert.equal(refusedWith(asked).code, 'invalid_request');
  });
});

suite('a signed callback', () => {
  test('has the file, and is tried again with the same id', async () => {
    const callback_url = `${receiver.url}reports?key=k1`;
    const made = await add({ callback_url, format: 'csv' });
    assert.match(made.secret ?? '', /^whsec_/);
    assert.equal(made.callback_address, receiver.url.replace(/\/$/, ''));
    accepted(await changeReport(at(), ada, made.id, raw({ enabled: false })));
    reply.status = 500;
    accepted(await sendReportNow(at(8 * HOUR_MS), ada, made.id, raw({})));
    await look(at(8 * HOUR_MS));
    assert.equal(await look(at(8 * HOUR_MS)), 0);
    reply.status = 200;
    await look(at(9 * HOUR_MS));
    const [first, again] = receiver.received.slice(-2);
    assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id']);
    assert.match(String(again?.headers['webhook-signature']), /^v1,/);
    const { type, data } = JSON.parse(again?.body ?? '');
    assert.equal(type, 'reports.scheduled');
    assert.equal(data.trades, 2);
    assert.match(Buffer.from(data.file.content_base64, 'base64').toString(), /of-today-too,/);
    const [row] = accepted(await listSendings(app, ada, made.id)).data;
    assert.deepEqual([row?.status, row?.attempts, row?.problem], ['delivered', 2, null]);
    const rotated = accepted(await changeReport(app, ada, made.id, raw({ rotate_secret: true })));
    assert.notEqual(rotated.secret, made.secret);
    accepted(await removeReport(app, ada, made.id));
  });

  test('is not sent once whoever set the address may no longer export', async () => {
    const max = await person({ role: 'finance', email: 'max@example.org' });
    const own = { name: 'All', address: '/trades' };
    const { id: saved_view_id } = accepted(await createView(app, max.caller, raw(own)));
    const callback_url = `${receiver.url}reports`;
    const made = await add({ saved_view_id, callback_url }, max.caller);
    accepted(
      await changePersonRole(app, OPERATOR, max.id, raw({ role: 'viewer', reason: 'moved' })),
    );
    const before = receiver.received.length;
    accepted(await sendReportNow(at(), ada, made.id, raw({})));
    while ((await look(at())) > 0);
    assert.equal(receiver.received.length, before);
    accepted(await removeReport(app, ada, made.id));
  });

  test('has an address only a person sets', async () => {
    const { id } = accepted(
      await createView(app, OPERATOR, raw({ name: 'All', address: '/trades' })),
    );
    const callback_url = 'https://books.example/reports';
    const terms = { name: 'Daily', saved_view_id: id, every: 'day', callback_url };
    assert.equal(
      refusedWith(await createReport(app, OPERATOR, raw(terms))).code,
      'act_not_allowed',
    );
  });
});

test('an e-mail that the server refuses for now is tried again, and in the end given up', async () => {
  const made = await add({ recipients: [ada.person_id] });
  accepted(await sendReportNow(at(), ada, made.id, raw({})));
  const nobody = 1;
  accepted(await changeReport(at(), ada, made.id, raw({ enabled: false })));
  let ahead = 0;
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await look(at(ahead), nobody);
    ahead += 9 * HOUR_MS;
  }
  const [row] = accepted(await listSendings(app, ada, made.id)).data;
  assert.deepEqual(
    [row?.status, row?.attempts, row?.problem],
    ['exhausted', 9, 'connection_refused'],
  );
  accepted(await removeReport(app, ada, made.id));
});
