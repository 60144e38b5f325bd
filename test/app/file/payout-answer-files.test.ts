// CSV files of a bank's answers that cannot be read with certainty: refused with the line and the
// reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswers } from '../../../server/app/file/read-answers.ts';

const WRONG: readonly [what: string, text: string, line: number, message: RegExp][] = [
  ['nothing', '', 1, /^the file has no answers$/],
  ['a header alone', 'end_to_end_id,status\n', 1, /^the file has no answers$/],
  ['no status', 'end_to_end_id,utr\nPO1,UTR1234567\n', 1, /^the header has no status; commas /],
  [
    'semicolons',
    'end_to_end_id;status\nPO1;paid\n',
    1,
    /has no end_to_end_id and no status; commas/,
  ],
  ['two words', 'end_to_end_id,status,status\nPO1,paid,rejected\n', 1, /has status more than once/],
  ['two UTRs', 'utr,end_to_end_id,status,utr\n,PO1,paid,\n', 1, /has utr more than once/],
  ['two ids', 'end_to_end_id,status, end_to_end_id\nPO1,paid,PO2\n', 1, /end_to_end_id more than/],
  ['an unknown word', 'end_to_end_id,status\nPO1,paid\nPO2,perhaps\n', 3, /^status must be one of/],
];
for (const [what, text, line, message] of WRONG) {
  test(`${what}: refused, and nothing of it counts`, () => {
    assert.throws(() => readAnswers(text, null), { name: 'UnreadableStatement', line, message });
  });
}

test('columns of the bank’s own may stand as often as they like, in any order', () => {
  const text = '\uFEFFnote,status,note,end_to_end_id\na,paid,b,po1\n';
  const [answer, ...others] = readAnswers(text, null);
  assert.deepEqual(others, []);
  assert.deepEqual([answer?.status, answer?.about], ['ACSC', { end_to_end_id: 'PO1' }]);
});
