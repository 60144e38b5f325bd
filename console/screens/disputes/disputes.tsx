// The disputes, those that must be decided first at the top.
import { Badge } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Dispute } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { choicesOf, tabsOf } from '../../parts/list/choices.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const { columns, empty, dispute_states, dispute_types, overdue } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'choice', name: 'type', label: columns.type, choices: choicesOf(dispute_types) },
  { kind: 'text', name: 'merchant_id', label: TEXTS.trades.merchant },
];

const COLUMNS: readonly Column<Dispute>[] = [
  {
    name: 'order',
    label: columns.order,
    cell: ({ merchant_id, trade_id, order_id }) => (
      <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={order_id} />
    ),
  },
  { name: 'type', label: columns.type, cell: ({ type }) => dispute_types[type] },
  { name: 'state', label: columns.state, cell: ({ state }) => dispute_states[state] },
  {
    name: 'amount',
    label: columns.amount,
    is_number: true,
    cell: ({ amount_cents, amount_currency }) => (
      <Amount amount_cents={amount_cents} currency={amount_currency} />
    ),
  },
  {
    name: 'deadline',
    label: columns.deadline,
    cell: ({ deadline_at, is_overdue }) => (
      <>
        <Moment at={deadline_at} /> {is_overdue ? <Badge color="red">{overdue}</Badge> : null}
      </>
    ),
  },
  { name: 'opened', label: columns.opened, cell: ({ opened_at }) => <Moment at={opened_at} /> },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/disputes' });
  return (
    <ListPage<Dispute>
      title={TEXTS.nav.disputes}
      search={search}
      tabs={
        <TabLinks
          label={columns.state}
          name="state"
          tabs={tabsOf(dispute_states)}
          search={search}
        />
      }
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ order_id }) => order_id}
      read={({ open: _open, overdue: _overdue, ...query }, signal) =>
        call('listDisputes', { query, signal })
      }
      empty={empty.disputes}
    />
  );
}
