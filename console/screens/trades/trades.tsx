// The trades, newest first: a tab per state, filters in the address.

import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TEXTS } from '../../texts/en.ts';

const { trades, directions } = TEXTS;

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'direction',
    label: trades.direction,
    choices: Object.entries(directions).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'order_id', label: trades.order },
  { kind: 'text', name: 'utr', label: trades.utr },
  { kind: 'text', name: 'client_id', label: trades.client },
  { kind: 'text', name: 'amount_cents', label: trades.amount_cents },
  { kind: 'day', name: 'day', label: trades.day },
  { kind: 'text', name: 'merchant_id', label: trades.merchant },
];

const COLUMNS: readonly Column<Trade>[] = [
  {
    name: 'order',
    label: trades.order,
    cell: ({ merchant_id, id, order_id }) => (
      <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id }}>
        {order_id}
      </AnchorLink>
    ),
  },
  { name: 'direction', label: trades.direction, cell: ({ direction }) => directions[direction] },
  { name: 'state', label: trades.state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: 'amount',
    label: trades.amount,
    is_number: true,
    cell: ({ amount_cents, amount_currency }) => (
      <Amount amount_cents={amount_cents} currency={amount_currency} />
    ),
  },
  { name: 'client', label: trades.client, cell: ({ client_id }) => client_id },
  { name: 'created', label: trades.created, cell: ({ created_at }) => <Moment at={created_at} /> },
];

const STATES = [
  { value: '', label: trades.all },
  ...Object.entries(TEXTS.states).map(([value, label]) => ({ value, label })),
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/trades' });
  return (
    <ListPage<Trade>
      title={TEXTS.nav.trades}
      search={search}
      tabs={<TabLinks label={trades.state} name="state" tabs={STATES} search={search} />}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ order_id }) => order_id}
      read={(query, signal) => call('listTrades', { query, signal })}
      empty={trades.empty}
    />
  );
}
