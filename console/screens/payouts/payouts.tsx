// The pay-outs by what is next: to be paid, taken by somebody, at the bank, done today.
import { Badge } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PayoutWork, Trade } from '../../api/schema.gen.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter, Search } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { countOf, shownCount, useLive } from '../../parts/live/live.tsx';
import { Moment } from '../../parts/moment.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { payoutQueue, payoutWork, STAGES, type Stage } from '../../screen-reads.ts';
import { useSession } from '../../session/session.tsx';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { TYPE_NAMES, TRADE_COLUMN_TEXTS as trades } from '../../texts/trade-words.ts';
import { Age, useTarget } from './age.tsx';
import { tradeColumns } from './payout-columns.tsx';
import { QueueActs } from './queue-acts.tsx';
import { WorkActs } from './work-acts.tsx';

const EVERY_MS = 10_000;

const QUEUE_FILTERS: readonly Filter[] = [
  { kind: 'currency', name: 'currency', label: trades.currency },
  { kind: 'merchant', name: 'merchant_id', label: trades.merchant },
  {
    kind: 'choice',
    name: 'type',
    label: payouts.type,
    choices: choicesOf(TYPE_NAMES),
  },
];

const WORK_FILTERS: readonly Filter[] = [
  { kind: 'currency', name: 'currency', label: trades.currency },
  { kind: 'merchant', name: 'merchant_id', label: trades.merchant },
];

const WORK_COLUMNS: readonly Column<PayoutWork>[] = [
  ...tradeColumns.map((column) => ({
    ...column,
    cell: ({ trade }: PayoutWork) => column.cell(trade),
  })),
  {
    name: 'taken_by',
    label: payouts.columns.taken_by,
    cell: ({ taken_by }) => taken_by ?? payouts.nobody,
  },
  {
    name: 'attempt',
    label: payouts.columns.attempt,
    cell: ({ attempt: { state } }) => (
      <Badge variant="light" color={state === 'paid' ? 'teal' : 'gray'}>
        {payouts.attempts[state]}
      </Badge>
    ),
  },
  {
    name: 'batch',
    label: payouts.columns.batch,
    cell: ({ attempt: { payout_batch_id: id, batch_message_id } }) =>
      id === null ? (
        payouts.by_hand
      ) : (
        <ButtonLink to="/payouts/batches/$id" params={{ id }} variant="subtle" size="compact-sm">
          {batch_message_id}
        </ButtonLink>
      ),
  },
];

const UTR: Column<PayoutWork> = {
  name: 'utr',
  label: payouts.columns.utr,
  cell: ({ attempt: { utr } }) => utr,
};

function Tabs({ search }: { search: Search }) {
  const live = useLive();
  const counts = live.body?.payouts ?? null;
  const queued = live.body === null ? null : countOf(live.body, 'payout', 'created');
  const tabs = [
    { value: '', label: payouts.tabs.queue, ...shownCount(queued) },
    { value: 'taken', label: payouts.tabs.taken, ...shownCount(counts?.taken ?? null) },
    {
      value: 'unconfirmed',
      label: payouts.tabs.unconfirmed,
      ...shownCount(counts?.unconfirmed ?? null),
    },
    { value: 'ended', label: payouts.tabs.ended },
  ];
  return <TabLinks label={payouts.tabs.label} name="stage" tabs={tabs} search={search} />;
}

function TopActs() {
  const { can } = useSession();
  return (
    <>
      <ButtonLink to="/payouts/batches" variant="default">
        {payouts.batch.all}
      </ButtonLink>
      {can('payouts.pay') ? (
        <ButtonLink to="/payouts/answers" variant="default">
          {payouts.answers.title}
        </ButtonLink>
      ) : null}
    </>
  );
}

function Queue({ search }: { search: Search }) {
  const { can } = useSession();
  const target = useTarget('payouts_to_send');
  const columns: readonly Column<Trade>[] = [
    ...tradeColumns,
    {
      name: 'waiting',
      label: payouts.columns.waiting,
      cell: ({ created_at }) => <Age since={created_at} target={target} />,
    },
  ];
  return (
    <ListPage<Trade>
      list="payouts"
      title={nav.payouts}
      search={search}
      filters={QUEUE_FILTERS}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ order_id }) => orderName(order_id)}
      query={payoutQueue(search)}
      empty={payouts.empty.queue}
      acts={<TopActs />}
      tabs={<Tabs search={search} />}
      {...(can('payouts.pay') ? { massActs: (rows) => <QueueActs rows={rows} /> } : {})}
      every_ms={EVERY_MS}
    />
  );
}

function Work({ stage, search }: { stage: Stage; search: Search }) {
  const { can } = useSession();
  const target = useTarget('payouts_unconfirmed');
  const since: Column<PayoutWork> = {
    name: 'since',
    label: stage === 'ended' ? payouts.columns.changed : payouts.columns.since,
    cell: ({ taken_at, attempt }) =>
      stage === 'ended' ? (
        <Moment at={attempt.updated_at} />
      ) : (
        <Age since={taken_at} target={target} />
      ),
  };
  const own = stage === 'ended' ? [...WORK_COLUMNS, UTR, since] : [...WORK_COLUMNS, since];
  return (
    <ListPage<PayoutWork>
      list="payouts"
      title={nav.payouts}
      search={search}
      filters={WORK_FILTERS}
      columns={own}
      keyOf={({ attempt }) => attempt.id}
      nameOf={({ trade }) => orderName(trade.order_id)}
      query={payoutWork(search, stage)}
      empty={payouts.empty[stage]}
      acts={<TopActs />}
      tabs={<Tabs search={search} />}
      {...(stage !== 'ended' && can('payouts.pay')
        ? { massActs: (rows: readonly PayoutWork[]) => <WorkActs rows={rows} stage={stage} /> }
        : {})}
      every_ms={EVERY_MS}
    />
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/payouts' });
  const stage = STAGES.find((one) => one === search.stage);
  return stage === undefined ? <Queue search={search} /> : <Work stage={stage} search={search} />;
}
