// What the payer of a pay-in says, and what was asked of them.
import type { VerifyItem } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { Facts } from '../../parts/facts.tsx';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';

export function Claim({ item: { trade, said_paid_at } }: { item: VerifyItem }) {
  const { amount_currency: currency, payment_data } = trade;
  const shown = [payment_data.name, payment_data.bank_name, payment_data.number];
  return (
    <Facts
      columns={1}
      facts={[
        [texts.utr, trade.utr === null ? texts.no_utr : <Copyable key="utr" value={trade.utr} />],
        [
          texts.asked,
          <Amount key="asked" amount_cents={trade.requested_amount_cents} currency={currency} />,
        ],
        [
          texts.received,
          <Amount key="got" amount_cents={trade.received_amount_cents} currency={currency} />,
        ],
        [texts.account, shown.filter(Boolean).join(' · ')],
        [texts.merchant_name, <MerchantName key="merchant" id={trade.merchant_id} />],
        [
          texts.client,
          <CustomerLink key="client" merchant_id={trade.merchant_id} client_id={trade.client_id} />,
        ],
        [texts.waits_since, <Moment key="since" at={trade.updated_at} />],
        [texts.said_paid, said_paid_at === null ? null : <Moment key="said" at={said_paid_at} />],
        [
          texts.expires,
          trade.expires_at === null ? null : <Moment key="end" at={trade.expires_at} />,
        ],
      ]}
    />
  );
}
