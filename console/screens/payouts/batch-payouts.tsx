// The pay-outs of a batch, in the order of its files; those of a draft can be put back.
import { Badge, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { BatchPayout, LayoutProblem, PayoutBatch } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { aboutBatch } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { ListTable } from '../../parts/list/list-table.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';
import { PageButtons } from './page-buttons.tsx';
import { namingRefused } from './payout-results.ts';

const { batch: texts } = payouts;

/** Exported is not yet handed over: that needs the file. */
const stateOf = ({ state }: BatchPayout, { handed_at }: PayoutBatch): string =>
  state === 'sent' && handed_at !== null ? texts.handed : payouts.attempts[state];

const COLUMNS: readonly Column<BatchPayout>[] = [
  {
    name: 'order',
    label: TRADE_COLUMN_TEXTS.order,
    cell: ({ merchant_id, trade_id, order_id, end_to_end_id }) => (
      <>
        <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id: trade_id }}>
          {orderName(order_id)}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          {end_to_end_id}
        </Text>
      </>
    ),
  },
  {
    name: 'payee',
    label: payouts.columns.payee,
    cell: ({ payee_name }) => <span dir="auto">{payee_name}</span>,
  },
  { name: 'number', label: texts.payee_number, cell: ({ payee_number }) => payee_number },
  { name: 'bank', label: texts.payee_bank, cell: ({ payee_bank }) => payee_bank },
  {
    name: 'amount',
    label: TRADE_COLUMN_TEXTS.amount,
    is_number: true,
    cell: ({ amount_cents, currency }) => (
      <Amount amount_cents={amount_cents} currency={currency} />
    ),
  },
];

const stateColumn = (batch: PayoutBatch): Column<BatchPayout> => ({
  name: 'state',
  is_block: true,
  label: payouts.columns.attempt,
  cell: (payout) => (
    <Badge variant="light" color={payout.state === 'paid' ? 'teal' : 'gray'}>
      {stateOf(payout, batch)}
    </Badge>
  ),
});

const UTR: Column<BatchPayout> = {
  name: 'utr',
  label: payouts.columns.utr,
  cell: ({ utr }) => utr,
};

/** What the file lacks before the export, and what the bank said after it. */
function problemColumn(problems: readonly LayoutProblem[]): Column<BatchPayout> {
  return {
    name: 'problem',
    is_block: true,
    label: texts.problem,
    cell: ({ trade_id, bank_reason, bank_text }) => {
      const own = problems.filter((one) => one.trade_id === trade_id);
      const words = own.map(({ field }) => texts.fields[field]);
      return [...words, bank_reason, bank_text].filter(Boolean).join(' · ');
    },
  };
}

function PutBackOne({ batch, attempt }: { batch: PayoutBatch; attempt: BatchPayout }) {
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
        namingRefused(
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

export function BatchPayouts({
  batch,
  problems,
}: {
  batch: PayoutBatch;
  problems: readonly LayoutProblem[];
}) {
  const { can } = useSession();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, isFetching } = useRead({
    ...readOf('listBatchPayouts', {
      path: { id: batch.id },
      query: cursor === undefined ? {} : { cursor },
    }),
    placeholderData: (before) => before,
  });
  const put_back: Column<BatchPayout> = {
    name: 'put back',
    is_block: true,
    label: texts.release_one,
    cell: (attempt) =>
      attempt.state === 'pending' ? <PutBackOne batch={batch} attempt={attempt} /> : null,
  };
  const columns: readonly Column<BatchPayout>[] = [
    ...COLUMNS,
    stateColumn(batch),
    ...(batch.state === 'draft' ? [] : [UTR]),
    problemColumn(problems),
    ...(batch.state === 'draft' && can('payouts.pay') ? [put_back] : []),
  ];
  return (
    <CardSection title={texts.payouts}>
      {error === null ? null : <ProblemNote error={error} />}
      <ListTable
        label={texts.payouts}
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
