// The merchants, with what each may spend and what is blocked.
import { Navigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useSession } from '../../session/session.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { CreateMerchant } from './create-merchant.tsx';

const { columns, empty } = LIST_TEXTS;

const COLUMNS: readonly Column<Merchant>[] = [
  {
    name: 'name',
    label: columns.name,
    cell: ({ id, name }) => (
      <AnchorLink to="/merchants/$id" params={{ id }}>
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

const FILTERS: readonly Filter[] = [{ kind: 'text', name: 'q', label: MERCHANT_TEXTS.search }];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/merchants' });
  const { me, can } = useSession();
  // The people of a merchant see only theirs.
  if (me.merchant_id !== null) {
    return <Navigate to="/merchants/$id" params={{ id: me.merchant_id }} replace />;
  }
  return (
    <ListPage<Merchant>
      list="merchants"
      title={NAV_TEXTS.merchants}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      query={readFiltered('listMerchants', { query: search })}
      empty={empty.merchants}
      acts={can('merchants.change') ? <CreateMerchant /> : null}
    />
  );
}
