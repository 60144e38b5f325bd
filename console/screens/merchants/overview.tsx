// A merchant at a glance: what it has, what is open, and the first steps as long as some are left.
import { Badge, Group, List, Progress, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { DIRECTION_NAMES } from '../../texts/trade-words.ts';
import { FirstSteps } from './first-steps.tsx';
import { MerchantFrame } from './merchant-frame.tsx';

const { overview } = MERCHANT_TEXTS;
const OPEN = ['created', 'pending', 'verifying', 'processing', 'disputed'];

function Money({ merchant: { balance } }: { merchant: Merchant }) {
  const { amount_currency: currency } = balance;
  const figures = [
    [overview.available, balance.actual_amount_cents],
    [overview.blocked, balance.blocked_amount_cents],
    [overview.total, balance.amount_cents],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {figures.map(([label, amount_cents]) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text size="xl" fw={600}>
            <Amount amount_cents={amount_cents} currency={currency} />
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

function Use({ used, most }: { used: number; most: number | null }) {
  const words = most === null ? overview.open_no_limit(used) : overview.open_use(used, most);
  return (
    <div>
      <Text size="sm">{words}</Text>
      {most === null || most === 0 ? null : (
        <Progress
          value={Math.min(100, (100 * used) / most)}
          color={used >= most ? 'red' : 'indigo'}
          aria-label={words}
        />
      )}
    </div>
  );
}

function OpenOrders({ merchant: { id, settings } }: { merchant: Merchant }) {
  const { data, error, refetch } = useRead(readOf('countTrades', { query: { merchant_id: id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const open = (data?.data ?? [])
    .filter(({ state }) => OPEN.includes(state))
    .flatMap(({ state, parts }) => parts.map((part) => ({ state, ...part })));
  const payins = open.filter(({ direction }) => direction === 'payin');
  const used = payins.reduce((sum, { count }) => sum + count, 0);
  return (
    <CardSection
      title={overview.open}
      acts={
        <AnchorLink to="/trades" search={{ merchant_id: id }} size="sm">
          {overview.trades}
        </AnchorLink>
      }
    >
      {open.length === 0 ? <Text c="dimmed">{overview.no_open}</Text> : null}
      <List listStyleType="none" spacing={4}>
        {open.map(({ direction, state, currency, count, amount_cents }) => (
          <List.Item key={`${direction} ${state} ${currency}`}>
            <Group gap="xs">
              <Badge variant="default">{count}</Badge>
              <AnchorLink to="/trades" search={{ merchant_id: id, state, direction }}>
                {DIRECTION_NAMES[direction]}
              </AnchorLink>
              <StateBadge state={state} />
              <Amount amount_cents={amount_cents} currency={currency} />
            </Group>
          </List.Item>
        ))}
      </List>
      <Text size="sm" fw={600}>
        {overview.use}
      </Text>
      <Use used={used} most={settings.max_open_payins} />
    </CardSection>
  );
}

function Overview({ merchant }: { merchant: Merchant }) {
  const { me } = useSession();
  return (
    <>
      {merchant.is_house ? <Text>{overview.house}</Text> : null}
      <Money merchant={merchant} />
      {me.merchant_id === null && !merchant.is_house ? <FirstSteps merchant={merchant} /> : null}
      <OpenOrders merchant={merchant} />
      <Facts
        facts={[
          [overview.id, <Copyable key="id" value={merchant.id} />],
          [overview.currency, merchant.balance_currency],
          [overview.callback, merchant.callback_url],
          [overview.created, <Moment key="created" at={merchant.created_at} />],
        ]}
      />
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Overview merchant={merchant} />}</MerchantFrame>;
}
