// The disputes, those that must be decided first at the top.
import { Badge } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Dispute, DisputeCount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { DisputeBadge } from '../../parts/state-badge.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { disputeList } from '../../screen-reads.ts';
import { useSession } from '../../session/session.tsx';
import { DISPUTE_TEXTS as texts } from '../../texts/disputes.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';

const { columns, dispute_types, overdue } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'choice', name: 'type', label: columns.type, choices: choicesOf(dispute_types) },
  { kind: 'merchant', name: 'merchant_id', label: TRADE_COLUMN_TEXTS.merchant },
  { kind: 'period', name: 'opened_from', until: 'opened_to', label: columns.opened },
];

const COLUMNS: readonly Column<Dispute>[] = [
  {
    name: 'order',
    label: columns.order,
    cell: ({ merchant_id, trade_id, order_id }) => (
      <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={order_id} />
    ),
  },
  {
    name: 'type',
    label: columns.type,
    cell: ({ merchant_id, id, type }) => (
      <AnchorLink to="/disputes/$merchant_id/$id" params={{ merchant_id, id }} search={{}}>
        {dispute_types[type]}
      </AnchorLink>
    ),
  },
  { name: 'state', label: columns.state, cell: ({ state }) => <DisputeBadge state={state} /> },
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

const EVERY_MS = 30_000;

const shown = ({ count, has_more }: DisputeCount) => `${count}${has_more ? '+' : ''}`;

/** Whoever looks after disputes sees their own; a merchant’s people those that wait for them. */
function Tabs({ search }: { search: Readonly<Record<string, string>> }) {
  const { me } = useSession();
  const { data } = useRead({
    ...readOf('countDisputes', {}),
    refetchInterval: EVERY_MS,
  });
  const tab = (value: string, label: string, count?: DisputeCount) => ({
    value,
    label,
    ...(count === undefined ? {} : { count: shown(count) }),
  });
  const own =
    me.merchant_id === null
      ? tab('mine', texts.mine, data?.mine)
      : tab('yours', texts.yours, data?.waiting_for_merchant);
  return (
    <TabLinks
      label={texts.tabs}
      name="view"
      search={search}
      tabs={[
        tab('', texts.open, data?.open),
        tab('overdue', texts.overdue, data?.overdue),
        own,
        tab('decided', texts.decided, data?.decided),
        tab('closed', texts.closed),
        tab('all', texts.all),
      ]}
    />
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/disputes' });
  const { me } = useSession();
  return (
    <ListPage<Dispute>
      list="disputes"
      title={NAV_TEXTS.disputes}
      search={search}
      tabs={<Tabs search={search} />}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ order_id }) => orderName(order_id)}
      query={disputeList(search, me)}
      empty={texts.none}
      every_ms={EVERY_MS}
    />
  );
}
