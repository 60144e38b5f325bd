// E-mails about alerts: what they say for one, for several and for none, in lines that fit a
// screen.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  NOTICE_ALERTS_MOST,
  NOTICE_DELAYS_MS,
  type NoticeAlert,
  nextNoticeAt,
  noticeFor,
} from '../../../server/domain/alert/alert-notice.ts';
import { noticeMail, wrapText } from '../../../server/domain/alert/notice-mail.ts';
import { fc } from '../../support/property.ts';

const ALERT: NoticeAlert = {
  id: '018f0000-0000-7000-8000-000000000001',
  event: 'raised',
  kind: 'payouts_to_send',
  severity: 'warning',
  subject_type: null,
  subject_id: null,
  count: 12,
  has_more: false,
  oldest_at: '2026-03-05T11:20:00.000Z',
  problem: '12 pay-outs have not been taken, the oldest for 3 hours.',
  remedy: 'Take them from the queue and send them, or cancel them.',
  command: 'payouts queue',
  raised_at: '2026-03-05T14:20:31.000Z',
  recovered_at: null,
};
const CRITICAL: NoticeAlert = {
  ...ALERT,
  kind: 'proofs_missing',
  severity: 'critical',
  problem: '1 day has no signed proof, for 14 hours.',
  remedy: 'Make it by hand; if that is refused, the answer says why.',
  command: 'proof make',
};
const OVER: NoticeAlert = {
  ...ALERT,
  event: 'recovered',
  recovered_at: '2026-03-05T16:00:00.000Z',
};
const mail = (alerts: readonly NoticeAlert[], more = 0) =>
  noticeMail({ purpose: 'alerts', alerts, more }, 'https://pay.example');

suite('the subject', () => {
  const cases: readonly (readonly [alerts: readonly NoticeAlert[], more: number, text: string])[] =
    [
      [[ALERT], 0, '12 pay-outs have not been taken, the oldest for 3 hours'],
      [[CRITICAL], 0, '[critical] 1 day has no signed proof, for 14 hours'],
      [
        [{ ...ALERT, event: 'reminder' }],
        0,
        'Still: 12 pay-outs have not been taken, the oldest for 3 hours',
      ],
      [[OVER], 0, 'Recovered: 12 pay-outs have not been taken, the oldest for 3 hours'],
      [
        [{ ...CRITICAL, event: 'recovered' }],
        0,
        'Recovered: 1 day has no signed proof, for 14 hours',
      ],
      [[ALERT, CRITICAL, OVER], 0, '[critical] 2 alerts, 1 of them critical, 1 recovered'],
      [[OVER, OVER], 0, '2 recovered'],
      [[ALERT], 7, '8 alerts'],
    ];
  for (const [alerts, more, text] of cases) {
    test(text, () => assert.equal(mail(alerts, more).subject, text));
  }
});

test('the text has what is wrong, what to do and the command, by urgency', () => {
  const still: NoticeAlert = { ...ALERT, event: 'reminder' };
  assert.equal(
    mail([ALERT, CRITICAL, OVER, still], 3).text,
    `CRITICAL

1 day has no signed proof, for 14 hours.
Make it by hand; if that is refused, the answer says why.
  payment-orders proof make
Raised at 2026-03-05 14:20 UTC.

NEW

12 pay-outs have not been taken, the oldest for 3 hours.
Take them from the queue and send them, or cancel them.
  payment-orders payouts queue
Raised at 2026-03-05 14:20 UTC.

STILL ON

12 pay-outs have not been taken, the oldest for 3 hours.
Take them from the queue and send them, or cancel them.
  payment-orders payouts queue
Raised at 2026-03-05 14:20 UTC.

RECOVERED

Last seen: 12 pay-outs have not been taken, the oldest for 3 hours.
It lasted from 2026-03-05 14:20 UTC until 2026-03-05 16:00 UTC.

And 3 more: payment-orders alerts list --state raised

An alert that you acknowledge is not sent again:
  payment-orders alerts ack ID
-- 
https://pay.example
`,
  );
});

test('a test says that it is one', () => {
  const { subject, text } = noticeMail(
    { purpose: 'test', alerts: [], more: 0 },
    'https://pay.example',
  );
  assert.equal(subject, 'Test of alerts');
  assert.match(text, /^This is a test\./);
});

test('lines are broken at blanks, and no word is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,90}$/), { minLength: 1 }), (words) => {
      const wrapped = wrapText(words.join(' '));
      assert.deepEqual(wrapped.split(/[ \n]/), words);
      for (const line of wrapped.split('\n')) assert.ok(line.length <= 76 || !line.includes(' '));
    }),
  );
});

test('a notice lists critical ones first, has a limit, and nothing about its own recipient', () => {
  const all = {
    alert_recipient_id: 'r',
    min_severity: 'warning',
    kinds: [],
    merchant_id: null,
  } as const;
  const many = Array.from({ length: NOTICE_ALERTS_MOST + 4 }, () => ALERT);
  const made = noticeFor(all, [...many, CRITICAL]);
  assert.deepEqual([made?.alerts[0], made?.alerts.length, made?.more], [CRITICAL, 50, 5]);
  assert.equal(noticeFor(all, [{ ...ALERT, subject_id: 'r' }]), null);
  assert.equal(noticeFor({ ...all, min_severity: 'critical' }, [ALERT]), null);
  assert.equal(noticeFor({ ...all, kinds: ['disk_filling'] }, [ALERT]), null);
  assert.equal(noticeFor({ ...all, kinds: ['payouts_to_send'] }, [ALERT])?.alerts.length, 1);
});

test('a merchant is told of its own endpoints only, without commands of the house', () => {
  const shop = {
    alert_recipient_id: 'r',
    min_severity: 'warning',
    kinds: [],
    merchant_id: 'm1',
  } as const;
  const failing = { ...ALERT, kind: 'callbacks_failing', subject_id: 'm1/3' } as const;
  for (const subject_id of ['m2/3', 'm11/3', 'm', null]) {
    assert.equal(noticeFor(shop, [{ ...failing, subject_id }]), null, String(subject_id));
  }
  assert.equal(noticeFor(shop, [ALERT, { ...ALERT, subject_id: 'm1' }]), null);
  const made = noticeFor(shop, [ALERT, failing]);
  assert.ok(made !== null);
  assert.equal(made.merchant_id, 'm1');
  assert.equal(made.alerts.length, 1);
  const { text } = noticeMail({ ...made, more: 2 }, 'https://pay.example');
  assert.match(text, /your endpoint/);
  assert.match(text, /^And 2 more\.$/m);
  assert.doesNotMatch(text, /payment-orders /);
  const house = noticeFor({ ...shop, merchant_id: null }, [failing]);
  assert.deepEqual(house?.alerts, [failing]);
  assert.equal('merchant_id' in (house ?? {}), false);
});

test('notices are tried again for most of a day; tests and final refusals are not', () => {
  assert.equal(nextNoticeAt('alerts', 1, false, 1_000), 11_000);
  assert.equal(nextNoticeAt('alerts', NOTICE_DELAYS_MS.length + 1, false, 0), null);
  assert.equal(nextNoticeAt('alerts', 1, true, 0), null);
  assert.equal(nextNoticeAt('test', 1, false, 0), null);
});
