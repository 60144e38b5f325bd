// Route of the operator API: everything that is owed to somebody, in one list.

import {
  listOwed,
  type OwedBody,
  type OwedPage,
  type OwedTotalBody,
} from '../../../app/line/list-owed.ts';
import { SUSPENSE_AGE_NAMES } from '../../../domain/line/suspense-age.ts';
import { LINE_ACTS } from '../../../domain/record/bank-line.ts';
import {
  cents,
  filter,
  integer,
  list,
  PAGING,
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
      'the money of reversed pay-ins, and what a bank took beyond a credit (negative).',
    query: { receiving_account_id: filter('Of one receiving account'), ...PAGING },
    answer: shape<OwedPage>('OwedPage', {
      data: list(OwedSchema),
      next_cursor: textOrNull('Where the next page begins; null: this is the last'),
      totals: list(TotalSchema, { description: 'By account and currency, of all pages' }),
    }),
    handle: ({ app, query }) => listOwed(app, query),
  }),
];
