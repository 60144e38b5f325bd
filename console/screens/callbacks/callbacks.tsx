// The callbacks to merchants, with what their servers answered.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { readFiltered } from '../../api/keys.ts';
import type { Delivery, Endpoint } from '../../api/schema.gen.ts';
import { DeliveryLink } from '../../parts/callback/delivery-link.tsx';
import { DeliveryBadge, lastAnswer } from '../../parts/callback/delivery-status.tsx';
import { endpointName } from '../../parts/callback/endpoint-name.ts';
import { useEndpoints } from '../../parts/callback/use-endpoints.ts';
import { choicesOf, tabsOf } from '../../parts/list/choices.ts';
import type { Column } from '../../parts/list/columns.ts';
import type { Choice, Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { actOneByOne } from '../../parts/mass/one-by-one.ts';
import { Moment } from '../../parts/moment.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { useSession } from '../../session/session.tsx';
import { EVENT_NAMES } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { ENDPOINT_TEXTS } from '../../texts/endpoints.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { RemovedNote } from './removed-note.tsx';
import { ResendWindow } from './resend-window.tsx';

const { columns, empty, delivery_statuses } = LIST_TEXTS;

/** Of another endpoint than those that are known only the number is known. */
function endpointChoices(endpoints: readonly Endpoint[], chosen: string): readonly Choice[] {
  const known = endpoints.map((one) => ({ value: String(one.number), label: endpointName(one) }));
  if (chosen === '' || known.some(({ value }) => value === chosen)) return known;
  return [...known, { value: chosen, label: ENDPOINT_TEXTS.name(Number(chosen)) }];
}

const TYPES = choicesOf(EVENT_NAMES);

/** Home leads to it. */
const FAILING: Filter = {
  kind: 'period',
  name: 'failing_from',
  until: 'failing_to',
  label: CALLBACK_TEXTS.failing_from,
  is_by_link: true,
};

/** Endpoints are numbered by merchant, so they can be chosen once there is one. */
function useFilters(merchant_id: string, endpoint: string): readonly Filter[] {
  const { data } = useEndpoints(merchant_id);
  const endpoints = endpointChoices(data?.data ?? [], endpoint);
  return [
    { kind: 'merchant', name: 'merchant_id', label: columns.merchant },
    ...(endpoints.length === 0
      ? []
      : [
          {
            kind: 'choice',
            name: 'endpoint',
            label: columns.endpoint,
            choices: endpoints,
          } as const,
        ]),
    { kind: 'choice', name: 'type', label: columns.event, choices: TYPES },
    FAILING,
  ];
}

/** An event goes to each endpoint of its merchant once. */
const keyOf = ({ event_id, endpoint }: Delivery) => `${event_id}/${endpoint ?? 'own'}`;
const nameOf = ({ url, sequence }: Delivery) => `${url} ${sequence}`;

const COLUMNS: readonly Column<Delivery>[] = [
  { name: 'event', label: columns.event, cell: (row) => <DeliveryLink of={row} /> },
  { name: 'address', label: columns.address, cell: ({ url }) => url },
  {
    name: 'trade',
    label: columns.order,
    cell: ({ merchant_id, trade_id, order_id, sequence }) => (
      <>
        <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={order_id} /> · {sequence}
      </>
    ),
  },
  { name: 'state', label: columns.state, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { name: 'attempts', label: columns.attempts, is_number: true, cell: (row) => row.attempts },
  { name: 'answer', label: columns.answer, cell: lastAnswer },
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
  const { me, can } = useSession();
  const { merchant_id = me.merchant_id ?? '', endpoint = '' } = search;
  const filters = useFilters(merchant_id, endpoint);
  return (
    <ListPage<Delivery>
      list="callbacks"
      title={NAV_TEXTS.callbacks}
      search={search}
      tabs={
        <>
          <TabLinks
            label={columns.state}
            name="status"
            tabs={tabsOf(delivery_statuses)}
            search={search}
          />
          <RemovedNote merchant_id={merchant_id} />
        </>
      }
      filters={filters}
      columns={COLUMNS}
      keyOf={keyOf}
      nameOf={nameOf}
      acts={<ResendWindow merchant_id={merchant_id} endpoint={endpoint} />}
      {...(can('callbacks.resend') ? { massActs: (rows) => <ResendSelected rows={rows} /> } : {})}
      query={readFiltered('listDeliveries', { query: search })}
      empty={empty.callbacks}
    />
  );
}
