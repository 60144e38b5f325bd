// The merchants, with what each may spend and what is blocked.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const { columns, empty } = LIST_TEXTS;

const COLUMNS: readonly Column<Merchant>[] = [
  {
    name: 'name',
    label: columns.name,
    cell: ({ id, name }) => (
      <AnchorLink to="/trades" search={{ merchant_id: id }}>
        {name}
      </AnchorLink>
    ),
  },
  { name: 'currency', label: columns.currency, cell: (row) => row.balance_currency },
  {
    name: 'available',
    label: columns.available,
    is_number: true,
    cell: ({ balance, balance_currency: currency }) => (
      <Amount amount_cents={balance.actual_amount_cents} currency={currency} />
    ),
  },
  {
    name: 'blocked',
    label: columns.blocked,
    is_number: true,
    cell: ({ balance, balance_currency: currency }) => (
      <Amount amount_cents={balance.blocked_amount_cents} currency={currency} />
    ),
  },
  { name: 'created', label: columns.created, cell: (row) => <Moment at={row.created_at} /> },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/merchants' });
  return (
    <ListPage<Merchant>
      title={TEXTS.nav.merchants}
      search={search}
      filters={[]}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      read={(query, signal) => call('listMerchants', { query, signal })}
      empty={empty.merchants}
    />
  );
}
