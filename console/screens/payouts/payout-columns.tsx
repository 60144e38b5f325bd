// The columns that all lists of pay-outs share, and what a mass act needs to know of a pay-out.
import { Text } from '@mantine/core';
import type { PayoutOutcomes, Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Money } from '../../parts/mass/frozen.ts';
import type { RowResult } from '../../parts/mass/mass-act.tsx';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { TRADE_COLUMN_TEXTS as trades } from '../../texts/trade-words.ts';

export const tradeColumns: readonly Column<Trade>[] = [
  {
    name: 'order',
    label: trades.order,
    cell: ({ merchant_id, id, order_id }) => (
      <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id }}>
        {order_id}
      </AnchorLink>
    ),
  },
  {
    name: 'payee',
    label: payouts.columns.payee,
    cell: ({ payment_data: { name, number } }) => (
      <>
        {name}
        <Text size="xs" c="dimmed" span ms="xs" dir="ltr">
          {number}
        </Text>
      </>
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

/** The service's own words, and who was faster. */
export function resultsOf(
  trades_asked: readonly Trade[],
  { payouts: outcomes }: PayoutOutcomes,
): RowResult[] {
  const names = new Map(trades_asked.map(({ id, order_id }) => [id, order_id]));
  return outcomes.map(({ id, detail, proposal_id, changed_by }) => {
    const who = changed_by === null ? '' : ` ${payouts.changed_by(changed_by)}`;
    return {
      name: names.get(id) ?? id,
      refused: detail === null ? null : `${detail}${who}`,
      ...(proposal_id === null ? {} : { waits: true as const }),
    };
  });
}
