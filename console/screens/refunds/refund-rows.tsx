// The rows of a list of refunds: which pay-in each names, what would become of it or did, and why
// not.
import { Badge, Text } from '@mantine/core';
import type { RefundResult } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import { ListTable } from '../../parts/list/list-table.tsx';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { REFUND_LIST_TEXTS as texts } from '../../texts/refunds/refunds.ts';
import { TRADE_PAGE_TEXTS } from '../../texts/trades/trades.ts';
import { problemsFirst, refundProblem } from './refund-words.ts';

const { columns } = texts;
const { sources } = TRADE_PAGE_TEXTS.refund;

const COLOURS: Readonly<Record<RefundResult['outcome'], string>> = {
  ready: 'gray',
  refunded: 'teal',
  done: 'gray',
  waiting: 'yellow',
  refused: 'red',
};

function Payee({ of: { payee_name, payee_number, payee_from } }: { of: RefundResult }) {
  if (payee_number === null) return null;
  return (
    <span title={payee_from === null ? undefined : sources[payee_from]}>
      {[payee_name, payee_number].filter(Boolean).join(' · ')}
    </span>
  );
}

function Made({ of: { merchant_id, refund_id, proposal_id } }: { of: RefundResult }) {
  if (proposal_id !== null) {
    return (
      <AnchorLink to="/approvals/$id" params={{ id: proposal_id }} size="sm">
        {texts.request}
      </AnchorLink>
    );
  }
  return <TradeLink merchant_id={merchant_id} trade_id={refund_id} name={texts.refund} />;
}

const COLUMNS: readonly Column<RefundResult>[] = [
  { name: 'line', label: columns.line, is_number: true, cell: ({ line }) => line },
  {
    name: 'order',
    label: columns.order,
    cell: ({ merchant_id, id, order_id }) =>
      order_id === null ? (
        <Text span size="sm" c="dimmed">
          {texts.unnamed}
        </Text>
      ) : (
        <TradeLink merchant_id={merchant_id} trade_id={id} name={order_id} />
      ),
  },
  {
    name: 'merchant',
    label: columns.merchant,
    cell: ({ merchant_id }) => (merchant_id === null ? null : <MerchantName id={merchant_id} />),
  },
  {
    name: 'outcome',
    label: columns.outcome,
    cell: ({ outcome }) => (
      <Badge variant="light" color={COLOURS[outcome]}>
        {texts.outcomes[outcome]}
      </Badge>
    ),
  },
  {
    name: 'amount',
    label: columns.amount,
    is_number: true,
    cell: ({ amount_cents, currency }) =>
      amount_cents === null || currency === null ? null : (
        <Amount amount_cents={amount_cents} currency={currency} />
      ),
  },
  { name: 'payee', label: columns.payee, cell: (row) => <Payee of={row} /> },
  {
    name: 'problem',
    label: columns.problem,
    is_block: true,
    cell: (row) => (
      <>
        {refundProblem(row)} <Made of={row} />
      </>
    ),
  },
];

export function RefundRows({ label, rows }: { label: string; rows: readonly RefundResult[] }) {
  return (
    <ListTable
      label={label}
      columns={COLUMNS}
      keyOf={({ line }) => String(line)}
      nameOf={({ line, order_id }) => order_id ?? `${columns.line} ${line}`}
      rows={problemsFirst(rows)}
      is_reading={false}
      selection={null}
    />
  );
}
