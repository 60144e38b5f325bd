// Sendings of scheduled reports on a real database: none is written beside one that waits, each
// report has its turn, and what counts as not delivered or as sent last.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listAttention } from '../../../server/app/alert/list-attention.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { newId } from '../../../server/app/process/ids.ts';
import { changeReport, listSendings } from '../../../server/app/report/scheduled-reports.ts';
import { sendReportNow } from '../../../server/app/report/send-reports.ts';
import type { DeliveryStatus } from '../../../server/domain/callback/retry.ts';
import { DAY_MS, HOUR_MS } from '../../../server/lib/durations.ts';
import {
  insertSendings,
  leaseSendings,
  type NewSending,
  saveSendingEnd,
  selectLastSendings,
} from '../../../server/store/report/report-sendings.ts';
import { findReportsUndelivered } from '../../../server/store/report/undelivered-reports.ts';
import type { TestApp } from '../../support/test-app.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
} from '../../support/test-app.ts';
import { active } from '../access/people-scene.ts';
import { newReport } from '../sandbox/story-scene.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(() => service.stop());

const [ANN, BEN] = [newId(), newId()];
const now = Date.now();

type Past = { of_day: number; to: string | null; status: DeliveryStatus; ago_ms?: number };

const sendingOf = (scheduled_report_id: string, of_day: number, to: string | null): NewSending => ({
  report_sending_id: newId(),
  scheduled_report_id,
  person_id: to,
  first_day: of_day,
  end_day: of_day + 1,
  from_at: of_day * DAY_MS,
  to_at: (of_day + 1) * DAY_MS,
  by_hand: true,
});

/** A report with these sendings, in the order in which they were written. */
async function reportWith(sent_before: readonly Past[], merchant_id: string | null = null) {
  const { scheduled_report_id: id } = await newReport(app);
  if (merchant_id !== null) {
    await scene.sql(
      app,
      `update scheduled_reports set merchant_id = '${merchant_id}'
       where scheduled_report_id = '${id}'`,
    );
  }
  const { db } = app.store;
  for (const { of_day, to, status, ago_ms = HOUR_MS } of sent_before) {
    const sending = sendingOf(id, of_day, to);
    await insertSendings(db, [sending], now - DAY_MS);
    if (status === 'waiting') continue;
    const { report_sending_id } = sending;
    const problem = status === 'delivered' ? null : 'no_right';
    const end = { report_sending_id, attempt: 1, status: null, problem, due_at: null };
    await saveSendingEnd(db, { ...end, trades: 1, has_file: true }, now - ago_ms);
  }
  return id;
}

suite('somebody asks for a report', () => {
  const send = (id: string) => sendReportNow(app, OPERATOR, id, raw({}));
  const sent = async (id: string) => accepted(await listSendings(app, OPERATOR, id)).data;

  test('once while it is on its way: the next one is told why not', async () => {
    const { scheduled_report_id: id } = await newReport(app);
    assert.equal(accepted(await send(id)).data.length, 1);
    const refused = refusedWith(await send(id));
    assert.equal(refused.code, 'act_not_allowed');
    assert.match(refused.detail, /still on their way/);
    assert.deepEqual(
      refused.errors?.map(({ field, code }) => [field, code]),
      [['sending_id', 'not_allowed']],
    );
    assert.equal((await sent(id)).length, 1);
    const [first] = await leaseSendings(app.store.db, {
      now: Date.now() + HOUR_MS,
      lease_ms: 60_000,
      lease_from: Date.now(),
      limit: 10,
    });
    assert.ok(first !== undefined);
    const { report_sending_id } = first;
    const end = { report_sending_id, attempt: 1, status: 200, problem: null, due_at: null };
    await saveSendingEnd(app.store.db, { ...end, trades: 1, has_file: true }, Date.now());
    accepted(await send(id));
    assert.equal((await sent(id)).length, 2);
  });

  test('ten at once: one of them is accepted', async () => {
    const { scheduled_report_id: id } = await newReport(app);
    const other = await service.another();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sendReportNow(index % 2 === 0 ? app : other, OPERATOR, id, raw({})),
      ),
    );
    assert.equal(answers.filter((answer) => 'data' in answer).length, 1);
    assert.equal((await sent(id)).length, 1);
  });

  test('the same sending again, twice at once: one of them is accepted', async () => {
    const day = Math.floor(now / DAY_MS) - 9;
    const id = await reportWith([{ of_day: day, to: null, status: 'exhausted' }]);
    const [before] = await sent(id);
    const again = () => sendReportNow(app, OPERATOR, id, raw({ sending_id: before?.id }));
    const answers = await Promise.all([again(), again()]);
    assert.equal(answers.filter((answer) => 'data' in answer).length, 1);
    assert.deepEqual(
      (await sent(id)).map(({ status }) => status),
      ['waiting', 'exhausted'],
    );
  });
});

