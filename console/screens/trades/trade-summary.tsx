// What a trade is, in pairs of name and value; each value copies as it stands.
import type { Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TEXTS } from '../../texts/en.ts';

const { trade: texts, directions } = TEXTS;

function moneyOf(trade: Trade): readonly Fact[] {
  const { amount_currency: currency, settlement_currency } = trade;
  const money = (amount_cents: number, of = currency) => (
    <Amount amount_cents={amount_cents} currency={of} />
  );
  return [
    [texts.requested, money(trade.requested_amount_cents)],
    [texts.received, money(trade.received_amount_cents)],
    [texts.fee, money(trade.fee_cents)],
    [texts.percent, `${trade.percent} %`],
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

function factsOf(trade: Trade): readonly Fact[] {
  const { payment_data } = trade;
  return [
    [texts.id, <Copyable key="id" value={trade.id} />],
    [texts.merchant, <Copyable key="merchant" value={trade.merchant_id} />],
    [texts.direction, directions[trade.direction]],
    ...moneyOf(trade),
    [texts.utr, trade.utr === null ? null : <Copyable key="utr" value={trade.utr} />],
    [texts.client, trade.client_id],
    [
      texts.account,
      [payment_data.name, payment_data.bank_name, payment_data.number].filter(Boolean).join(' · '),
    ],
    [texts.created, <Moment key="created" at={trade.created_at} />],
    [texts.final, trade.is_final ? texts.yes : <Moment key="final" at={trade.final_at} />],
  ];
}

export function TradeSummary({ trade }: { trade: Trade }) {
  return <Facts facts={factsOf(trade)} />;
}
