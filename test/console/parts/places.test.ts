// The places of the navigation: all of them are reached, named, and in a group that is shown, and
// each kind of waiting work is counted where it is done.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { it } from 'node:test';
import type { AttentionItem } from '../../../console/api/schema.gen.ts';
import { iconOf, titleOf } from '../../../console/shell/page-marks.ts';
import { PLACES, placeAt, shownWaiting, waitingAt } from '../../../console/shell/places.ts';
import { NAV_TEXTS, SHELL_TEXTS } from '../../../console/texts/shell/frame.ts';
import { ATTENTION_KINDS } from '../../../server/domain/alert/attention-kinds.ts';

it('a key after g leads to one place', () => {
  const keys = PLACES.map(({ key }) => key);
  ok(keys.length > 10);
  deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

it('every name has one place, and every group some', () => {
  deepEqual(PLACES.map(({ name }) => name).sort(), Object.keys(NAV_TEXTS).sort());
  deepEqual(
    [...new Set(PLACES.map(({ group }) => group))].sort(),
    Object.keys(SHELL_TEXTS.groups).sort(),
  );
});

it('the places of a group stand together', () => {
  const groups = PLACES.map(({ group }) => group);
  const begins = groups.filter((group, index) => group !== groups[index - 1]);
  deepEqual(begins, Object.keys(SHELL_TEXTS.groups));
});

it('an address belongs to the place that it is below', () => {
  const ROWS = [
    ['/', 'home'],
    ['/trades/a/b', 'trades'],
    ['/bank/review', 'bank'],
    ['/accounts', 'accounts'],
    // Their own account is nobody's place.
    ['/account', undefined],
    ['/search', undefined],
  ] as const;
  for (const [path, name] of ROWS) equal(placeAt(path)?.name, name, path);
});

type Given = Pick<AttentionItem, 'kind' | 'count'> & Partial<AttentionItem>;

const item = (given: Given): AttentionItem => ({
  severity: 'warning',
  subject_type: null,
  subject_id: null,
  subject_name: null,
  has_more: false,
  oldest_at: null,
  worst: null,
  value: 0,
  unit: 'minutes',
  threshold: 1,
  is_over: false,
  text: '',
  command: '',
  route: '',
  ...given,
});

it('what waits is summed at its place', () => {
  const waiting = waitingAt([
    item({ kind: 'payouts_to_send', count: 2 }),
    item({ kind: 'payouts_unconfirmed', count: 3, is_over: true }),
    item({ kind: 'lines_in_suspense', count: 1_000, has_more: true }),
    // An account that is half full is no work, and no rule is done by opening it.
    item({ kind: 'accounts_near_limit', count: 1, unit: 'percent' }),
    item({ kind: 'two_people_off', count: 9, unit: 'count', is_over: true }),
  ]);
  deepEqual(
    [...waiting],
    [
      ['payouts', { count: 5, has_more: false, is_over: true }],
      ['bank', { count: 1_000, has_more: true, is_over: false }],
    ],
  );
  deepEqual([...waiting.values()].map(shownWaiting), ['5', '999+']);
});

it('every kind of work but the states of the house is counted at a place', () => {
  const uncounted = ATTENTION_KINDS.filter(
    (kind) => waitingAt([item({ kind, count: 1, is_over: true })]).size === 0,
  );
  deepEqual(uncounted, ['two_people_off', 'disk_filling']);
});

it('a tab says SANDBOX first, and nothing of the kind if money is real', () => {
  equal(titleOf('sandbox', 'Trades', 'pay.test'), 'SANDBOX · Trades · Payment Orders · pay.test');
  equal(titleOf('live', null, 'pay.test'), 'Payment Orders · pay.test');
  match(iconOf('sandbox'), /^data:image\/svg\+xml,/);
  ok(iconOf('sandbox') !== iconOf('live'));
});
