// A customer of a merchant, by the merchant's own name for them: how much they order, what failed
// or is disputed, and what the merchant's limits leave them.
import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Customer, CustomerOrders, OrderCount } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { CUSTOMER_TEXTS as texts } from '../../texts/customers/customers.ts';
import { CustomerData } from './customer-data.tsx';
import { CustomerDisputes, FailedClaims, NewestOrders, newestOrders } from './customer-orders.tsx';
import { LimitsUsed } from './limits-used.tsx';

/** What the list of trades is asked for, to show what is counted. */
const COUNTED: Readonly<Record<keyof CustomerOrders, Readonly<Record<string, string>>>> = {
  payins: { direction: 'payin' },
  completed_payins: { direction: 'payin', state: 'completed' },
  failed_payins: { direction: 'payin', state: 'failed' },
  disputed: { state: 'disputed' },
  payouts: { direction: 'payout' },
};

/** Total over what is counted, in the order of the page. */
const isCounted = (name: string): name is keyof CustomerOrders => name in COUNTED;
const NAMES = Object.keys(COUNTED).filter(isCounted);

const shownCount = ({ count, has_more }: OrderCount): string =>
  has_more ? texts.more_than(count.toLocaleString()) : count.toLocaleString();

function Counts({ customer: { merchant_id, client_id, orders } }: { customer: Customer }) {
  return (
    <SimpleGrid
      component="section"
      aria-label={texts.counted}
      cols={{ base: 2, xs: 3, md: 5 }}
      spacing="xs"
    >
      {NAMES.map((name) => (
        <Card key={name} withBorder padding="xs">
          <AnchorLink to="/trades" search={{ merchant_id, client_id, ...COUNTED[name] }} size="sm">
            {texts.counts[name]}
          </AnchorLink>
          <Text size="xl" fw={600}>
            {shownCount(orders[name])}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Heading({ customer: { merchant_id, merchant_name, client_id } }: { customer: Customer }) {
  return (
    <Stack gap={0}>
      <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
        {client_id}
      </Title>
      <Group gap={4}>
        <Text size="sm" c="dimmed">
          {texts.of}
        </Text>
        <AnchorLink to="/merchants/$id" params={{ id: merchant_id }} size="sm">
          {merchant_name}
        </AnchorLink>
      </Group>
    </Stack>
  );
}

/** Any order of theirs names a customer: the newest one, which the page has read. */
function AnyOrder({ customer }: { customer: Customer }) {
  const { data } = useRead(readOf('listTrades', { query: newestOrders(customer) }));
  const [newest] = data?.data ?? [];
  if (newest === undefined) return null;
  return <CustomerData merchant_id={newest.merchant_id} trade_id={newest.id} />;
}

export function Screen(): ReactNode {
  const { merchant_id = '', client_id = '' } = useSearch({ from: '/inside/trades/customer' });
  const { can } = useSession();
  const query = { merchant_id, client_id };
  const { data, error, refetch } = useRead(readOf('showCustomer', { query }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <Stack>
      {error === null ? null : <ProblemNote error={error} />}
      <Heading customer={data} />
      <Counts customer={data} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <FailedClaims customer={data} />
        {can('disputes.read') ? <CustomerDisputes customer={data} /> : null}
      </SimpleGrid>
      <LimitsUsed customer={data} />
      <NewestOrders customer={data} />
      {can('payers.erase') ? <AnyOrder customer={data} /> : null}
    </Stack>
  );
}
