// One dispute: what is claimed and blocked, what was written, what can be done, what happened.
import { Alert, Badge, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { DisputeWithTimeline, OperatorDispute } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { AlsoHere } from '../../parts/live/also-here.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { ReceiptButton } from '../../parts/receipts/receipt-button.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { DisputeBadge } from '../../parts/state-badge.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { eventName } from '../../texts/callback-words.ts';
import { DISPUTE_TEXTS as texts } from '../../texts/disputes.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { Conversation } from './conversation.tsx';
import { DisputeActs } from './dispute-acts.tsx';
import { closingOf } from './effects.ts';

const { facts: names } = texts;

function outcomeOf(dispute: OperatorDispute): readonly Fact[] {
  const { outcome, awarded_amount_cents: awarded, basis, appeal_until } = dispute;
  if (outcome === null) return [];
  return [
    [names.outcome, texts.outcomes[outcome]],
    [
      names.awarded,
      awarded === null ? null : (
        <Amount key="awarded" amount_cents={awarded} currency={dispute.amount_currency} />
      ),
    ],
    [names.basis, basis === null ? null : texts.bases[basis]],
    [names.appeal_until, <Moment key="until" at={appeal_until} />],
  ];
}

const opener = ({ dispute, opener_name }: DisputeWithTimeline) => ({
  role: dispute.opened_by,
  id: dispute.opener_id,
  name: opener_name,
});

const assigned = ({ dispute: { assigned_to: id }, assigned_name: name }: DisputeWithTimeline) =>
  id === null ? null : <ActorName key="assigned" actor={{ role: 'operator', id, name }} />;

function factsOf(detail: DisputeWithTimeline): readonly Fact[] {
  const { dispute } = detail;
  const { merchant_id, trade_id, order_id } = dispute;
  return [
    [
      names.trade,
      <TradeLink key="trade" merchant_id={merchant_id} trade_id={trade_id} name={order_id} />,
    ],
    [names.type, LIST_TEXTS.dispute_types[dispute.type]],
    [names.opened_by, <ActorName key="opener" actor={opener(detail)} />],
    [
      names.contested,
      <Amount
        key="contested"
        amount_cents={dispute.amount_cents}
        currency={dispute.amount_currency}
      />,
    ],
    [
      names.blocked,
      <Amount
        key="blocked"
        amount_cents={dispute.blocked_amount_cents}
        currency={dispute.blocked_currency}
      />,
    ],
    [names.deadline, <Moment key="deadline" at={dispute.deadline_at} />],
    [names.assigned, assigned(detail)],
    [names.opened, <Moment key="opened" at={dispute.opened_at} />],
    ...outcomeOf(dispute),
  ];
}

function History({ detail }: { detail: DisputeWithTimeline }) {
  return (
    <CardSection title={texts.timeline}>
      <Timeline active={detail.timeline.length} bulletSize={12} lineWidth={2}>
        {detail.timeline.map(({ sequence, event, state, actor, note, at }) => (
          <Timeline.Item
            key={sequence}
            title={`${eventName(event)}: ${LIST_TEXTS.dispute_states[state]}`}
          >
            <Text size="sm" component="div">
              <ActorName actor={actor} /> · <Moment at={at} />
            </Text>
            {note === null ? null : <Text size="sm">{note}</Text>}
          </Timeline.Item>
        ))}
      </Timeline>
    </CardSection>
  );
}

export function Screen(): ReactNode {
  const path = useParams({ from: '/inside/disputes/$merchant_id/$id' });
  const { data, error, refetch } = useRead(readOf('getDispute', { path }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  const { dispute, effects, receipts } = data;
  const waits_to_be_carried_out = dispute.outcome !== null && !dispute.is_carried_out;
  return (
    <Stack>
      {error === null ? null : <ProblemNote error={error} />}
      <Opened name={`${LIST_TEXTS.dispute_types[dispute.type]}: ${orderName(dispute.order_id)}`} />
      <AlsoHere subject_type="dispute" subject_id={dispute.id} />
      <Group justify="space-between" align="start">
        <Group>
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {LIST_TEXTS.dispute_types[dispute.type]}: {orderName(dispute.order_id)}
          </Title>
          <DisputeBadge state={dispute.state} />
          {dispute.is_overdue ? <Badge color="red">{LIST_TEXTS.overdue}</Badge> : null}
        </Group>
        <DisputeActs dispute={dispute} effects={effects} />
      </Group>
      {waits_to_be_carried_out ? (
        <Alert color="yellow">
          {texts.not_carried_out} {closingOf(dispute, effects)}
        </Alert>
      ) : null}
      <Facts facts={factsOf(data)} />
      <Conversation detail={data} />
      {receipts.length === 0 ? null : (
        <CardSection title={texts.receipts}>
          {receipts.map((receipt) => (
            <ReceiptButton key={receipt.id} receipt={receipt} />
          ))}
        </CardSection>
      )}
      <History detail={data} />
    </Stack>
  );
}
