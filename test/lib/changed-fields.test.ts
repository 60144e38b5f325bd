// What the audit trail says of a change: the fields that differ, with their values before and
// after.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFields } from '../../server/lib/changed-fields.ts';

test('only fields that differ are named; one that is missing is null', () => {
  const before = { same: 1, list: ['a', 'b'], nested: { x: 1 }, gone: 'x', empty: null };
  const after = { same: 1, list: ['b', 'a'], nested: { x: 1 }, come: 2, empty: undefined };
  assert.deepEqual(changedFields(before, after), {
    before: { list: ['a', 'b'], gone: 'x', come: null },
    after: { list: ['b', 'a'], gone: null, come: 2 },
  });
  assert.deepEqual(changedFields(before, before), { before: {}, after: {} });
});
