// Route of the operator API: one search over everything that people have in their hands.

import type { TSchema } from 'typebox';
import { joinSearches } from '../../../app/cell/combined-work.ts';
import { type Matched, type SearchBody, search } from '../../../app/search/search.ts';
import { SEARCH } from '../../../domain/search/search-requests.ts';
import { READINGS } from '../../../domain/search/search-text.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { TradeSchema } from '../../schema/schemas.ts';
import { SettlementSchema } from '../../schema/settlement-schemas.ts';
import { flag, integer, list, shape, text, uuid, words } from '../../schema/shapes.ts';
import { BankLineSchema } from '../line/bank-lines.ts';
import { combined } from '../route/combined-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const matched = (title: string, item: TSchema, description: string) =>
  list(
    shape<Matched<unknown>>(title, {
      matched: list(words(READINGS), { description: 'As what the text was found' }),
      item,
    }),
    { description },
  );

const NamedSchema = shape<SearchBody['merchants'][number]['item']>('NamedThing', {
  id: uuid('The merchant or receiving account'),
  name: text('Its name'),
});

const ReadingSchema = shape<SearchBody['readings'][number]>('Reading', {
  as: words(READINGS, 'What the text was taken for'),
  found: integer('How many were found'),
  more: flag('There are more; the lists have filters and pages'),
  complete: flag('False if some bank lines cannot be found by words yet'),
});

export const SEARCH_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/search',
    operation_id: 'search',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag: 'Trades',
    summary: 'Find whatever a text names',
    description:
      'Ids, order ids, customers, UTRs, references, amounts, account numbers, numbers of ' +
      'settlements, names of merchants, payees and payers, e-mail addresses and telephone ' +
      'numbers, and words of bank lines. Account numbers and UTRs are also found by their last ' +
      'four to six digits, alone or behind a mask such as XXXX4471. Each thing that the text can ' +
      'be is one look-up; at most 20 results of each.',
    query: queryOf(SEARCH),
    answer: shape<SearchBody>('SearchResult', {
      readings: list(ReadingSchema, {
        description: 'Everything that the text can be, and how many things it was found as',
      }),
      trades: matched('FoundTrade', TradeSchema, 'Trades that were found'),
      lines: matched('FoundLine', BankLineSchema, 'Bank lines that were found'),
      settlements: matched('FoundSettlement', SettlementSchema, 'Settlements that were found'),
      merchants: matched('FoundMerchant', NamedSchema, 'Merchants that were found'),
      receiving_accounts: matched(
        'FoundAccount',
        NamedSchema,
        'Receiving accounts that were found',
      ),
    }),
    combined: combined({
      rows: ['trades', 'lines', 'settlements', 'merchants', 'receiving_accounts'],
      join: joinSearches,
    }),
    handle: ({ app, query }) => search(app, query),
  }),
];
