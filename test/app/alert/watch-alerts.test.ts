// Alerts on a real database: raised once by however many processes, reminded, acknowledged,
// recovered, and held back in quiet hours.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { patchAlertSettings } from '../../../server/app/alert/alert-settings.ts';
import { acknowledgeAlert, listAlerts } from '../../../server/app/alert/alerts.ts';
import { minuteOfDay } from '../../../server/app/alert/clock-of-zone.ts';
import { watchAlerts } from '../../../server/app/alert/watch-alerts.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { ATTENTION_KINDS } from '../../../server/domain/alert/attention-kinds.ts';
import { createMetrics } from '../../../server/programs/metrics.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { active } from '../access/people-scene.ts';
import { onLines } from '../payout/payout-line-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let account: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  account = await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

const MINUTE_MS = 60_000;
const settings = (fields: object) => patchAlertSettings(app, OPERATOR, raw({ ...fields }));
const SUSPENSE = 'lines_in_suspense';

/** Only lines in suspense count, at once; nothing is raised, and no hours are quiet. */
beforeEach(async () => {
  for (const table of ['alert_events', 'alerts']) await scene.sql(app, `delete from ${table}`);
  await scene.sql(app, `update alert_settings set looked_at = 'epoch'`);
  const kinds = ATTENTION_KINDS.map((kind) => ({ kind, enabled: kind === SUSPENSE }));
  accepted(
    await settings({
      quiet_from: null,
      quiet_to: null,
      time_zone: 'UTC',
      raise_after_minutes: 2,
      recover_after_minutes: 3,
      remind_after_minutes: 60,
      kinds,
    }),
  );
});

/** Counts from the evening of some day, so that quiet hours can be set by the clock. */
const EVENING = Date.UTC(2030, 5, 5, 20);
const at = (minutes: number, process: OpenApp = app): OpenApp => ({
  ...process,
  settings: { ...process.settings, now: () => EVENING + minutes * MINUTE_MS },
});
const look = (minutes: number) => watchAlerts(at(minutes));

async function waitingLine() {
  const [line] = await scene.feed(app, account, [{ amount_cents: -scene.newNumber() }]);
  return async () => accepted(await onLines(app).decide(line?.id ?? '', 'fee'));
}

const stored = () =>
  scene.sql<{ event: string; noticed_at: number | null; happened_at: number }>(
    app,
    'select event, happened_at, noticed_at from alert_events order by alert_id, event_number',
  );
/** `raised 2`, with `→ 5` if it was told later. */
const events = async () =>
  (await stored()).map(({ event, happened_at, noticed_at }) => {
    const minute = (time: number) => (time - EVENING) / MINUTE_MS;
    const told = noticed_at === null ? ' …' : ` → ${minute(noticed_at)}`;
    return `${event} ${minute(happened_at)}${noticed_at === happened_at ? '' : told}`;
  });
const alerts = async (query = {}) => accepted(await listAlerts(app, query)).data;

test('raised after a while, reminded, recovered after a while, and raised anew', async () => {
  const decide = await waitingLine();
  for (const minute of [0, 1]) assert.equal(await look(minute), 0);
  assert.deepEqual(await alerts(), []);
  assert.equal(await look(2), 1);
  const [raised] = await alerts();
  assert.deepEqual(
    [raised?.kind, raised?.state, raised?.severity, raised?.count],
    [SUSPENSE, 'raised', 'warning', 1],
  );
  for (const minute of [30, 61]) assert.equal(await look(minute), 0);
  assert.equal(await look(62), 1);
  await decide();
  for (const minute of [63, 65]) assert.equal(await look(minute), 0);
  assert.equal(await look(66), 1);
  const again = await waitingLine();
  await look(67);
  await look(69);
  assert.deepEqual(await events(), ['raised 2', 'reminder 62', 'recovered 66', 'raised 69']);
  assert.deepEqual(
    (await alerts()).map(({ state }) => state),
    ['raised', 'recovered'],
  );
  assert.equal((await alerts({ state: 'recovered' })).length, 1);
  await again();
});

test('what is over only for a moment is not raised, and leaves nothing', async () => {
  const decide = await waitingLine();
  await look(0);
  await decide();
  await look(1);
  assert.deepEqual(await scene.sql(app, 'select 1 as there from alerts'), []);
});

test('several processes look at once: each event is told of once', async () => {
  const decide = await waitingLine();
  const others = await Promise.all([service.another(), service.another()]);
  const everyone = (minutes: number) =>
    Promise.all([app, ...others].map((process) => watchAlerts(at(minutes, process))));
  await everyone(0);
  const told = await everyone(2);
  assert.deepEqual(told.toSorted(), [0, 0, 1]);
  assert.deepEqual(await events(), ['raised 2']);
  await decide();
});

