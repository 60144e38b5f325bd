// One callback endpoint of a merchant: its terms, its health, its newest callbacks, and what can be
// done with it.
import { Group, Stack, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../../api/keys.ts';
import type { Endpoint, Merchant } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { endpointName, eventWords } from '../../../parts/callback/endpoint-name.ts';
import { useEndpoints } from '../../../parts/callback/use-endpoints.ts';
import { Copyable } from '../../../parts/copyable.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { useServiceNow } from '../../../parts/live/service-now.ts';
import { Loading } from '../../../parts/loading.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { NotHere } from '../../../parts/not-here.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';
import { MerchantFrame } from '../merchant-frame.tsx';
import { EndpointActs } from './endpoint-acts.tsx';
import { HealthBadge, HealthNote, LastProblem } from './endpoint-health.tsx';
import { NewestCallbacks } from './newest-callbacks.tsx';

const MOST_COUNTED = 100;

/** How many callbacks wait, as `100+` if there are more than are worth counting; null: none. */
function useWaiting(merchant_id: string, number: number): string | null {
  const query = {
    merchant_id,
    endpoint: String(number),
    status: 'waiting' as const,
    limit: MOST_COUNTED,
  };
  const { data } = useRead(readOf('listDeliveries', { query }));
  const count = data?.data.length ?? 0;
  if (count === 0) return null;
  return data?.next_cursor === null ? String(count) : `${count}+`;
}

const limitsOf = ({ max_concurrent, max_per_second }: Endpoint): string =>
  texts.limits_words(max_concurrent, max_per_second) || texts.no_limits;

function factsOf(endpoint: Endpoint, now: number): readonly Fact[] {
  const { url, description, previous_secret_until: until } = endpoint;
  const { last_success_at, last_failure_at, created_at } = endpoint;
  return [
    [texts.url, url === null ? null : <Copyable key="url" value={url} />],
    [texts.description, description],
    [texts.columns.events, eventWords(endpoint)],
    [texts.limits, limitsOf(endpoint)],
    [
      texts.columns.accepted,
      last_success_at === null ? null : <Moment key="accepted" at={last_success_at} />,
    ],
    [
      texts.columns.failed,
      last_failure_at === null ? null : (
        <Stack key="failed" gap={0}>
          <Moment at={last_failure_at} />
          <LastProblem endpoint={endpoint} />
        </Stack>
      ),
    ],
    [texts.added, <Moment key="added" at={created_at} />],
    ...(until !== null && Date.parse(until) > now
      ? ([[texts.overlap, <Moment key="overlap" at={until} />]] satisfies Fact[])
      : []),
  ];
}

function OneEndpoint({ merchant_id, endpoint }: { merchant_id: string; endpoint: Endpoint }) {
  const waiting = useWaiting(merchant_id, endpoint.number);
  const now = useServiceNow()();
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {endpointName(endpoint)}
          </Title>
          <HealthBadge endpoint={endpoint} />
        </Group>
        <EndpointActs merchant_id={merchant_id} endpoint={endpoint} waiting={waiting} />
      </Group>
      <HealthNote endpoint={endpoint} waiting={waiting} />
      <Facts facts={factsOf(endpoint, now)} />
      <NewestCallbacks merchant_id={merchant_id} number={endpoint.number} />
    </Stack>
  );
}

function Found({ merchant: { id } }: { merchant: Merchant }) {
  const { number } = useParams({ from: '/inside/merchants/$id/endpoints/$number' });
  const { data, error, refetch } = useEndpoints(id);
  if (data === undefined) {
    if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
    return <Loading height={240} />;
  }
  const endpoint = data.data.find((one) => String(one.number) === number);
  return (
    <>
      <AnchorLink to="/merchants/$id/endpoints" params={{ id }} size="sm">
        {texts.back}
      </AnchorLink>
      {error === null ? null : <ProblemNote error={error} />}
      {endpoint === undefined ? (
        <NotHere />
      ) : (
        <OneEndpoint key={endpoint.number} merchant_id={id} endpoint={endpoint} />
      )}
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Found merchant={merchant} />}</MerchantFrame>;
}
