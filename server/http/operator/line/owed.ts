// Route of the operator API: everything that is owed to somebody, in one list.

import {
  type DebtBody,
  type DebtTotalBody,
  listOwed,
  type OwedBody,
  type OwedPage,
  type OwedTotalBody,
  type SentRefundBody,
} from '../../../app/line/list-owed.ts';
import { FIND_OWED } from '../../../domain/line/line-requests.ts';
import { SUSPENSE_AGE_NAMES } from '../../../domain/line/suspense-age.ts';
import { DEBT_WAYS_OUT } from '../../../domain/line/ways-out.ts';
import { LINE_ACTS } from '../../../domain/record/bank-line.ts';
import { STATES } from '../../../domain/record/trade.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  cents,
  integer,
  list,
  moment,
  PAGING,
  pageRows,
  shape,
  text,
  textOrNull,
  uuid,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { BankLineSchema } from './bank-lines.ts';

const OwedSchema = shape<OwedBody>('OwedLine', {
  line: BankLineSchema,
  age: words(SUSPENSE_AGE_NAMES, 'How long ago it was booked'),
  age_seconds: integer('The same in seconds'),
  ways_out: list(words(LINE_ACTS), { description: 'The decisions by which its money leaves' }),
});

const TotalSchema = shape<OwedTotalBody>('OwedTotal', {
  receiving_account_id: uuid('The account that has the money'),
  currency: text('ISO 4217 code'),
  lines: integer('How many lines wait'),
  owed_cents: cents('Their sum; negative: the bank took more than came'),
  ledger_cents: cents('The ledger’s suspense account: always the same sum'),
});

const DebtSchema = shape<DebtBody>('Debt', {
  merchant_id: uuid('The merchant that owes it'),
  merchant_name: text('Its name'),
  currency: text('ISO 4217 code of its balance'),
  owed_cents: cents('How far its balance is below zero'),
  since_at: moment('Since when; of a very long book: at least since then'),
  age: words(SUSPENSE_AGE_NAMES, 'How long ago that was'),
  age_seconds: integer('The same in seconds'),
  refunds: list(
    shape<SentRefundBody>('SentRefund', {
      id: uuid('The refund'),
      payin_id: uuid('Its pay-in, whose credit was taken back'),
      amount_cents: cents('Its amount'),
      currency: text('ISO 4217 code'),
      state: words(STATES, 'It may still come back'),
    }),
    { description: 'Refunds that were sent although the credit was taken back, at most 20' },
  ),
  ways_out: list(words(DEBT_WAYS_OUT), {
    description:
      'New credits fill the balance, a person books what the merchant pays in, a refund comes back',
  }),
});

const DebtTotalSchema = shape<DebtTotalBody>('DebtTotal', {
  currency: text('ISO 4217 code'),
  merchants: integer('How many merchants owe'),
  owed_cents: cents('Their sum: the ledger’s balances below zero'),
});

export const OWED_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/owed',
    operation_id: 'listOwed',
    right: 'bank.read',
    tag: 'Bank',
    summary: 'List the money that is owed to somebody, longest waiting first',
    description:
      'Every bank line in suspense, or part of one: unmatched money, what came beyond a credit, ' +
      'the money of reversed pay-ins, and what a bank took beyond a credit (negative). ' +
      'Beside it (`debts`) what merchants owe because their balance is below zero.',
    query: { ...queryOf(FIND_OWED), ...PAGING },
    answer: shape<OwedPage>('OwedPage', {
      data: pageRows(OwedSchema),
      next_cursor: textOrNull('Where the next page begins; null: this is the last'),
      totals: list(TotalSchema, { description: 'By account and currency, of all pages' }),
      debts: list(DebtSchema, {
        description:
          'What merchants owe, the largest first, at most 100; none if an account is asked for',
      }),
      debt_totals: list(DebtTotalSchema, { description: 'By currency, of all merchants' }),
    }),
    handle: ({ app, query }) => listOwed(app, query),
  }),
];
