// Scheduled reports: how many, for whom, when the next one is due, and what an e-mail of one says.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  decideNewReport,
  decideReportChange,
  type ReportChange,
} from '../../../server/domain/report/change-report.ts';
import {
  refuseSendingAgain,
  reportFileName,
  reportMail,
  reportQuery,
} from '../../../server/domain/report/report-sending.ts';
import type {
  ReportReader,
  ScheduledReport,
} from '../../../server/domain/report/scheduled-report.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';

const UTC = { momentOf: (at: number) => at, shownAt: (at: number) => at };
const now = Date.parse('2026-03-05T12:00:00Z');

const reader = (fields: Partial<ReportReader> = {}): ReportReader => ({
  person_id: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  role: 'finance',
  state: 'active',
  merchant_id: null,
  ...fields,
});

const report = (fields: Partial<ScheduledReport> = {}): ScheduledReport => ({
  scheduled_report_id: 'r1',
  merchant_id: null,
  name: 'Failed',
  view_name: 'All that failed',
  filters: { state: 'failed', client_id: 'c-1' },
  every: 'day',
  hour: 6,
  time_zone: 'UTC',
  format: 'csv',
  recipients: ['ada'],
  callback: null,
  enabled: true,
  created_at: now,
  next_at: 0,
  ...fields,
});

const facts = (people = [reader()]) => ({ people, clockOf: () => UTC, now, of_same: 49 });

const RECIPIENTS: readonly (readonly [
  string,
  Partial<ReportReader>,
  Partial<ScheduledReport>,
  boolean,
])[] = [
  ['finance of the house', {}, {}, true],
  ['an owner', { role: 'owner' }, {}, true],
  ['a role without exports', { role: 'viewer' }, {}, false],
  ['somebody who is disabled', { state: 'disabled' }, {}, false],
  ['somebody who has not come yet', { state: 'invited' }, {}, false],
  [
    'a merchant’s administrator of the house’s',
    { role: 'merchant_admin', merchant_id: 'm' },
    {},
    false,
  ],
  [
    'of their own merchant’s',
    { role: 'merchant_admin', merchant_id: 'm' },
    { merchant_id: 'm' },
    true,
  ],
  [
    'of another merchant’s',
    { role: 'merchant_admin', merchant_id: 'm' },
    { merchant_id: 'o' },
    false,
  ],
  ['the house of a merchant’s', {}, { merchant_id: 'm' }, false],
];

suite('who may be a recipient', () => {
  for (const [name, person, of, may] of RECIPIENTS) {
    test(name, () => {
      const decided = decideNewReport(facts([reader(person)]), report(of));
      assert.equal(isRefusal(decided), !may);
    });
  }

  test('somebody must be, or an address', () => {
    assert.ok(isRefusal(decideNewReport(facts(), report({ recipients: [] }))));
    const callback = { url: 'https://a.example/x', secret: 's', set_by: 'ada' };
    assert.ok(!isRefusal(decideNewReport(facts(), report({ recipients: [], callback }))));
  });
});

test('there are at most 50', () => {
  assert.ok(isRefusal(decideNewReport({ ...facts(), of_same: 50 }, report())));
});

function changed(request: Partial<ReportChange>, before = report({ next_at: now + DAY_MS })) {
  const named = { scheduled_report_id: 'r1', merchant_id: null, changes: {}, secret: null };
  const decided = decideReportChange({ ...facts(), before }, { ...named, ...request });
  assert.ok(!isRefusal(decided) && !('is_unchanged' in decided));
  return decided;
}

