// The texts of a list of refunds: why a row is not refunded, in which order rows stand, and the sum
// on the button.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import type { RefundResult } from '../../../console/api/schema.gen.ts';
import {
  actWords,
  problemsFirst,
  refundProblem,
  shownSums,
} from '../../../console/screens/refunds/refund-words.ts';

const ROW: RefundResult = {
  line: 2,
  outcome: 'refused',
  merchant_id: null,
  id: null,
  order_id: null,
  amount_cents: null,
  currency: 'INR',
  refundable_cents: null,
  payee_name: null,
  payee_number: null,
  payee_from: null,
  refund_id: null,
  proposal_id: null,
  code: null,
  detail: null,
};

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

it('a problem is told without minor units; any other in the words of the service', () => {
  for (const [code, refundable_cents, words] of [
    ['refund_too_large', 123_456, 'Only INR 1,234.56 of it is left to refund.'],
    ['refund_too_large', 0, 'It is refunded already, or the bank took it back.'],
    ['insufficient_funds', 5, 'The merchant’s balance is too small for it after the earlier rows.'],
    ['approval_required', 5, 'A second person has to approve it.'],
    ['not_found', null, 'There is no such trade.'],
  ] as const) {
    const row = { ...ROW, code, refundable_cents, detail: 'There is no such trade.' };
    equal(plain(refundProblem(row)), words, code);
  }
  equal(refundProblem(ROW), null);
});

it('rows about which somebody has to do something come first', () => {
  const rows = (['done', 'ready', 'waiting', 'refused', 'ready', 'refused'] as const).map(
    (outcome, at) => ({ ...ROW, outcome, line: at + 2 }),
  );
  deepEqual(
    problemsFirst(rows).map(({ line }) => line),
    [5, 7, 4, 3, 6, 2],
  );
});

it('the button says how many, how much in each currency, and what is only asked for', () => {
  const NONE = { ready: 0, refunded: 0, done: 0, waiting: 0, refused: 0 };
  const totals = [
    { currency: 'AED', count: 1, amount_cents: 100 },
    { currency: 'INR', count: 2, amount_cents: 250_000 },
  ];
  const words = (ready: number, waiting: number) =>
    plain(actWords({ counts: { ...NONE, ready, waiting }, totals }));
  equal(words(3, 0), 'Refund 3 pay-ins: AED 1.00 + INR 2,500.00');
  equal(words(1, 2), 'Refund 1 pay-in: AED 1.00 + INR 2,500.00, and ask for 2');
  equal(words(0, 1), 'Ask for 1 refund');
  equal(words(0, 0), null);
  equal(shownSums([]), '');
});
