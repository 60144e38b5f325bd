// What belongs to a trade: its refunds or the pay-in that it refunds, disputes, settlements, and the
// attempts to pay it.
import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { PayoutAttempt, Trade, TradeWithTimeline } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { useSession } from '../../session/session.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { TRADE_PAGE_TEXTS as texts } from '../../texts/trades/trades.ts';

function Refunds({ refunds }: { refunds: readonly Trade[] }) {
  if (refunds.length === 0) return null;
  return (
    <CardSection title={texts.refunds}>
      {refunds.map((refund) => (
        <Group key={refund.id} justify="space-between">
          <TradeLink merchant_id={refund.merchant_id} trade_id={refund.id} name={refund.order_id} />
          <Group gap="xs">
            <Amount amount_cents={refund.amount_cents} currency={refund.amount_currency} />
            <StateBadge state={refund.state} />
          </Group>
        </Group>
      ))}
    </CardSection>
  );
}

function Disputes({ trade }: { trade: Trade }) {
  const query = { merchant_id: trade.merchant_id, trade_id: trade.id };
  const { data, error } = useRead(readOf('listDisputes', { query }));
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <CardSection title={NAV_TEXTS.disputes}>
      {data.data.map((dispute) => (
        <Group key={dispute.id} justify="space-between">
          <AnchorLink
            to="/disputes/$merchant_id/$id"
            params={{ merchant_id: trade.merchant_id, id: dispute.id }}
          >
            {LIST_TEXTS.dispute_types[dispute.type]}
          </AnchorLink>
          <Group gap="xs">
            <Amount amount_cents={dispute.amount_cents} currency={dispute.amount_currency} />
            <Badge color={dispute.is_overdue ? 'red' : 'orange'} variant="light">
              {LIST_TEXTS.dispute_states[dispute.state]}
            </Badge>
          </Group>
        </Group>
      ))}
    </CardSection>
  );
}

/** What is on a balance is settled sooner or later; the rest never was on one. */
const MOVED: readonly Trade['state'][] = ['completed', 'disputed', 'reversed'];

function Settlements({ detail: { trade, settlements } }: { detail: TradeWithTimeline }) {
  if (settlements.length === 0 && !MOVED.includes(trade.state)) return null;
  return (
    <CardSection title={texts.settlements}>
      {settlements.length === 0 ? <Text size="sm">{texts.no_settlement}</Text> : null}
      {settlements.map(({ id, number, state }) => (
        <Group key={id} justify="space-between">
          <AnchorLink
            to="/settlements/$merchant_id/$id"
            params={{ merchant_id: trade.merchant_id, id }}
          >
            {texts.settlement(number)}
          </AnchorLink>
          <Text size="sm">
            {[
              LIST_TEXTS.settlement_states[state],
              ...(trade.settlement_id === id ? [texts.settlement_paid] : []),
            ].join(' · ')}
          </Text>
        </Group>
      ))}
    </CardSection>
  );
}

function AttemptRow({ attempt }: { attempt: PayoutAttempt }) {
  return (
    <Table.Tr>
      <Table.Td>{attempt.end_to_end_id}</Table.Td>
      <Table.Td>
        {texts.attempt_states[attempt.state]}
        {attempt.bank_text === null ? null : (
          <Text size="xs" c="dimmed">
            {attempt.bank_text}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{attempt.utr}</Table.Td>
      <Table.Td>
        <Moment at={attempt.created_at} />
      </Table.Td>
    </Table.Tr>
  );
}

function Attempts({ trade }: { trade: Trade }) {
  const path = { merchant_id: trade.merchant_id, id: trade.id };
  const { data, error } = useRead(readOf('listPayoutAttempts', { path }));
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <CardSection title={texts.attempts}>
      <Table.ScrollContainer minWidth={360}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {texts.attempt_columns.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((attempt) => (
              <AttemptRow key={attempt.id} attempt={attempt} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}

export function Related({ detail }: { detail: TradeWithTimeline }) {
  const { can } = useSession();
  const { trade, refunds } = detail;
  return (
    <Stack>
      {trade.refund_of === null ? null : (
        <Text size="sm">
          {texts.refund_of}{' '}
          <TradeLink
            merchant_id={trade.merchant_id}
            trade_id={trade.refund_of}
            name={trade.refund_of}
          />
        </Text>
      )}
      <Refunds refunds={refunds} />
      {can('disputes.read') ? <Disputes trade={trade} /> : null}
      {can('settlements.read') ? <Settlements detail={detail} /> : null}
      {trade.direction === 'payout' && can('payouts.read') ? <Attempts trade={trade} /> : null}
    </Stack>
  );
}
