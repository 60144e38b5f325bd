// Routes of the operator API: the ledger's accounts, entries and months.
import {
  type AccountBody,
  type ForeseenEntryBody,
  listLedgerAccounts,
  listLedgerEntries,
  type OperatorEntryBody,
} from '../../../app/ledger/list-ledger.ts';
import {
  type AccountMonthBody,
  type MonthBody,
  showMonth,
} from '../../../app/ledger/show-month.ts';
import { ENTRY_ACTS } from '../../../domain/ledger/ledger.ts';
import { FIND_ACCOUNTS, FIND_ENTRIES, SHOW_MONTH } from '../../../domain/ledger/ledger-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  cents,
  flag,
  integer,
  integerOrNull,
  list,
  moment,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const book = text('A merchant’s id, or `house`');

const book_name = textOrNull('Of its merchant; null for the house’s own');

const OWNERS = {
  merchant_name: textOrNull('Of the merchant in the account’s name; null: it has none'),
  receiving_account_name: textOrNull(
    'Of the receiving account in the account’s name, as in `HDFC ··0001`; null: it has none',
  ),
};

const PostingSchema = shape<OperatorEntryBody['postings'][number]>('Posting', {
  account: text('In this book'),
  ...OWNERS,
  currency: text('ISO 4217 code'),
  amount_cents: cents('Debits are negative; an entry’s postings sum to zero per currency'),
});
const postings = list(PostingSchema, { description: 'The amounts that it moves between accounts' });

export const ForeseenEntrySchema = shape<ForeseenEntryBody>('ForeseenEntry', {
  act: words(ENTRY_ACTS, 'What would be posted'),
  postings,
});

export const EntrySchema = shape<OperatorEntryBody>('Entry', {
  book,
  book_name,
  number: integer('1, 2, 3 … in its book'),
  act: words(ENTRY_ACTS, 'What was posted'),
  trade_id: uuidOrNull('The trade, if it is about one'),
  order_id: textOrNull('The merchant’s own id of its order; null in the house’s own book'),
  bank_line_id: uuidOrNull('The bank line, if it is about one'),
  adjustment_id: uuidOrNull('The adjustment, if it is about one'),
  postings,
  entered_at: moment('When'),
  hash: text('Over this entry and the hash before it'),
});

const tag = 'Ledger';

const ACCOUNT = {
  account: text('In this book'),
  currency: text('ISO 4217 code'),
  side: words(['debit', 'credit'], 'The side on which its balance is positive'),
};

const AccountMonthSchema = shape<AccountMonthBody>('AccountMonth', {
  ...ACCOUNT,
  ...OWNERS,
  opening_cents: cents('Before the month, positive on the side given in `side`'),
  movements: list(
    shape<AccountMonthBody['movements'][number]>('MonthMovement', {
      act: words(ENTRY_ACTS, 'What was posted'),
      entries: integer('By how many entries'),
      amount_cents: cents('The sum of their postings on this account'),
    }),
    { description: 'What the month’s entries moved on this account, by kind of entry' },
  ),
  closing_cents: cents('After it: the opening and all movements'),
});

export const LEDGER_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/ledger/accounts',
    operation_id: 'listLedgerAccounts',
    right: 'ledger.read',
    tag,
    summary: 'List accounts with their balances',
    description:
      'Sorted by book, account and currency. Balances are positive on the side that `side` ' +
      'names.',
    query: { ...queryOf(FIND_ACCOUNTS), ...PAGING },
    answer: pageShape(
      'LedgerAccountPage',
      shape<AccountBody>('LedgerAccount', {
        book,
        book_name,
        ...ACCOUNT,
        ...OWNERS,
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
    description:
      'By default of the house’s book. Entries are never changed or removed: a correction is a ' +
      'further entry, and each hash covers the one before.',
    query: { ...queryOf(FIND_ENTRIES), ...PAGING },
    answer: pageShape('EntryPage', EntrySchema),
    handle: ({ app, query }) => listLedgerEntries(app, query),
  }),
  route({
    method: 'GET',
    url: '/ledger/months/:month',
    operation_id: 'showMonth',
    right: 'ledger.read',
    tag,
    summary: 'Show a month: opening, what moved by act, closing, and the proof that holds it',
    description:
      'Of a merchant’s book, of the house’s, or of one receiving account in it. An entry counts ' +
      'when it was entered, so a month that is over never changes: a correction counts in the ' +
      'month in which it is made.',
    query: queryOf(SHOW_MONTH),
    answer: shape<MonthBody>('Month', {
      book,
      book_name,
      receiving_account_id: uuidOrNull('If only one account was asked for'),
      month: text('As in the address'),
      time_zone: text('Whose month it is'),
      from: moment('Its first moment'),
      to: moment('The first moment after it'),
      is_over: flag('False while entries may still be added'),
      first_entry: integerOrNull('The number of its first entry; null if nothing was entered'),
      last_entry: integerOrNull('The number of its last entry'),
      last_hash: textOrNull('The hash of the last entry: of the whole book up to it'),
      proof_day: textOrNull('The first signed proof that holds the last entry; null before'),
      accounts: list(AccountMonthSchema, {
        description: 'Those that had something or were moved',
      }),
    }),
    handle: ({ app, params, query }) => showMonth(app, params.month, query),
  }),
];