suite('whose turn it is', () => {
  const lease = (limit: number) =>
    leaseSendings(app.store.db, { now, lease_ms: 60_000, lease_from: now, limit });
  const clear = () => scene.sql(app, 'delete from report_sendings');
  const days = (count: number): Past[] =>
    Array.from({ length: count }, (_, of_day) => ({ of_day, to: null, status: 'waiting' }));

  test('each report of the house has its turn, the oldest of each first', async () => {
    await clear();
    const long = await reportWith(days(50));
    const short = await reportWith(days(1));
    const leased = await lease(2);
    assert.deepEqual(
      leased.map((one) => [one.scheduled_report_id, one.first_day]).sort(),
      [
        [long, 0],
        [short, 0],
      ].sort(),
    );
    assert.deepEqual(
      (await lease(2)).map((one) => [one.scheduled_report_id, one.first_day]).sort(),
      [
        [long, 1],
        [long, 2],
      ],
    );
  });

  test('each merchant has its turn, however many reports another one has', async () => {
    await clear();
    const busy = (await makeMerchant(app)).merchant_id;
    for (let number = 0; number < 5; number += 1) await reportWith(days(3), busy);
    const quiet = await reportWith(days(1), (await makeMerchant(app)).merchant_id);
    const of_house = await reportWith(days(1));
    const leased = (await lease(3)).map((one) => one.scheduled_report_id);
    assert.ok(leased.includes(quiet) && leased.includes(of_house), 'one of each');
  });

  test('more merchants that always wait than are sent at once keep nobody out', async () => {
    await clear();
    for (let number = 0; number < 6; number += 1) {
      await reportWith(days(40), (await makeMerchant(app)).merchant_id);
    }
    const late = await reportWith(days(1), (await makeMerchant(app)).merchant_id);
    // By chance: 40 times four of seven miss one with (3/7)^40.
    for (let look = 0; look < 40; look += 1) {
      const leased = await lease(4);
      if (leased.some((one) => one.scheduled_report_id === late)) return;
    }
    assert.fail('the late one never had its turn');
  });
});

const past =
  (status: DeliveryStatus) =>
  (of_day: number, to: string | null = ANN): Past => ({ of_day, to, status });
const [lost, arrived, waiting] = [past('exhausted'), past('delivered'), past('waiting')];

/** Of a report to Ann and to its address for callbacks; days are numbers. */
const UNDELIVERED: readonly (readonly [string, readonly Past[], number])[] = [
  ['nothing was sent', [], 0],
  ['it arrived', [arrived(1)], 0],
  ['it was given up', [lost(1)], 1],
  ['the callback was given up', [lost(1, null)], 1],
  ['and so was its repetition: one report of one day', [lost(1), lost(1)], 1],
  ['its repetition is on its way', [lost(1), waiting(1)], 0],
  ['its repetition arrived', [lost(1), arrived(1)], 0],
  ['the next day arrived: this one is lost all the same', [lost(1), arrived(2)], 1],
  ['two days were given up', [lost(1), lost(2)], 2],
  ['another recipient got it', [lost(1), arrived(1, null)], 1],
  ['whoever did not get it is no recipient', [lost(1, BEN)], 0],
  ['longer ago than a week', [{ ...lost(1), ago_ms: 8 * DAY_MS }], 0],
];

suite('reports that were not delivered', () => {
  for (const [name, sendings, count] of UNDELIVERED) {
    test(`${name}: ${count}`, async () => {
      const scheduled_report_id = await reportWith(sendings);
      const recipients = [ANN, null].map((person_id) => ({ scheduled_report_id, person_id }));
      const found = await findReportsUndelivered(app.store.db, recipients, now - 7 * DAY_MS);
      assert.deepEqual(
        found.map((one) => [one.count, one.worst]),
        count === 0 ? [] : [[count, `scheduled_reports/${scheduled_report_id}`]],
      );
    });
  }
});

suite('on Home', () => {
  const counted = async () => {
    const { data } = await listAttention(app);
    return data.find(({ kind }) => kind === 'reports_undelivered')?.count ?? 0;
  };

  test('a report that failed counts once, and no longer once it went to nobody', async () => {
    const before = await counted();
    const failed: Past = { of_day: 3, to: null, status: 'exhausted' };
    const id = await reportWith([failed, failed]);
    assert.equal((await counted()) - before, 1);
    const { id: person } = await active(app, { role: 'finance' });
    const removed = { recipients: [person], callback_url: null };
    accepted(await changeReport(app, OPERATOR, id, raw(removed)));
    assert.equal((await counted()) - before, 0);
  });

  test('a merchant’s report is not told to the house', async () => {
    const before = await counted();
    const failed: Past = { of_day: 3, to: null, status: 'exhausted' };
    await reportWith([failed], (await makeMerchant(app)).merchant_id);
    assert.equal((await counted()) - before, 0);
  });
});

suite('the last sendings of a report', () => {
  test('are those of its newest days, of each recipient the newest', async () => {
    const id = await reportWith([
      { of_day: 2, to: ANN, status: 'exhausted' },
      { of_day: 2, to: BEN, status: 'delivered' },
      { of_day: 2, to: ANN, status: 'delivered' },
      { of_day: 1, to: BEN, status: 'exhausted' },
    ]);
    const other = await reportWith([{ of_day: 1, to: null, status: 'delivered' }]);
    const last = await selectLastSendings(app.store.db, [id, other]);
    assert.deepEqual(
      last.map((one) => [one.scheduled_report_id, one.person_id, one.first_day, one.status]).sort(),
      [
        [id, ANN, 2, 'delivered'],
        [id, BEN, 2, 'delivered'],
        [other, null, 1, 'delivered'],
      ].sort(),
    );
  });
});
