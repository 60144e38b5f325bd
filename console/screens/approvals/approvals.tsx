// Acts that wait for a second person: those that you can decide come first.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Proposal } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { MassAct, type RowResult } from '../../parts/mass/mass-act.tsx';
import { approvalCounts, approvalList } from '../../screen-reads.ts';
import { useSession } from '../../session/session.tsx';
import { BAND_TEXTS } from '../../texts/approvals/bands.ts';
import { APPROVAL_TEXTS as texts } from '../../texts/approvals.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { DECIDED_COLUMNS, WAITING_COLUMNS } from './approval-columns.tsx';
import { isView, type View } from './views.ts';

const FILTERS: readonly Filter[] = [
  { kind: 'choice', name: 'act', label: texts.act, choices: choicesOf(texts.acts) },
  { kind: 'merchant', name: 'merchant_id', label: texts.merchant },
];

const EVERY_MS = 10_000;
const COUNTED_MOST = 1_000;

const shown = (count: number | undefined) =>
  count === undefined ? undefined : `${count}${count >= COUNTED_MOST ? '+' : ''}`;

function Tabs({ search }: { search: Readonly<Record<string, string>> }) {
  const { data } = useRead({
    ...approvalCounts(),
    refetchInterval: EVERY_MS,
  });
  const tab = (value: string, label: string, count?: number) => {
    const text = shown(count);
    return { value, label, ...(text === undefined ? {} : { count: text }) };
  };
  return (
    <TabLinks
      label={texts.tabs}
      name="view"
      search={search}
      tabs={[
        tab('', texts.for_you, data?.waiting_for_you_count),
        tab('by_you', texts.by_you),
        tab('all_waiting', texts.all_waiting, data?.waiting_count),
        tab('decided', texts.decided),
      ]}
    />
  );
}

async function approveAll(rows: readonly Proposal[]): Promise<RowResult[]> {
  const names = new Map(rows.map(({ id, act, maker }) => [id, nameOf({ act, maker })]));
  const body = { proposals: rows.map(({ id }) => id) };
  const { results } = await call('approveProposals', { body });
  return results.map(({ id, outcome, detail }) => ({
    name: names.get(id) ?? id,
    refused: detail,
    ...(outcome === 'waiting' ? { waits: true as const } : {}),
  }));
}

const nameOf = ({ act, maker }: Pick<Proposal, 'act' | 'maker'>) =>
  `${texts.acts[act]}, ${maker.name ?? texts.nobody}`;

function MassApproval({ rows }: { rows: readonly Proposal[] }) {
  const { label, what } = texts.approve_many;
  return (
    <MassAct
      label={label}
      what={what}
      rows={rows}
      moneyOf={({ amount_cents, currency }) =>
        amount_cents === null || currency === null ? null : { amount_cents, currency }
      }
      run={approveAll}
      has_no_reason
    />
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/approvals' });
  const { can } = useSession();
  const { view: given = '' } = search;
  const view: View = isView(given) ? given : 'for_you';
  const can_select = view === 'for_you' && can('approvals.decide');
  return (
    <ListPage<Proposal>
      list="approvals"
      title={NAV_TEXTS.approvals}
      search={search}
      tabs={<Tabs search={search} />}
      filters={FILTERS}
      columns={view === 'by_you' || view === 'decided' ? DECIDED_COLUMNS : WAITING_COLUMNS}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      query={approvalList(search)}
      acts={
        <AnchorLink to="/approvals/bands" size="sm">
          {BAND_TEXTS.open}
        </AnchorLink>
      }
      empty={texts.empty[view]}
      every_ms={EVERY_MS}
      {...(can_select ? { massActs: (rows) => <MassApproval rows={rows} /> } : {})}
    />
  );
}
