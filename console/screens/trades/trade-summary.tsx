// What a trade is, in pairs of name and value; each value copies as it stands.

import { Group, Title } from '@mantine/core';
import type { Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { shownDecimal, shownPercent } from '../../parts/amount/decimal.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import {
  DIRECTION_NAMES as directions,
  TRADE_COLUMN_TEXTS,
  TRADE_TEXTS as texts,
  typeName,
} from '../../texts/trade-words.ts';
import { ERASURE_TEXTS } from '../../texts/trades/erasure.ts';
import { TRADE_PAGE_TEXTS as page, TRADE_SCREEN_TEXTS } from '../../texts/trades/trades.ts';
import { BothTimes } from './both-times.tsx';

const { reasons_of_states } = TRADE_SCREEN_TEXTS;

function moneyOf(trade: Trade): readonly Fact[] {
  const { amount_currency: currency, settlement_currency } = trade;
  const money = (amount_cents: number, of = currency) => (
    <Amount amount_cents={amount_cents} currency={of} />
  );
  return [
    [texts.requested, money(trade.requested_amount_cents)],
    [texts.received, money(trade.received_amount_cents)],
    [texts.fee, money(trade.fee_cents)],
    [texts.percent, shownPercent(trade.percent)],
    [texts.net, money(trade.net_amount_cents)],
    [texts.settlement, money(trade.settlement_amount_cents, settlement_currency)],
    ...(trade.refunded_amount_cents === 0
      ? []
      : ([[texts.refunded, money(trade.refunded_amount_cents)]] as const)),
    ...(trade.recalled_amount_cents === 0
      ? []
      : ([[texts.recalled, money(trade.recalled_amount_cents)]] as const)),
  ];
}

/** The title of the page says it, except of an order that has a name in its place. */
const orderOf = ({ order_id }: Trade): readonly Fact[] =>
  orderName(order_id) === order_id
    ? []
    : [[TRADE_COLUMN_TEXTS.order, <Copyable key="order" value={order_id} />]];

function factsOf(trade: Trade): readonly Fact[] {
  const { payment_data } = trade;
  return [
    [texts.id, <Copyable key="id" value={trade.id} />],
    ...orderOf(trade),
    [
      texts.merchant,
      <Group key="merchant" gap={4}>
        <MerchantName id={trade.merchant_id} />
        <Copyable value={trade.merchant_id} />
      </Group>,
    ],
    [texts.direction, directions[trade.direction]],
    ...moneyOf(trade),
    [texts.utr, trade.utr === null ? null : <Copyable key="utr" value={trade.utr} />],
    [
      texts.client,
      trade.erased === true ? (
        ERASURE_TEXTS.erased
      ) : (
        <CustomerLink key="client" merchant_id={trade.merchant_id} client_id={trade.client_id} />
      ),
    ],
    [texts.description, trade.description ?? null],
    [
      texts.account,
      payment_data.erased === true
        ? ERASURE_TEXTS.erased
        : [payment_data.name, payment_data.bank_name, payment_data.number]
            .filter(Boolean)
            .join(' · '),
    ],
    [page.type, typeName(trade.type)],
    [page.reason, trade.state_reason === null ? null : reasons_of_states[trade.state_reason]],
    [page.rate, trade.exchange_rate === 1 ? null : shownDecimal(trade.exchange_rate)],
    [texts.created, <BothTimes key="created" at={trade.created_at} />],
    [page.updated, <BothTimes key="updated" at={trade.updated_at} />],
    [page.expires, <BothTimes key="expires" at={trade.expires_at} />],
    [page.completed, <BothTimes key="completed" at={trade.completed_at} />],
    [texts.final, trade.is_final ? texts.yes : <Moment key="final" at={trade.final_at} />],
  ];
}

/** Apart from what the service knows: the keys are the merchant's own words. */
function Metadata({ texts: given }: { texts: Readonly<Record<string, string>> }) {
  const facts = Object.entries(given).map(
    ([key, text]) => [key, <Copyable key={key} value={text} />] as const,
  );
  return (
    <>
      <Title order={2} size="h5" mt="md">
        {texts.metadata}
      </Title>
      <Facts facts={facts} />
    </>
  );
}

export function TradeSummary({ trade }: { trade: Trade }) {
  return (
    <>
      <Facts facts={factsOf(trade)} />
      {trade.metadata === undefined ? null : <Metadata texts={trade.metadata} />}
    </>
  );
}
