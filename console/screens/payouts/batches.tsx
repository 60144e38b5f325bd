// The batches of pay-outs, newest first.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import type { PayoutBatch } from '../../api/schema.gen.ts';
import { ButtonLink } from '../../parts/links.tsx';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { TRADE_COLUMN_TEXTS as trades } from '../../texts/trade-words.ts';
import { BATCH_COLUMNS } from './batch-columns.tsx';

const { batch } = payouts;
const EVERY_MS = 10_000;

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: trades.state,
    choices: [
      { value: 'draft', label: batch.states.draft },
      { value: 'exported', label: batch.states.exported },
    ],
  },
  {
    kind: 'choice',
    name: 'rail',
    label: batch.rail,
    choices: Object.entries(batch.rails).map(([value, label]) => ({ value, label })),
  },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/payouts/batches' });
  return (
    <ListPage<PayoutBatch>
      list="payout_batches"
      title={batch.all}
      search={search}
      filters={FILTERS}
      columns={BATCH_COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ message_id }) => message_id}
      query={readFiltered('listPayoutBatches', { query: search })}
      empty={batch.empty}
      acts={
        <ButtonLink to="/payouts" variant="default">
          {nav.payouts}
        </ButtonLink>
      }
      every_ms={EVERY_MS}
    />
  );
}
