// The columns that all lists of pay-outs share, and what a mass act needs to know of a pay-out.
import { Text } from '@mantine/core';
import type { PayoutOutcomes, Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Money } from '../../parts/mass/frozen.ts';
import type { RowResult } from '../../parts/mass/mass-act.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { TRADE_COLUMN_TEXTS as trades } from '../../texts/trade-words.ts';
import { ERASURE_TEXTS } from '../../texts/trades/erasure.ts';
import { nameOfPayout, whyNot } from './payout-results.ts';

export const tradeColumns: readonly Column<Trade>[] = [
  {
    name: 'order',
    label: trades.order,
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
  {
    name: 'payee',
    label: payouts.columns.payee,
    cell: ({ payment_data: { name, number, erased } }) => (
      <>
        {erased === true ? ERASURE_TEXTS.erased : name}
        <Text size="xs" c="dimmed" span ms="xs" dir="ltr">
          {number}
        </Text>
      </>
    ),
  },
];

export const moneyOfTrade = ({ amount_cents, amount_currency: currency }: Trade): Money => ({
  amount_cents,
  currency,
});

/** The version on which it was decided goes along: a changed pay-out is refused. */
export const payoutKey = ({ merchant_id, id, sequence }: Trade) => ({
  merchant_id,
  id,
  expected_sequence: sequence,
});

/** Each by its order, in the service's own words. */
export const resultsOf = ({ payouts: outcomes }: PayoutOutcomes): RowResult[] =>
  outcomes.map((one) => ({
    name: nameOfPayout(one),
    refused: whyNot(one),
    ...(one.proposal_id === null ? {} : { waits: true as const }),
  }));
