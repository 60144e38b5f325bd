// The callbacks to merchants, with what their servers answered.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Delivery } from '../../api/schema.gen.ts';
import { tabsOf } from '../../parts/list/choices.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';

const { columns, empty, delivery_statuses } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'merchant_id', label: TEXTS.trades.merchant },
];

const COLUMNS: readonly Column<Delivery>[] = [
  { name: 'address', label: columns.address, cell: ({ url }) => url },
  {
    name: 'trade',
    label: columns.trade,
    cell: ({ merchant_id, trade_id, sequence }) => (
      <TradeLink
        merchant_id={merchant_id}
        trade_id={trade_id}
        name={`${columns.trade} · ${sequence}`}
      />
    ),
  },
  { name: 'state', label: columns.state, cell: ({ status }) => delivery_statuses[status] },
  { name: 'attempts', label: columns.attempts, is_number: true, cell: (row) => row.attempts },
  { name: 'answer', label: columns.answer, cell: (row) => row.last_status ?? row.last_error },
  { name: 'next', label: columns.next, cell: (row) => <Moment at={row.next_attempt_at} /> },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/callbacks' });
  return (
    <ListPage<Delivery>
      title={TEXTS.nav.callbacks}
      search={search}
      tabs={
        <TabLinks
          label={columns.state}
          name="status"
          tabs={tabsOf(delivery_statuses)}
          search={search}
        />
      }
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ event_id }) => event_id}
      nameOf={({ url, sequence }) => `${url} ${sequence}`}
      read={(query, signal) => call('listDeliveries', { query, signal })}
      empty={empty.callbacks}
    />
  );
}
