// One callback: what it is about, its request, every attempt with the answer, and sending it again.
import { Button, Code, CopyButton, Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { DeliveryWithAttempts } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { DeliveryBadge } from '../../parts/callback/delivery-status.tsx';
import { endpointName } from '../../parts/callback/endpoint-name.ts';
import { useEndpoints } from '../../parts/callback/use-endpoints.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { useSession } from '../../session/session.tsx';
import { eventName } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { ENDPOINT_TEXTS } from '../../texts/endpoints.ts';
import { Attempts } from './attempts.tsx';

const { one: texts, resend_one } = CALLBACK_TEXTS;
const EVERY_MS = 10_000;

type Given = { readonly delivery: DeliveryWithAttempts };

/** By its name as soon as that is read. */
function EndpointLink({ merchant_id, number }: { merchant_id: string; number: number }) {
  const { data } = useEndpoints(merchant_id);
  const endpoint = data?.data.find((one) => one.number === number);
  // A removed endpoint has no page any more.
  if (data !== undefined && endpoint === undefined) return ENDPOINT_TEXTS.name(number);
  return (
    <AnchorLink
      to="/merchants/$id/endpoints/$number"
      params={{ id: merchant_id, number: String(number) }}
    >
      {endpoint === undefined ? ENDPOINT_TEXTS.name(number) : endpointName(endpoint)}
    </AnchorLink>
  );
}

function factsOf(delivery: DeliveryWithAttempts): readonly Fact[] {
  const { merchant_id, trade_id, order_id, sequence, endpoint, url } = delivery;
  const { event_id, event_number } = delivery;
  const { next_attempt_at, finished_at, status, attempts } = delivery;
  return [
    [
      texts.merchant,
      <AnchorLink key="merchant" to="/merchants/$id" params={{ id: merchant_id }}>
        <MerchantName id={merchant_id} />
      </AnchorLink>,
    ],
    [
      texts.trade,
      <Group key="trade" gap="xs">
        <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={order_id} />
        <span>{texts.change(sequence)}</span>
      </Group>,
    ],
    [
      texts.receiver,
      <Stack key="receiver" gap={0}>
        {endpoint === null ? (
          texts.own_address
        ) : (
          <EndpointLink merchant_id={merchant_id} number={endpoint} />
        )}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      </Stack>,
    ],
    [texts.event_id, <Copyable key="event" value={event_id} />],
    [texts.event_number, event_number],
    [texts.attempts, attempts],
    status === 'waiting'
      ? [texts.next, <Moment key="next" at={next_attempt_at} />]
      : [texts.ended[status], <Moment key="ended" at={finished_at} />],
  ];
}

function Resend({ delivery }: Given) {
  const { merchant_id, trade_id, sequence, endpoint } = delivery;
  return (
    <ActButton
      about={null}
      {...resend_one}
      run={(note, idempotency_key) =>
        call('resendDelivery', {
          body: { merchant_id, trade_id, sequence, endpoint: endpoint ?? 0, note },
          idempotency_key,
        })
      }
    />
  );
}

/** With line breaks; as it is, if it is no JSON. */
function withBreaks(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return body;
    throw error;
  }
}

function Body({ delivery: { body } }: Given) {
  return (
    <CardSection
      title={texts.body}
      acts={
        <CopyButton value={body}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? texts.copied : texts.copy_body}
            </Button>
          )}
        </CopyButton>
      }
    >
      <Text size="sm" c="dimmed">
        {texts.body_what}
      </Text>
      <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0 }}>
        <Code block dir="ltr">
          {withBreaks(body)}
        </Code>
      </ScrollArea.Autosize>
    </CardSection>
  );
}

function Shown({ delivery }: Given) {
  const { can } = useSession();
  const { type, status, merchant_id } = delivery;
  return (
    <Stack>
      <Opened name={eventName(type)} />
      <AnchorLink to="/callbacks" search={{ merchant_id }} size="sm">
        {texts.back}
      </AnchorLink>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1} size="h2">
            {eventName(type)}
          </Title>
          <DeliveryBadge status={status} />
          <Code>{type}</Code>
        </Group>
        {can('callbacks.resend') ? <Resend delivery={delivery} /> : null}
      </Group>
      <Facts facts={factsOf(delivery)} />
      <Attempts delivery={delivery} />
      <Body delivery={delivery} />
    </Stack>
  );
}

export function Screen(): ReactNode {
  const path = useParams({ from: '/inside/callbacks/$merchant_id/$trade_id/$sequence/$endpoint' });
  const { data, error, refetch } = useRead({
    ...readOf('getDelivery', { path }),
    // Attempts come by themselves while it waits.
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? EVERY_MS : false),
  });
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <>
      {error === null ? null : <ProblemNote error={error} />}
      <Shown delivery={data} />
    </>
  );
}
