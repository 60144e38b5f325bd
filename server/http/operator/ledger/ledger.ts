// Routes of the operator API: the ledger's accounts and entries.
import {
  type AccountBody,
  type EntryBody,
  listLedgerAccounts,
  listLedgerEntries,
} from '../../../app/ledger/list-ledger.ts';
import { FIND_ACCOUNTS, FIND_ENTRIES } from '../../../domain/ledger/ledger-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  cents,
  integer,
  list,
  moment,
  PAGING,
  pageShape,
  shape,
  text,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const book = text('A merchant’s id, or `house`');

export const EntrySchema = shape<EntryBody>('Entry', {
  book,
  number: integer('1, 2, 3 … in its book'),
  act: text('What was posted'),
  trade_id: uuidOrNull('The trade, if it is about one'),
  bank_line_id: uuidOrNull('The bank line, if it is about one'),
  adjustment_id: uuidOrNull('The adjustment, if it is about one'),
  postings: list(
    shape<EntryBody['postings'][number]>('Posting', {
      account: text('In this book'),
      currency: text('ISO 4217 code'),
      amount_cents: cents('Debits are negative; an entry’s postings sum to zero per currency'),
    }),
  ),
  entered_at: moment('When'),
  hash: text('Over this entry and the hash before it'),
});

const tag = 'Ledger';

export const LEDGER_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/ledger/accounts',
    operation_id: 'listLedgerAccounts',
    right: 'ledger.read',
    tag,
    summary: 'List accounts with their balances',
    query: { ...queryOf(FIND_ACCOUNTS), ...PAGING },
    answer: pageShape(
      'LedgerAccountPage',
      shape<AccountBody>('LedgerAccount', {
        book,
        account: text('In this book'),
        currency: text('ISO 4217 code'),
        side: words(['debit', 'credit'], 'The side on which its balance is positive'),
        balance_cents: cents('Positive on the side given in `side`'),
      }),
    ),
    handle: ({ app, query }) => listLedgerAccounts(app, query),
  }),
  route({
    method: 'GET',
    url: '/ledger/entries',
    operation_id: 'listLedgerEntries',
    right: 'ledger.read',
    tag,
    summary: 'List the entries of a book, newest first',
    query: { ...queryOf(FIND_ENTRIES), ...PAGING },
    answer: pageShape('EntryPage', EntrySchema),
    handle: ({ app, query }) => listLedgerEntries(app, query),
  }),
];
