// The numbered statements of merchants' balances, and what each leaves to pay out.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import type { Settlement } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { tabsOf } from '../../parts/list/choices.ts';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SettlementBadge } from '../../parts/state-badge.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';

const { columns, empty, settlement_states } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'merchant', name: 'merchant_id', label: TRADE_COLUMN_TEXTS.merchant },
];

const COLUMNS: readonly Column<Settlement>[] = [
  { name: 'merchant', label: columns.merchant, cell: ({ merchant_name }) => merchant_name },
  {
    name: 'number',
    label: columns.number,
    is_number: true,
    cell: ({ merchant_id, id, number }) => (
      <AnchorLink to="/settlements/$merchant_id/$id" params={{ merchant_id, id }}>
        {number}
      </AnchorLink>
    ),
  },
  { name: 'period', label: columns.period, cell: ({ period_to }) => <Moment at={period_to} /> },
  { name: 'state', label: columns.state, cell: ({ state }) => <SettlementBadge state={state} /> },
  {
    name: 'payable',
    label: columns.payable,
    is_number: true,
    cell: ({ payable_cents, currency }) => (
      <Amount amount_cents={payable_cents} currency={currency} />
    ),
  },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/settlements' });
  return (
    <ListPage<Settlement>
      list="settlements"
      title={NAV_TEXTS.settlements}
      search={search}
      tabs={
        <TabLinks
          label={columns.state}
          name="state"
          tabs={tabsOf(settlement_states)}
          search={search}
        />
      }
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ merchant_name, number }) => `${merchant_name} ${number}`}
      query={readFiltered('listSettlements', { query: search })}
      empty={empty.settlements}
    />
  );
}
