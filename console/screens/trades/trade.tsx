// One trade: what it is, what can be done with it, and everything that happened.
import { Group, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useScreenKeys } from '../../parts/keys/screen-keys.ts';
import { AlsoHere } from '../../parts/live/also-here.tsx';
import { Loading } from '../../parts/loading.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useSession } from '../../session/session.tsx';
import { TRADE_TEXTS } from '../../texts/trade-words.ts';
import { TRADE_PAGE_TEXTS } from '../../texts/trades/trades.ts';
import { PayerData } from './payer-data.tsx';
import { PossibleMoney } from './possible-money.tsx';
import { Related } from './related.tsx';
import { ClosedActs, TradeActs } from './trade-acts.tsx';
import { TradeSummary } from './trade-summary.tsx';
import { TradeTimeline } from './trade-timeline.tsx';
import { WaysBack } from './ways-back.tsx';

async function copy(id: string): Promise<void> {
  await navigator.clipboard.writeText(id);
  notifications.show({ color: 'teal', message: TRADE_PAGE_TEXTS.id_copied });
}

export function Screen(): ReactNode {
  const path = useParams({ from: '/inside/trades/$merchant_id/$id' });
  const { me } = useSession();
  useScreenKeys([{ key: 'c', label: TRADE_PAGE_TEXTS.copy_id, press: () => void copy(path.id) }]);
  const { data, error, refetch } = useRead(readOf('getTrade', { path }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  const { trade } = data;
  return (
    <>
      {error === null ? null : <ProblemNote error={error} />}
      <Group justify="space-between" align="start">
        <Group>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {orderName(trade.order_id)}
          </Title>
          <StateBadge state={trade.state} />
        </Group>
        <TradeActs detail={data} />
      </Group>
      <Opened name={orderName(trade.order_id)} />
      <AlsoHere subject_type="trade" subject_id={trade.id} />
      <PossibleMoney detail={data} />
      <TradeSummary trade={trade} />
      <WaysBack trade={trade} />
      <ClosedActs detail={data} />
      <Related detail={data} />
      {me.merchant_id === null ? null : (
        <Text size="sm" c="dimmed" mt="md">
          {TRADE_PAGE_TEXTS.your_merchant}
        </Text>
      )}
      <Title order={2} size="h4" my="md">
        {TRADE_TEXTS.timeline}
      </Title>
      <TradeTimeline detail={data} />
      <PayerData trade={trade} />
    </>
  );
}