suite('a change', () => {
  test('of the name leaves what is due; of the hour does not', () => {
    assert.equal(changed({ changes: { name: 'Else' } }).saved.next_at, now + DAY_MS);
    const { saved } = changed({ changes: { hour: 18 } });
    assert.equal(saved.next_at, Date.parse('2026-03-05T18:00:00Z'));
  });

  test('to on again waits for the next days, whatever was due while it was off', () => {
    const off = report({ enabled: false, next_at: now - 30 * DAY_MS });
    const { saved } = changed({ changes: { enabled: true } }, off);
    assert.equal(saved.next_at, Date.parse('2026-03-06T06:00:00Z'));
  });

  test('tells the trail neither a customer nor the path of an address', () => {
    const callback = { url: 'https://a.example/x?key=k1', secret: 's1', set_by: 'ada' };
    const told = JSON.stringify(changed({ callback }).detail);
    assert.match(told, /https:\/\/a\.example/);
    assert.doesNotMatch(told, /c-1|k1|s1/);
  });

  test('stays possible after a recipient lost the right; nobody else without it is added', () => {
    const before = report({ recipients: ['gone', 'ada'] });
    const { saved } = changed({ changes: { enabled: false } }, before);
    assert.deepEqual([saved.enabled, saved.recipients], [false, ['gone', 'ada']]);
    const named = { scheduled_report_id: 'r1', merchant_id: null, secret: null };
    const added = { ...named, changes: { recipients: ['gone', 'ada', 'lost'] } };
    const refused = decideReportChange({ ...facts(), before }, added);
    assert.ok(isRefusal(refused));
    assert.equal(refused.errors?.[0]?.field, 'recipients[2]');
  });

  test('of the secret keeps the address, and needs one', () => {
    const callback = { url: 'https://a.example/x', secret: 's1', set_by: 'ada' };
    const { saved } = changed({ secret: 's2' }, report({ callback }));
    assert.deepEqual(saved.callback, { ...callback, secret: 's2' });
    const named = { scheduled_report_id: 'r1', merchant_id: null, changes: {}, secret: 's2' };
    assert.ok(isRefusal(decideReportChange({ ...facts(), before: report() }, named)));
  });
});

suite('what is sent', () => {
  const days = { first_day: 20_515, end_day: 20_522 };
  const mail = (trades: number | null, file_name: string | null) =>
    reportMail({ report: report(), days, trades, file_name, link: 'https://p.example/l' }, 'S');

  test('is of the days, and of the merchant whose report it is', () => {
    const moments = { from_at: 0, to_at: DAY_MS };
    assert.deepEqual(reportQuery(report({ merchant_id: 'm' }), moments), {
      state: 'failed',
      client_id: 'c-1',
      merchant_id: 'm',
      from: '1970-01-01T00:00:00.000Z',
      to: '1970-01-02T00:00:00.000Z',
    });
    assert.equal(reportFileName(days, 'xlsx'), 'trades-2026-03-03-to-2026-03-09.xlsx');
  });

  test('says how many trades there are, and why there is no file', () => {
    assert.equal(mail(2, 'f.csv').subject, 'Failed: 2026-03-03 to 2026-03-09');
    assert.match(mail(1_234, 'f.csv').text, /There are 1,234 trades, in f\.csv\./);
    assert.match(mail(1, 'f.csv').text, /There is 1 trade, in f\.csv\./);
    assert.match(mail(0, 'f.csv').text, /There are no trades\./);
    assert.match(mail(9_999, null).text, /the file is too large for an e-mail/);
    assert.match(mail(null, null).text, /more than 10,000 trades/);
  });

  test('is sent again to whoever is still a recipient, once it is over', () => {
    const callback = { url: 'https://a.example/x', secret: 's1', set_by: 'ada' };
    const to = (person_id: string | null, status: 'waiting' | 'delivered' | 'exhausted') => ({
      person_id,
      status,
    });
    const both = report({ recipients: ['ada'], callback });
    const one = report({ recipients: ['ada'], callback: null });
    for (const [named, before, is_sent] of [
      [both, to('ada', 'exhausted'), true],
      [both, to('ada', 'delivered'), true],
      [both, to('ada', 'waiting'), false],
      [both, to('bob', 'exhausted'), false],
      [both, to(null, 'exhausted'), true],
      [one, to(null, 'exhausted'), false],
    ] as const) {
      assert.equal(refuseSendingAgain(named, before) === null, is_sent, JSON.stringify(before));
    }
  });
});
