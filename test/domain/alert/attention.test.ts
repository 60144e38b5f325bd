// What needs a decision, as text and in order: numbers and durations people can read, and nothing
// that says more than was counted.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  attentionItem,
  attentionText,
  byUrgency,
  durationText,
} from '../../../server/domain/alert/attention.ts';
import {
  ATTENTION,
  ATTENTION_KINDS,
  COUNTED_MOST,
  THRESHOLD_MOST,
} from '../../../server/domain/alert/attention-kinds.ts';
import { fc } from '../../support/property.ts';

const NOW = Date.UTC(2026, 2, 10);
const MINUTE_MS = 60_000;
const found = { subject_id: null, count: 1, oldest_at: NOW - 180 * MINUTE_MS };

suite('durations', () => {
  const cases: readonly (readonly [minutes: number, text: string])[] = [
    [0, 'less than a minute'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [119, '1 hour'],
    [47 * 60, '47 hours'],
    [48 * 60, '2 days'],
    [30 * 1_440 + 5, '30 days'],
  ];
  for (const [minutes, text] of cases) {
    test(text, () => assert.equal(durationText(minutes), text));
  }
});

test('one is said as one, several with the age of the oldest', () => {
  const text = (count: number) =>
    attentionText(attentionItem('payins_to_verify', { ...found, count }, {}, NOW)).split('.')[0];
  assert.equal(text(1), '1 pay-in waits to be verified, for 3 hours');
  assert.equal(text(2), '2 pay-ins wait to be verified, the oldest for 3 hours');
  assert.equal(text(COUNTED_MOST + 1), '1000+ pay-ins wait to be verified, the oldest for 3 hours');
});

test('an item names what it is about, and a share as percent', () => {
  const near = { ...found, subject_id: 'A', oldest_at: null, percent: 91 };
  assert.match(
    attentionText(attentionItem('accounts_near_limit', near, {}, NOW)),
    /^1 receiving account has used 91 % of its limit of the day \(receiving account A\)\. /,
  );
});

test('an item is over from its threshold on, and a kind that is off never is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ATTENTION_KINDS),
      fc.nat(2_000),
      fc.integer({ min: 1, max: 2_000 }),
      fc.boolean(),
      (kind, amount, threshold, enabled) => {
        const one = {
          subject_id: null,
          count: amount,
          oldest_at: NOW - amount * MINUTE_MS,
          percent: amount,
        };
        const item = attentionItem(kind, one, { [kind]: { threshold, enabled } }, NOW);
        const value = ATTENTION[kind].unit === 'count' ? Math.min(amount, COUNTED_MOST) : amount;
        assert.equal(item.value, value);
        assert.equal(item.is_over, enabled && value >= threshold);
        assert.ok(item.count <= COUNTED_MOST);
      },
    ),
  );
});

test('a clock that was set back makes no negative age', () => {
  const later = { ...found, oldest_at: NOW + 60 * MINUTE_MS };
  assert.equal(attentionItem('payouts_to_send', later, {}, NOW).value, 0);
});

test('critical before warning, over before not yet, longest waiting first', () => {
  const item = (over: boolean, critical: boolean, minutes: number) =>
    attentionItem(
      critical ? 'proofs_missing' : 'payouts_to_send',
      { ...found, oldest_at: NOW - minutes * MINUTE_MS },
      {
        proofs_missing: { threshold: over ? 1 : 999, enabled: true },
        payouts_to_send: { threshold: over ? 1 : 999, enabled: true },
      },
      NOW,
    );
  const sorted = [
    item(true, true, 50),
    item(true, true, 40),
    item(true, false, 90),
    item(false, true, 99),
    item(false, false, 30),
    item(false, false, 20),
  ];
  assert.deepEqual(sorted.toReversed().toSorted(byUrgency), sorted);
});

test('every default can be set, and every text says what to do', () => {
  for (const kind of ATTENTION_KINDS) {
    const { unit, threshold, remedy, one, many } = ATTENTION[kind];
    assert.ok(threshold >= 1 && threshold <= THRESHOLD_MOST[unit], kind);
    assert.match(remedy, /^[A-Z].*\.$/, kind);
    for (const text of [one, many]) assert.match(text, /^[a-z].*[a-z0-9A-Z]$/, kind);
  }
});
