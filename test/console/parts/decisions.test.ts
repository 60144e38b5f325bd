// What Home makes of the list of what waits: one card for each kind, the worst by its name.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import type { AttentionItem } from '../../../console/api/schema.gen.ts';
import { decisionGroups, sentenceOf, subjectOf } from '../../../console/screens/start/decisions.ts';

const ITEM: AttentionItem = {
  kind: 'payins_without_line',
  severity: 'warning',
  subject_type: 'receiving_account',
  subject_id: null,
  subject_name: null,
  count: 1,
  has_more: false,
  oldest_at: null,
  worst: null,
  value: 0,
  unit: 'minutes',
  threshold: 10,
  is_over: false,
  text: '',
  command: '',
  route: '',
};

it('200 accounts with one trouble are one card, whose worst account comes first', () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    ...ITEM,
    subject_id: `a-${index}`,
    count: 2,
    value: index === 117 ? 500 : index % 7,
  }));
  const [group, ...others] = decisionGroups(items);
  deepEqual([others.length, group?.count, group?.items[0]?.subject_id], [0, 400, 'a-117']);
});

it('what is over its threshold is worse than what has waited longer', () => {
  const found = decisionGroups([
    { ...ITEM, subject_id: 'long', value: 900 },
    { ...ITEM, subject_id: 'over', value: 20, is_over: true, has_more: true },
  ]);
  deepEqual(
    found.map(({ items, has_more }) => [items.map(({ subject_id }) => subject_id), has_more]),
    [[['over', 'long'], true]],
  );
});

it('an account that is half full needs nobody', () => {
  const half: AttentionItem = { ...ITEM, kind: 'accounts_near_limit', unit: 'percent', value: 60 };
  deepEqual(decisionGroups([half]), []);
  equal(decisionGroups([{ ...half, is_over: true }]).length, 1);
});

it('an id is told as a name, or by its end until that is known', () => {
  const item = { ...ITEM, subject_id: 'm-123456/3', text: 'Wrong (callback endpoint m-123456/3).' };
  const named = subjectOf({ ...item, subject_name: 'Lotus Books' });
  equal(sentenceOf(item, named), 'Wrong (callback endpoint Lotus Books).');
  equal(subjectOf(item), '…123456');
  equal(subjectOf(ITEM), null);
  equal(subjectOf({ ...ITEM, cell: 'east' }), 'east');
  equal(sentenceOf({ ...ITEM, text: 'All.' }, null), 'All.');
});