test('one that somebody has acknowledged is not said again, but recovers', async () => {
  const decide = await waitingLine();
  await look(0);
  await look(2);
  const [alert] = await alerts();
  const id = alert?.id ?? '';
  const { id: person_id } = await active(app, { name: 'Asha Rao', role: 'operator' });
  const asha = { ...OPERATOR, person_id, operator_token_id: null };
  const done = accepted(await acknowledgeAlert(app, asha, id, raw({ note: 'on it' })));
  assert.deepEqual(
    [done.acknowledged_by, done.acknowledged_note],
    [{ role: 'operator', id: person_id, name: 'Asha Rao' }, 'on it'],
  );
  const again = accepted(await acknowledgeAlert(app, OPERATOR, id, raw({ note: 'other' })));
  assert.deepEqual(again, done);
  await look(200);
  await decide();
  await look(201);
  await look(204);
  assert.deepEqual(await events(), ['raised 2', 'recovered 204']);
  const [listed] = await alerts();
  assert.deepEqual(
    [listed?.acknowledged_note, listed?.acknowledged_by?.name],
    ['on it', 'Asha Rao'],
  );
});

test('in quiet hours warnings wait for their end, and are told of once', async () => {
  accepted(await settings({ quiet_from: '22:00', quiet_to: '07:00', time_zone: 'UTC' }));
  const NIGHT = 120;
  const decide = await waitingLine();
  await look(NIGHT);
  assert.equal(await look(NIGHT + 2), 0);
  assert.equal(await look(NIGHT + 62), 0);
  assert.deepEqual(await events(), [`raised ${NIGHT + 2} …`, `reminder ${NIGHT + 62} …`]);
  const MORNING = NIGHT + 9 * 60;
  assert.equal(await look(MORNING - 1), 0);
  assert.equal(await look(MORNING), 1);
  assert.ok((await events()).every((text) => !text.endsWith('…')));
  await decide();
});

test('what is critical is told of in quiet hours, too', async () => {
  accepted(
    await settings({
      quiet_from: '22:00',
      quiet_to: '07:00',
      kinds: [{ kind: 'disk_filling', enabled: true, threshold: 90 }],
    }),
  );
  const disk = { total_bytes: 100, free_bytes: 5 };
  const later = (minutes: number) => ({ ...at(minutes), readDisk: () => Promise.resolve(disk) });
  await watchAlerts(later(120));
  assert.equal(await watchAlerts(later(122)), 1);
  assert.deepEqual(await events(), ['raised 122']);
});

test('quiet hours follow the clocks of their zone, also when these change', () => {
  const summer = Date.UTC(2026, 6, 1, 21, 30);
  const winter = Date.UTC(2026, 0, 1, 21, 30);
  assert.equal(minuteOfDay(summer, 'Asia/Kolkata'), 3 * 60);
  assert.equal(minuteOfDay(summer, 'Europe/Berlin'), 23 * 60 + 30);
  assert.equal(minuteOfDay(winter, 'Europe/Berlin'), 22 * 60 + 30);
  assert.equal(minuteOfDay(Date.UTC(2026, 0, 1), 'UTC'), 0);
});

test('the metrics have every kind', async () => {
  const decide = await waitingLine();
  const metrics = createMetrics();
  await watchAlerts({ ...at(0), measure: metrics.set });
  await watchAlerts({ ...at(2), measure: metrics.set });
  const { body } = await metrics.render();
  for (const kind of ATTENTION_KINDS) {
    for (const name of ['attention_items', 'attention_oldest_age_seconds', 'alerts_raised']) {
      assert.match(body, new RegExp(`^payment_orders_${name}{kind="${kind}"} \\d+$`, 'm'));
    }
  }
  assert.match(body, new RegExp(`^payment_orders_alerts_raised{kind="${SUSPENSE}"} 1$`, 'm'));
  await decide();
});

test('wrong settings are refused by the name of the field', async () => {
  const wrong = async (fields: object) =>
    refusedWith(await settings(fields)).errors?.map(({ field }) => field);
  assert.deepEqual(await wrong({ quiet_from: '22:00' }), ['quiet_to']);
  assert.deepEqual(await wrong({ quiet_from: '24:00', quiet_to: '7:00' }), [
    'quiet_from',
    'quiet_to',
  ]);
  assert.deepEqual(await wrong({ time_zone: 'Mars/Olympus', remind_after_minutes: 9 }), [
    'time_zone',
    'remind_after_minutes',
  ]);
  const kinds = [
    { kind: 'disk_filling', threshold: 101 },
    { kind: 'nothing' },
    { kind: 'disk_filling' },
    { kind: SUSPENSE, threshold: 0, enabled: 'no' },
  ];
  assert.deepEqual(await wrong({ kinds }), [
    'kinds[0].threshold',
    'kinds[1].kind',
    'kinds[2].kind',
    'kinds[3].threshold',
    'kinds[3].enabled',
  ]);
});

test('an alert that does not exist, and one that has recovered', async () => {
  const nobody = '00000000-0000-7000-8000-000000000001';
  for (const id of [nobody, 'not an id']) {
    assert.equal(refusedWith(await acknowledgeAlert(app, OPERATOR, id, raw({}))).code, 'not_found');
  }
  const decide = await waitingLine();
  await look(0);
  await look(2);
  await decide();
  await look(3);
  await look(6);
  const [alert] = await alerts();
  const refused = refusedWith(await acknowledgeAlert(app, OPERATOR, alert?.id ?? '', raw({})));
  assert.equal(refused.code, 'act_not_allowed');
});
