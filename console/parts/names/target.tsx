// What a proposal or an entry of the audit trail is about, as the way there if the console has a page for it.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';
import { AnchorLink } from '../links.tsx';
import { MerchantName } from '../merchant/merchant-name.tsx';
import { TradeLink } from '../trade-link.tsx';
import { shortId } from './short-id.ts';

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
      {things.bank_line} {shortId(id)}
    </AnchorLink>
  ),
  receiving_accounts: (id) => (
    <AnchorLink to="/accounts/$id" params={{ id }}>
      {things.receiving_account} {shortId(id)}
    </AnchorLink>
  ),
  payout_batches: (id) => (
    <AnchorLink to="/payouts/batches/$id" params={{ id }}>
      {things.payout_batch} {shortId(id)}
    </AnchorLink>
  ),
  people: (id) => (
    <AnchorLink to="/people/$id" params={{ id }}>
      {things.person} {shortId(id)}
    </AnchorLink>
  ),
};

/** By the first word of a target; the ids of a merchant and of its thing follow it. */
const OF_MERCHANT: Readonly<Record<string, (merchant_id: string, id: string) => ReactNode>> = {
  trades: (merchant_id, id) => (
    <TradeLink merchant_id={merchant_id} trade_id={id} name={`${things.trade} ${shortId(id)}`} />
  ),
  settlements: (merchant_id, id) => (
    <AnchorLink to="/settlements/$merchant_id/$id" params={{ merchant_id, id }}>
      {things.settlement} {shortId(id)}
    </AnchorLink>
  ),
  disputes: (merchant_id, id) => (
    <AnchorLink to="/disputes/$merchant_id/$id" params={{ merchant_id, id }}>
      {things.dispute} {shortId(id)}
    </AnchorLink>
  ),
};

const OTHERS: Readonly<Record<string, string>> = things.others;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the console has no page for. */
function Other({ kind, id }: { kind: string; id: string | undefined }) {
  const name = OTHERS[kind] ?? kind.replaceAll('_', ' ');
  const which = id === undefined ? '' : ` ${UUID.test(id) ? shortId(id) : id}`;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {name}
      {which}
    </Text>
  );
}

const BANDS = <AnchorLink to="/approvals/bands">{things.bands}</AnchorLink>;

/** `trades/MERCHANT/TRADE`, `merchants/ID`, `rates` … */
export function Target({ target }: { target: string }) {
  const [kind = '', first, second] = target.split('/');
  if (first === undefined) {
    return kind === 'approval_bands' ? BANDS : <Other kind={kind} id={undefined} />;
  }
  const pair = second === undefined ? undefined : OF_MERCHANT[kind]?.(first, second);
  if (pair !== undefined) return <OfMerchant id={first}>{pair}</OfMerchant>;
  return LINKS[kind]?.(first) ?? <Other kind={kind} id={first} />;
}
