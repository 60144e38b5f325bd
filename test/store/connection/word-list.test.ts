// SQL made from lists: its text, and the words that it refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseOf, oneOf } from '../../../server/store/connection/word-list.ts';

test('a list and a case of words', () => {
  assert.equal(
    oneOf(['created', 'own_transfer', 'camt.053']),
    "('created', 'own_transfer', 'camt.053')",
  );
  assert.equal(
    caseOf('t.state', { created: '1', pending: 'a.tried > 0' }),
    "case t.state when 'created' then 1 when 'pending' then a.tried > 0 end",
  );
});

test('what would need escaping is a bug, not a word, and an empty list is no SQL', () => {
  for (const word of ["o'clock", "') or true --", '', 'two words', 'Created', '$1']) {
    assert.throws(() => oneOf(['created', word]), /is not a word of a closed list/, word);
    assert.throws(() => caseOf('state', { [word]: '1' }), /is not a word of a closed list/, word);
  }
  assert.throws(() => oneOf([]), /must not be empty/);
});
