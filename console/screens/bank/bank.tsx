// The bank lines: what became of each, and why.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { BankLine } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { tabsOf } from '../../parts/list/choices.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const { columns, empty, line_statuses } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'utr', label: columns.utr },
  { kind: 'text', name: 'text', label: columns.text },
  { kind: 'text', name: 'counterparty', label: columns.counterparty },
  { kind: 'text', name: 'amount_cents', label: TEXTS.trades.amount_cents },
  { kind: 'day', name: 'day', label: columns.day },
  { kind: 'text', name: 'receiving_account_id', label: columns.account },
];

const COLUMNS: readonly Column<BankLine>[] = [
  { name: 'booked', label: columns.booked, cell: ({ booked_at }) => <Moment at={booked_at} /> },
  {
    name: 'amount',
    label: columns.amount,
    is_number: true,
    cell: ({ amount_cents, currency }) => (
      <Amount amount_cents={amount_cents} currency={currency} />
    ),
  },
  { name: 'counterparty', label: columns.counterparty, cell: (row) => row.counterparty_name },
  { name: 'utr', label: columns.utr, cell: ({ utr }) => utr },
  { name: 'state', label: columns.state, cell: ({ status }) => line_statuses[status] },
  { name: 'why', label: columns.why, cell: ({ explanation }) => explanation },
  {
    name: 'trade',
    label: columns.trade,
    cell: ({ merchant_id, trade_id }) => (
      <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={columns.trade} />
    ),
  },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/bank' });
  return (
    <ListPage<BankLine>
      title={TEXTS.nav.bank}
      search={search}
      tabs={
        <TabLinks
          label={columns.state}
          name="status"
          tabs={tabsOf(line_statuses)}
          search={search}
        />
      }
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ utr, id }) => utr ?? id}
      read={(query, signal) => call('listBankLines', { query, signal })}
      empty={empty.bank}
    />
  );
}
