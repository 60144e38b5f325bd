// The trades: a tab per state with its count, filters in the address, acts on those selected.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered, readOf } from '../../api/keys.ts';
import type { ListedTrade } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink, ButtonLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Search } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { merchantShown } from '../../parts/merchant/merchant-shown.ts';
import { Moment } from '../../parts/moment.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useSession } from '../../session/session.tsx';
import { NAV_TEXTS, TASK_NAMES } from '../../texts/shell/frame.ts';
import {
  DIRECTION_NAMES as directions,
  TRADE_COLUMN_TEXTS as trades,
} from '../../texts/trade-words.ts';
import { ERASURE_TEXTS } from '../../texts/trades/erasure.ts';
import { TRADE_SCREEN_TEXTS as texts } from '../../texts/trades/trades.ts';
import { ExportButton } from './export-button.tsx';
import { countedBy, currenciesOf, filtersOf, tabsWith } from './filters.ts';
import { TradeMassActs, useMayAct } from './mass-acts.tsx';

const COUNTS_EVERY_MS = 15_000;

const MERCHANT: Column<ListedTrade> = {
  name: 'merchant',
  label: texts.merchant,
  cell: merchantShown,
};

function createdColumn(search: Search): Column<ListedTrade> {
  const { sort, cursor: _page, ...others } = search;
  const is_oldest = sort === 'oldest';
  return {
    name: 'created',
    label: trades.created,
    cell: ({ created_at }) => <Moment at={created_at} />,
    sorted: {
      direction: is_oldest ? 'ascending' : 'descending',
      label: texts.sort_by_created,
      search: is_oldest ? others : { ...others, sort: 'oldest' },
    },
  };
}

const clientOf = ({ client_id, erased }: ListedTrade) =>
  erased === true ? ERASURE_TEXTS.erased : client_id;

const columnsOf = (search: Search, has_merchants: boolean): readonly Column<ListedTrade>[] => [
  {
    name: 'order',
    label: trades.order,
    is_long: true,
    cell: ({ merchant_id, id, order_id }) => (
      <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id }}>
        {orderName(order_id)}
      </AnchorLink>
    ),
  },
  {
    name: 'amount',
    label: trades.amount,
    is_number: true,
    cell: ({ amount_cents, amount_currency }) => (
      <Amount amount_cents={amount_cents} currency={amount_currency} />
    ),
  },
  { name: 'state', label: trades.state, cell: ({ state }) => <StateBadge state={state} /> },
  { name: 'direction', label: trades.direction, cell: ({ direction }) => directions[direction] },
  ...(has_merchants ? [MERCHANT] : []),
  { name: 'utr', label: trades.utr, cell: ({ utr }) => utr },
  { name: 'client', label: trades.client, cell: clientOf },
  createdColumn(search),
];

/** Null: the counters cannot tell how many there are. */
function useCounts(counted: Search | null) {
  const { data } = useRead({
    ...readOf('countTrades', { query: { ...counted } }),
    enabled: counted !== null,
    refetchInterval: COUNTS_EVERY_MS,
  });
  return counted === null ? undefined : data;
}

const ALL: Search = {};

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/trades' });
  const { me, can } = useSession();
  const tabs = tabsWith(useCounts(countedBy(search)));
  const currencies = currenciesOf(useCounts(ALL), search);
  const may_act = useMayAct();
  const filters = filtersOf(me.merchant_id, search, currencies);
  return (
    <ListPage<ListedTrade>
      list="trades"
      title={NAV_TEXTS.trades}
      search={search}
      tabs={<TabLinks label={trades.state} name="state" tabs={tabs} search={search} />}
      filters={filters}
      columns={columnsOf(search, me.merchant_id === null)}
      keyOf={({ id }) => id}
      nameOf={({ order_id }) => orderName(order_id)}
      query={readFiltered('listTrades', { query: search })}
      empty={trades.empty}
      acts={
        <>
          {can('refunds.make') ? (
            <ButtonLink to="/trades/refunds" variant="default" size="xs">
              {TASK_NAMES.refund_list}
            </ButtonLink>
          ) : null}
          {can('exports.make') ? <ExportButton filters={filters} search={search} /> : null}
        </>
      }
      {...(may_act ? { massActs: (rows) => <TradeMassActs rows={rows} /> } : {})}
    />
  );
}
