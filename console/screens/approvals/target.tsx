// What a proposal is about, as the way there if the console has a page for it.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../parts/links.tsx';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';

const SHORT = 8;

/** Ids are recognised by their ends: those of one minute begin alike. */
const short = (id: string) => `…${id.slice(-SHORT)}`;

const { things } = APPROVAL_TEXTS;

function OfMerchant({ id, children }: { id: string; children: ReactNode }) {
  return (
    <>
      {children}
      <Text size="xs" c="dimmed">
        <MerchantName id={id} />
      </Text>
    </>
  );
}

/** By the first word of a target; `id` follows it. */
const LINKS: Readonly<Record<string, (id: string) => ReactNode>> = {
  merchants: (id) => (
    <AnchorLink to="/merchants/$id" params={{ id }}>
      <MerchantName id={id} />
    </AnchorLink>
  ),
  bank_lines: (id) => (
    <AnchorLink to="/bank/lines/$id" params={{ id }}>
      {things.bank_line} {short(id)}
    </AnchorLink>
  ),
  receiving_accounts: (id) => (
    <AnchorLink to="/accounts/$id" params={{ id }}>
      {things.receiving_account} {short(id)}
    </AnchorLink>
  ),
  people: (id) => (
    <AnchorLink to="/people/$id" params={{ id }}>
      {things.person} {short(id)}
    </AnchorLink>
  ),
};

const BANDS = <AnchorLink to="/approvals/bands">{things.bands}</AnchorLink>;

/** `trades/MERCHANT/TRADE`, `merchants/ID`, `rates` … */
export function Target({ target }: { target: string }) {
  const [kind = '', first, second] = target.split('/');
  if (first === undefined) {
    return kind === 'approval_bands' ? BANDS : <Text size="sm">{kind.replaceAll('_', ' ')}</Text>;
  }
  if (kind === 'trades' && second !== undefined) {
    return (
      <OfMerchant id={first}>
        <TradeLink
          merchant_id={first}
          trade_id={second}
          name={`${things.trade} ${short(second)}`}
        />
      </OfMerchant>
    );
  }
  if (kind === 'settlements' && second !== undefined) {
    return (
      <OfMerchant id={first}>
        <AnchorLink to="/settlements/$merchant_id/$id" params={{ merchant_id: first, id: second }}>
          {things.settlement} {short(second)}
        </AnchorLink>
      </OfMerchant>
    );
  }
  return LINKS[kind]?.(first) ?? <Text size="sm">{kind.replaceAll('_', ' ')}</Text>;
}
