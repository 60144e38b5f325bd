// What a proposal or an entry of the audit trail is about, as the way there if the console has a page for it.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NamedTarget } from '../../api/schema.gen.ts';
import { TARGET_NAMES, TARGET_TEXTS } from '../../texts/targets.ts';
import { Amount } from '../amount/amount-text.tsx';
import { AnchorLink } from '../links.tsx';
import { MerchantName } from '../merchant/merchant-name.tsx';
import { TradeLink } from '../trade-link.tsx';
import { orderName } from './order-name.ts';
import { shortId } from './short-id.ts';

const { bands, customer, others, unnamed } = TARGET_TEXTS;

function nameOf(named: NamedTarget): string {
  const { kind, order_id } = named;
  return TARGET_NAMES[kind]({ ...named, order_id: order_id === null ? null : orderName(order_id) });
}

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

function OfCustomer({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Text size="xs" c="dimmed">
        {customer}
      </Text>
    </>
  );
}

/** By the first word of a target; `id` follows it. */
const LINKS: Readonly<Record<string, (id: string, name: string | undefined) => ReactNode>> = {
  merchants: (id, name) => (
    <AnchorLink to="/merchants/$id" params={{ id }}>
      {name ?? <MerchantName id={id} />}
    </AnchorLink>
  ),
  bank_lines: (id, name) => (
    <AnchorLink to="/bank/lines/$id" params={{ id }}>
      {name ?? `${unnamed.bank_line} ${shortId(id)}`}
    </AnchorLink>
  ),
  receiving_accounts: (id, name) => (
    <AnchorLink to="/accounts/$id" params={{ id }}>
      {name ?? `${unnamed.receiving_account} ${shortId(id)}`}
    </AnchorLink>
  ),
  payout_batches: (id, name) => (
    <AnchorLink to="/payouts/batches/$id" params={{ id }}>
      {name ?? `${unnamed.payout_batch} ${shortId(id)}`}
    </AnchorLink>
  ),
  people: (id, name) => (
    <AnchorLink to="/people/$id" params={{ id }}>
      {name ?? `${unnamed.person} ${shortId(id)}`}
    </AnchorLink>
  ),
  approvals: (id, name) => (
    <AnchorLink to="/approvals/$id" params={{ id }}>
      {name ?? `${others.approvals} ${shortId(id)}`}
    </AnchorLink>
  ),
  scheduled_reports: (id, name) => (
    <AnchorLink to="/reports/scheduled/$id" params={{ id }}>
      {name ?? `${others.scheduled_reports} ${shortId(id)}`}
    </AnchorLink>
  ),
  line_rules: (id) => (
    <AnchorLink to="/bank/rules/$id" params={{ id }}>
      {`${others.line_rules} ${shortId(id)}`}
    </AnchorLink>
  ),
  waiting_lines: (_id, name) => (
    <AnchorLink to="/bank/waiting">{name ?? others.waiting_lines}</AnchorLink>
  ),
};

type OfPair = (merchant_id: string, id: string, name: string | undefined) => ReactNode;

/** By the first word of a target; the ids of a merchant and of its thing follow it. */
const OF_MERCHANT: Readonly<Record<string, OfPair>> = {
  trades: (merchant_id, id, name = `${unnamed.trade} ${shortId(id)}`) => (
    <TradeLink merchant_id={merchant_id} trade_id={id} name={name} />
  ),
  settlements: (merchant_id, id, name = `${unnamed.settlement} ${shortId(id)}`) => (
    <AnchorLink to="/settlements/$merchant_id/$id" params={{ merchant_id, id }}>
      {name}
    </AnchorLink>
  ),
  disputes: (merchant_id, id, name = `${unnamed.dispute} ${shortId(id)}`) => (
    <AnchorLink to="/disputes/$merchant_id/$id" params={{ merchant_id, id }}>
      {name}
    </AnchorLink>
  ),
};

const OTHERS: Readonly<Record<string, string>> = others;
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

const BANDS = <AnchorLink to="/approvals/bands">{bands}</AnchorLink>;

/** What the service knows of it; the amount stands below its name. */
function Named({ named, children }: { named: NamedTarget; children: ReactNode }) {
  const { amount_cents, currency } = named;
  return (
    <>
      {children}
      {amount_cents === null || currency === null ? null : (
        <Text size="xs" c="dimmed">
          <Amount amount_cents={amount_cents} currency={currency} />
        </Text>
      )}
    </>
  );
}

/** `trades/MERCHANT/TRADE`, `merchants/ID`, `rates` …, by its name if the service knows it. */
export function Target({ target, named }: { target: string; named?: NamedTarget | null }) {
  const [kind = '', first, second, part] = target.split('/');
  if (first === undefined) {
    return kind === 'approval_bands' ? BANDS : <Other kind={kind} id={undefined} />;
  }
  const name = named ? nameOf(named) : undefined;
  const pair = second === undefined ? undefined : OF_MERCHANT[kind]?.(first, second, name);
  const link = pair ?? LINKS[kind]?.(first, name) ?? <Other kind={kind} id={first} />;
  // Not the order alone, whose amount says nothing here.
  if (kind === 'trades' && part === 'customer') return <OfCustomer>{link}</OfCustomer>;
  if (named) return <Named named={named}>{link}</Named>;
  return pair === undefined ? link : <OfMerchant id={first}>{link}</OfMerchant>;
}
