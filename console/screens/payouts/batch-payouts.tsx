// The pay-outs of a batch, in the order of its files; those of a draft can be put back.
import { Badge, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { PayoutAttempt, PayoutBatch } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { aboutBatch } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { type Column, ListTable } from '../../parts/list/list-table.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { TEXTS } from '../../texts/en.ts';
import { refuseAny } from './batch-acts.tsx';
import { PageButtons } from './page-buttons.tsx';

const { payouts } = TEXTS;
const { batch: texts } = payouts;

const COLUMNS: readonly Column<PayoutAttempt>[] = [
  {
    name: 'id',
    label: payouts.columns.end_to_end,
    cell: ({ merchant_id, trade_id, end_to_end_id }) => (
      <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id: trade_id }}>
        {end_to_end_id}
      </AnchorLink>
    ),
  },
  {
    name: 'state',
    label: payouts.columns.attempt,
    cell: ({ state, bank_reason, bank_text }) => (
      <>
        <Badge variant="light" color={state === 'paid' ? 'teal' : 'gray'}>
          {payouts.attempts[state]}
        </Badge>
        {bank_reason === null && bank_text === null ? null : (
          <Text size="xs" c="dimmed">
            {[bank_reason, bank_text].filter(Boolean).join(' · ')}
          </Text>
        )}
      </>
    ),
  },
  {
    name: 'amount',
    label: TEXTS.trades.amount,
    is_number: true,
    cell: ({ amount_cents, currency }) => (
      <Amount amount_cents={amount_cents} currency={currency} />
    ),
  },
  { name: 'utr', label: payouts.columns.utr, cell: ({ utr }) => utr },
];

function PutBackOne({ batch, attempt }: { batch: PayoutBatch; attempt: PayoutAttempt }) {
  const { merchant_id, trade_id: id, end_to_end_id } = attempt;
  return (
    <ActButton
      about={aboutBatch(batch)}
      label={texts.release_one}
      what={`${end_to_end_id}: ${texts.release_what}`}
      done={texts.release_one}
      reasons={texts.release_reasons}
      is_quiet
      run={async (note, idempotency_key) =>
        refuseAny(
          await call('releaseFromPayoutBatch', {
            path: { id: batch.id },
            body: { payouts: [{ merchant_id, id }], note },
            idempotency_key,
          }),
        )
      }
    />
  );
}

export function BatchPayouts({ batch }: { batch: PayoutBatch }) {
  const { can } = useSession();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, isFetching } = useRead({
    queryKey: ['payout batch', batch.id, 'payouts', cursor ?? ''],
    queryFn: ({ signal }) =>
      call('listBatchPayouts', {
        path: { id: batch.id },
        query: cursor === undefined ? {} : { cursor },
        signal,
      }),
    placeholderData: (before) => before,
  });
  const may_put_back = batch.state === 'draft' && can('payouts.pay');
  const columns: readonly Column<PayoutAttempt>[] = may_put_back
    ? [
        ...COLUMNS,
        {
          name: 'put back',
          label: texts.release_one,
          cell: (attempt) =>
            attempt.state === 'pending' ? <PutBackOne batch={batch} attempt={attempt} /> : null,
        },
      ]
    : COLUMNS;
  return (
    <CardSection title={texts.payouts}>
      {error === null ? null : <ProblemNote error={error} />}
      <ListTable
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ end_to_end_id }) => end_to_end_id}
        rows={data?.data}
        is_reading={isFetching}
        selection={null}
      />
      <PageButtons next={data?.next_cursor ?? null} cursors={cursors} change={setCursors} />
    </CardSection>
  );
}
