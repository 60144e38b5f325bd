// A merchant's own recipients: told when one of its callback endpoints fails and answers again, of
// nothing else and of no other merchant, in words for it.
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { listAttention } from '../../../server/app/alert/list-attention.ts';
import { changeRecipient, createRecipient } from '../../../server/app/alert/recipients.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import type { NoticeContent } from '../../../server/domain/alert/alert-notice.ts';
import { accepted, makeMerchant, OPERATOR, raw, refusedWith } from '../../support/test-app.ts';
import {
  answered,
  makeDue,
  newMerchant,
  newTrade,
  only,
  record,
} from '../callback/delivery-scene.ts';
import { addEndpoint } from '../callback/endpoint-scene.ts';
import * as scene from '../scene.ts';
import {
  alertsIn,
  app,
  at,
  clock,
  last,
  mailbox,
  mails,
  pager,
  send,
  waitingLine,
} from './notice-scene.ts';

const KIND = 'callbacks_failing';

async function watchEndpoints(): Promise<void> {
  await scene.sql(app, `update deliveries set status = 'exhausted' where status = 'waiting'`);
  await scene.sql(app, 'update callback_endpoint_health set failing_since = null');
  const kinds = [{ kind: KIND, enabled: true }];
  accepted(await patchAlertSettings(app, OPERATOR, raw({ kinds })));
}

const endpoints = async () => {
  const { data } = await listAttention(at());
  return data.filter(({ kind }) => kind === KIND);
};

const mark = (merchant_id: string, number: number, failing_since: string) =>
  scene.sql(
    app,
    `insert into callback_endpoint_health (merchant_id, number, failing_since)
     values ('${merchant_id}', ${number}, ${failing_since})
     on conflict (merchant_id, number) do update set failing_since = excluded.failing_since`,
  );

test('the merchant is told of its endpoint, and when it answers again', async () => {
  await watchEndpoints();
  const shop = await newMerchant(app);
  const { merchant_id } = shop;
  const other = await makeMerchant(app);
  await pager({ merchant_id });
  await mailbox({ merchant_id, address: 'dev@shop.example' });
  await mailbox({ merchant_id: other.merchant_id, address: 'dev@other.example' });
  const trade = await newTrade(app, shop, 1);
  await record(app, await only(app), answered(500));
  const decide = await waitingLine();
  await watchAlerts(at());
  equal(await send(), 2);
  const told: NoticeContent = JSON.parse(last().body).data;
  equal(told.merchant_id, merchant_id);
  deepEqual(alertsIn(last().body), [`${KIND} raised`]);
  const [alert] = told.alerts;
  deepEqual(
    [alert?.subject_type, alert?.subject_id, alert?.command],
    ['callback_endpoint', `${merchant_id}/0`, ''],
  );
  match(alert?.remedy ?? '', /GET \/api\/v1\/endpoints/);
  const mail = mails.received.at(-1)?.source ?? '';
  match(mail, /^To: dev@shop\.example/m);
  match(mail, /your endpoint answers/);
  doesNotMatch(mail, /payment-orders (?:alerts|deliveries)/);
  await decide();
  await makeDue(app, trade);
  await record(app, await only(app), answered(200));
  clock.minute += 1;
  await scene.sql(app, `update alert_settings set looked_at = 'epoch'`);
  await watchAlerts(at());
  equal(await send(), 2);
  deepEqual(alertsIn(last().body), [`${KIND} recovered`]);
});

test('each endpoint has its own item, also one for which nothing waits', async () => {
  await watchEndpoints();
  const shop = await newMerchant(app);
  const { merchant_id } = shop;
  const { number } = await addEndpoint(app, merchant_id, { event_types: ['deposit.*'] });
  const own = { callback_url: 'https://order.example/hook' };
  await newTrade(app, shop, 1);
  await record(app, await only(app), answered(500));
  await newTrade(app, shop, 1, own);
  await record(app, await only(app), answered(500));
  await mark(merchant_id, number, `now() - interval '2 hours'`);
  const found = await endpoints();
  deepEqual(
    new Map(found.map(({ subject_id, count }) => [subject_id, count])),
    new Map([
      [`${merchant_id}/${number}`, 0],
      [`${merchant_id}/0`, 1],
      [`${merchant_id}/orders`, 1],
    ]),
  );
  deepEqual(
    new Set(found.map(({ route }) => route)),
    new Set([`/deliveries?status=waiting&merchant_id=${merchant_id}`]),
  );
  equal(found[0]?.subject_id, `${merchant_id}/${number}`);
  match(found[0]?.text ?? '', /^No callback waits, but the endpoint is failing \(.+\), for /);
  await mark(merchant_id, number, 'null');
  equal((await endpoints()).length, 2);
});

test('a recipient belongs to one merchant for good, and a merchant has five', async () => {
  const { merchant_id } = await makeMerchant(app);
  const fields = { channel: 'email', name: 'Shop', address: 'dev@shop.example', merchant_id };
  const create = (more = {}) => createRecipient(app, OPERATOR, raw({ ...fields, ...more }));
  for (const wrong of ['x', 1, merchant_id.replace(/^./, 'f')]) {
    const { errors } = refusedWith(await create({ merchant_id: wrong }));
    deepEqual(
      errors?.map(({ field }) => field),
      ['merchant_id'],
    );
  }
  const filters = { min_severity: 'critical', kinds: [KIND] };
  const filtered = refusedWith(await create(filters)).errors?.map(({ field }) => field);
  deepEqual(filtered, ['min_severity', 'kinds']);
  const made = accepted(await create({ min_severity: 'warning', kinds: [] }));
  const changed = await changeRecipient(app, OPERATOR, made.id, raw(filters));
  deepEqual(
    refusedWith(changed).errors?.map(({ field }) => field),
    ['min_severity', 'kinds'],
  );
  const moved = await changeRecipient(app, OPERATOR, made.id, raw({ merchant_id: null }));
  match(JSON.stringify(refusedWith(moved)), /add a recipient instead/);
  for (let count = 1; count < 5; count += 1) accepted(await create());
  match(refusedWith(await create()).detail, /^There are 5 recipients of this merchant/);
  accepted(await create({ merchant_id: null }));
  accepted(await create({ merchant_id: (await makeMerchant(app)).merchant_id }));
});
