// The accounts of the ledger with their balances, of all books or of one merchant's.
import { Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import type { LedgerAccount } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CopyIcon } from '../../parts/copyable.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { accountWords } from '../../parts/names/account-words.ts';
import { ACCOUNT_WORDS } from '../../texts/ledger/entries.ts';
import { LEDGER_TEXTS as ledger } from '../../texts/ledger/ledger.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { Book } from './book.tsx';
import { LedgerTabs } from './ledger-tabs.tsx';

/** By what they mean: the service knows their kinds by words of its own. */
const KINDS = choicesOf(
  Object.fromEntries(
    Object.entries(ACCOUNT_WORDS).map(([kind, words]) => [
      kind,
      words({ account: ledger.some_name, merchant: ledger.some_name }),
    ]),
  ),
);

const FILTERS: readonly Filter[] = [
  { kind: 'choice', name: 'kind', label: ledger.account, choices: KINDS },
  { kind: 'text', name: 'q', label: ledger.find_account },
  { kind: 'merchant', name: 'merchant_id', label: ledger.merchant },
];

const entriesOf = ({ book, account }: LedgerAccount): Record<string, string> => ({
  account,
  ...(book === 'house' ? {} : { merchant_id: book }),
});

const COLUMNS: readonly Column<LedgerAccount>[] = [
  { name: 'book', label: ledger.book, cell: (row) => <Book of={row} /> },
  {
    name: 'account',
    label: ledger.account,
    cell: (row) => (
      <Group gap={4} wrap="nowrap">
        <AnchorLink
          to="/ledger/entries"
          search={entriesOf(row)}
          style={{ overflowWrap: 'anywhere' }}
        >
          {accountWords(row)}
        </AnchorLink>
        <CopyIcon value={row.account} />
      </Group>
    ),
  },
  {
    name: 'side',
    label: ledger.side,
    cell: ({ side }) => (side === 'debit' ? ledger.sides.debit : ledger.sides.credit),
  },
  {
    name: 'balance',
    label: ledger.balance,
    is_number: true,
    cell: ({ balance_cents, currency }) => (
      <Amount amount_cents={balance_cents} currency={currency} />
    ),
  },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/ledger' });
  return (
    <ListPage<LedgerAccount>
      list="ledger_accounts"
      title={nav.ledger}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ book, account, currency }) => `${book} ${account} ${currency}`}
      nameOf={({ account }) => account}
      query={readFiltered('listLedgerAccounts', { query: search })}
      empty={ledger.empty_accounts}
      tabs={<LedgerTabs />}
    />
  );
}
