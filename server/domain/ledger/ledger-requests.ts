// What the lists and months of the ledger may be asked for.

import { IN_TIME_ZONE, idFilter, wordFilter } from '../request/filter-fields.ts';
import { pastMomentField } from '../request/moment-fields.ts';
import { optionalField, queryShape, refinedField, withDefault } from '../request/request-shape.ts';
import { textField, uuidField } from '../request/text-fields.ts';
import { currencyField } from '../request/word-fields.ts';
import { namesFilter } from '../search/name-search.ts';
import { ALL_COLUMNS, JOURNAL_COLUMNS, readColumns } from './journal.ts';
import { ACCOUNT_KIND_NAMES, HOUSE_BOOK } from './ledger.ts';
import { OWN_NAMES, readLedgerNames } from './tally.ts';

export const FIND_ACCOUNTS = queryShape({
  merchant_id: idFilter('One merchant’s book; default: all'),
  kind: wordFilter(
    ACCOUNT_KIND_NAMES,
    'Only accounts of this kind, which is the first part of their names',
  ),
  q: namesFilter('the account, and in the names of the merchant and receiving account it is about'),
});

export const SHOW_BALANCE = queryShape({
  at: optionalField(
    pastMomentField(
      'The balance at this moment of the past, like 2026-03-01T00:00:00Z: everything that was ' +
        'entered until then; by default now',
    ),
  ),
});

const ACCOUNT_MAX_LENGTH = 200;

export const FIND_ENTRIES = queryShape({
  merchant_id: withDefault(uuidField('One merchant’s book; default: the house’s'), HOUSE_BOOK),
  account: optionalField(textField(ACCOUNT_MAX_LENGTH, 'Only entries on this account')),
});

export const SHOW_MONTH = queryShape(
  {
    merchant_id: idFilter('One merchant’s book; default: the house’s'),
    receiving_account_id: idFilter('Only one receiving account, in the house’s book'),
    time_zone: IN_TIME_ZONE,
  },
  ({ merchant_id, receiving_account_id }, notes) => {
    if ((merchant_id ?? null) === null || (receiving_account_id ?? null) === null) return;
    notes.wrong('receiving_account_id', 'not_allowed', 'is for the house’s book');
  },
);

const COLUMNS_MAX = 1_000;

export const EXPORT_JOURNAL = queryShape({
  merchant_id: idFilter('One merchant’s book; default: the house’s'),
  time_zone: IN_TIME_ZONE,
  columns: withDefault(
    refinedField(
      textField(
        COLUMNS_MAX,
        'Which columns, in which order, under which names: `date=Voucher Date,account,debit=Dr`; ' +
          `by default all of: ${JOURNAL_COLUMNS.join(', ')}`,
        { examples: ['date=Voucher Date,account,debit=Dr'] },
      ),
      readColumns,
    ),
    ALL_COLUMNS,
  ),
});

const LEDGERS_MAX = 4_000;
const VOUCHER_TYPE_MAX = 60;
const COMPANY_MAX = 100;

export const EXPORT_TALLY = queryShape({
  merchant_id: idFilter('One merchant’s book; default: the house’s'),
  time_zone: IN_TIME_ZONE,
  currency: withDefault(currencyField('ISO 4217 code: a file has one; by default INR'), 'INR'),
  ledgers: withDefault(
    refinedField(
      textField(
        LEDGERS_MAX,
        'What accounts, or kinds of them, are called in Tally: `available=Merchants,fees=Fees`; ' +
          'by default their kind and owner',
        { examples: ['available=Merchants,fees=Fees'] },
      ),
      readLedgerNames,
    ),
    OWN_NAMES,
  ),
  voucher_type: withDefault(
    textField(VOUCHER_TYPE_MAX, 'Tally’s type of the vouchers; by default Journal', {
      examples: ['Receipt'],
    }),
    'Journal',
  ),
  company: optionalField(
    textField(COMPANY_MAX, 'Tally’s company; by default the one that is open there', {
      examples: ['House Ltd'],
    }),
  ),
});
