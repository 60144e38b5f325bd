// A refusal for the version of what was decided says who was first in the words of the console.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import { Problem } from '../../../../console/api/client.ts';
import { changedBy } from '../../../../console/parts/act/changed-by.ts';

const refused = (code: 'changed_meanwhile' | 'act_not_allowed', told: object) =>
  new Problem({
    type: 'about:blank',
    title: 'It has changed since you looked at it',
    status: 422,
    code,
    detail: 'It has changed.',
    request_id: 'r1',
    retryable: false,
    errors: [],
    ...told,
  });

const BY = { changed_by: 'Meera Nair', changed_at: '2026-11-28T09:00:00.000Z' };

for (const [act, words] of [
  ['complete', 'Paid'],
  ['bank_line_keep', 'Bank line kept'],
  ['merchant_changed', 'Merchant changed'],
  [undefined, 'It has changed.'],
] as const) {
  it(`${act ?? 'an act that is not named'} is told as “${words}”`, () => {
    const told = act === undefined ? BY : { ...BY, changed_act: act };
    deepEqual(changedBy(refused('changed_meanwhile', told)), {
      version: '',
      actor: { name: 'Meera Nair' },
      what: words,
      at: BY.changed_at,
    });
  });
}

it('says nothing of other refusals', () => {
  equal(changedBy(refused('act_not_allowed', BY)), null);
});
