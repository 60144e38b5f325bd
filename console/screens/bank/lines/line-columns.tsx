// The columns of every list of bank lines.
import type { BankLine } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { ByHand } from '../../../parts/line-source.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import type { Column } from '../../../parts/list/columns.ts';
import { Moment } from '../../../parts/moment.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';

const { columns, line_statuses } = LIST_TEXTS;

export const LINE_COLUMNS: readonly Column<BankLine>[] = [
  {
    name: 'booked',
    label: columns.booked,
    cell: ({ id, booked_at }) => (
      <AnchorLink to="/bank/lines/$id" params={{ id }}>
        <Moment at={booked_at} />
      </AnchorLink>
    ),
  },
  {
    name: 'amount',
    label: columns.amount,
    is_number: true,
    cell: ({ amount_cents, currency }) => (
      <Amount amount_cents={amount_cents} currency={currency} />
    ),
  },
  { name: 'counterparty', label: columns.counterparty, cell: (row) => row.counterparty_name },
  { name: 'utr', label: columns.utr, cell: ({ utr }) => utr },
  {
    name: 'state',
    label: columns.state,
    cell: ({ status, source }) => (
      <>
        {line_statuses[status]} <ByHand source={source} />
      </>
    ),
  },
  { name: 'why', label: columns.why, is_long: true, cell: lineReason },
  {
    name: 'trade',
    label: columns.order,
    cell: ({ merchant_id, trade_id, order_id }) => (
      <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={order_id} />
    ),
  },
];
