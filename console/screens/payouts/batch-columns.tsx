// How batches of pay-outs look in lists.
import { Badge } from '@mantine/core';
import type { PayoutBatch } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { Moment } from '../../parts/moment.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';

const { batch, columns } = PAYOUT_TEXTS;

const COLOURS: Readonly<Record<PayoutBatch['state'], string>> = {
  draft: 'gray',
  exported: 'blue',
  answered: 'yellow',
  closed: 'teal',
};

export function BatchState({ state }: Pick<PayoutBatch, 'state'>) {
  return (
    <Badge variant="light" color={COLOURS[state]}>
      {batch.states[state]}
    </Badge>
  );
}

export const BATCH_COLUMNS: readonly Column<PayoutBatch>[] = [
  {
    name: 'batch',
    label: columns.batch,
    cell: ({ id, message_id }) => (
      <AnchorLink to="/payouts/batches/$id" params={{ id }}>
        {message_id}
      </AnchorLink>
    ),
  },
  {
    name: 'state',
    label: TRADE_COLUMN_TEXTS.state,
    cell: ({ state }) => <BatchState state={state} />,
  },
  { name: 'rail', label: batch.rail, cell: ({ rail }) => batch.rails[rail] },
  {
    name: 'payouts',
    label: batch.payouts,
    is_number: true,
    cell: ({ payout_count }) => payout_count.toLocaleString(),
  },
  {
    name: 'open',
    label: batch.open,
    is_number: true,
    cell: ({ open_count, state }) => (state === 'draft' ? null : open_count.toLocaleString()),
  },
  {
    name: 'total',
    label: batch.total,
    is_number: true,
    cell: ({ total_cents, currency }) => <Amount amount_cents={total_cents} currency={currency} />,
  },
  { name: 'made', label: batch.made, cell: ({ created_at }) => <Moment at={created_at} /> },
];
