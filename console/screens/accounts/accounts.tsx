// The receiving accounts: the operator's own accounts and cards that pay-ins go to.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { ReceivingAccount } from '../../api/schema.gen.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const { columns, empty, yes, no } = LIST_TEXTS;

const COLUMNS: readonly Column<ReceivingAccount>[] = [
  {
    name: 'name',
    label: columns.name,
    cell: ({ id, name }) => (
      <AnchorLink to="/bank" search={{ receiving_account_id: id }}>
        {name}
      </AnchorLink>
    ),
  },
  { name: 'type', label: columns.type, cell: ({ type }) => type },
  { name: 'number', label: columns.number, cell: ({ number }) => number },
  { name: 'bank', label: columns.bank, cell: ({ bank_name }) => bank_name },
  { name: 'currency', label: columns.currency, cell: ({ currency }) => currency },
  { name: 'on', label: columns.on, cell: ({ enabled }) => (enabled ? yes : no) },
  { name: 'created', label: columns.created, cell: (row) => <Moment at={row.created_at} /> },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/accounts' });
  return (
    <ListPage<ReceivingAccount>
      title={TEXTS.nav.accounts}
      search={search}
      filters={[]}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      read={(query, signal) => call('listReceivingAccounts', { query, signal })}
      empty={empty.accounts}
    />
  );
}
