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
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { actOneByOne } from '../../parts/mass/one-by-one.ts';
import { Moment } from '../../parts/moment.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { useSession } from '../../session/session.tsx';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { TEXTS } from '../../texts/en.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { ResendWindow } from './resend-window.tsx';

const { columns, empty, delivery_statuses } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'merchant_id', label: TEXTS.trades.merchant },
];

/** An event goes to each endpoint of its merchant once. */
const keyOf = ({ event_id, endpoint }: Delivery) => `${event_id}/${endpoint ?? 'own'}`;
const nameOf = ({ url, sequence }: Delivery) => `${url} ${sequence}`;

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

function ResendSelected({ rows }: { rows: readonly Delivery[] }) {
  return (
    <MassAct<Delivery>
      {...CALLBACK_TEXTS.resend_one}
      rows={rows}
      moneyOf={() => null}
      run={(given, note, idempotency_key) =>
        actOneByOne(given, idempotency_key, {
          keyOf,
          nameOf,
          act: ({ merchant_id, trade_id, sequence, endpoint }, key) =>
            call('resendDelivery', {
              body: { merchant_id, trade_id, sequence, endpoint: endpoint ?? 0, note },
              idempotency_key: key,
            }),
        })
      }
    />
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/callbacks' });
  const { can } = useSession();
  const { merchant_id = '' } = search;
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
      keyOf={keyOf}
      nameOf={nameOf}
      acts={<ResendWindow merchant_id={merchant_id} />}
      {...(can('callbacks.resend') ? { massActs: (rows) => <ResendSelected rows={rows} /> } : {})}
      read={(query, signal) => call('listDeliveries', { query, signal })}
      empty={empty.callbacks}
    />
  );
}
