// What people are told that they can do with a line is what the rules then allow.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lineActsNow } from '../../../server/domain/matching/line-acts-now.ts';
import {
  LINE_ACTS,
  LINE_STATUSES,
  type LineAct,
  type LineStatus,
} from '../../../server/domain/record/bank-line.ts';
import { lineWith } from '../../support/model/domain-commands.ts';

const IN_SUSPENSE = ['assign', 'split', 'fee', 'own_transfer', 'return', 'credit', 'keep'];
const OUTGOING = IN_SUSPENSE.filter((act) => act !== 'return');

/** A new status does not compile without its row. */
const POSSIBLE: Readonly<Record<LineStatus, readonly string[]>> = {
  suspense: IN_SUSPENSE,
  matched: ['undo'],
  split: ['undo'],
  fee: ['undo'],
  own_transfer: ['undo'],
  returned: ['undo'],
  credited: ['undo'],
  difference: [],
  withdrawn: [],
};

function actsOf(status: LineStatus, amount_cents: bigint) {
  const line = lineWith({ amount_cents });
  const { bank_line_id } = line;
  const none = { merchant_id: null, trade_id: null, candidates: [], decided_at: 0 };
  return lineActsNow({ line, outcome: { bank_line_id, status, reason: 'undone', ...none } });
}

const possible = (status: LineStatus, amount_cents = 500n): readonly LineAct[] =>
  actsOf(status, amount_cents).flatMap(({ act, why_not }) => (why_not === null ? [act] : []));

suite('the acts of a bank line now', () => {
  for (const status of LINE_STATUSES) {
    test(`${status}: ${POSSIBLE[status].join(', ')}`, () => {
      assert.deepEqual(possible(status).toSorted(), POSSIBLE[status].toSorted());
    });
    test(`${status}: every act is listed, with a sentence if it is not possible`, () => {
      const acts = actsOf(status, 500n);
      assert.deepEqual(
        acts.map(({ act }) => act),
        LINE_ACTS,
      );
      for (const { why_not } of acts) assert.match(why_not ?? 'Yes.', /^[A-Z].*\.$/);
    });
  }

  test('money that went out cannot be returned', () => {
    assert.deepEqual(possible('suspense', -500n).toSorted(), OUTGOING.toSorted());
  });
});
