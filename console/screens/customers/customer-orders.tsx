// The orders of a customer: those that failed, those that are disputed, and the newest.
import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Customer, Trade } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { CUSTOMER_TEXTS as texts } from '../../texts/customers/customers.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { TRADE_COLUMN_TEXTS as columns, DIRECTION_NAMES } from '../../texts/trade-words.ts';
import { TRADE_SCREEN_TEXTS } from '../../texts/trades/trades.ts';

const FAILED_ROWS = 5;
const ORDER_ROWS = 20;
const FAILED = { direction: 'payin', state: 'failed' } as const;

type Props = { readonly customer: Customer };

const keyOf = ({ merchant_id, client_id }: Customer) => ({ merchant_id, client_id });

type RowsProps<Row> = {
  readonly read: { data: { data: readonly Row[] } | undefined; error: unknown };
  readonly none: string;
  readonly row: (row: Row) => ReactNode;
};

/** While they are read, if they cannot be read, if there are none. */
function Rows<Row>({ read: { data, error }, none, row }: RowsProps<Row>) {
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Loading height={80} />;
  if (data.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return <Stack gap="xs">{data.data.map(row)}</Stack>;
}

export function FailedClaims({ customer }: Props) {
  const query = { ...keyOf(customer), ...FAILED, limit: FAILED_ROWS };
  const read = useRead(readOf('listTrades', { query }));
  return (
    <CardSection
      title={texts.failed.title}
      acts={
        <AnchorLink to="/trades" search={{ ...keyOf(customer), ...FAILED }} size="sm">
          {texts.failed.all}
        </AnchorLink>
      }
    >
      <Rows
        read={read}
        none={texts.failed.none}
        row={({ id, merchant_id, order_id, state_reason, updated_at, ...trade }) => (
          <Group key={id} justify="space-between" gap="xs">
            <div>
              <TradeLink merchant_id={merchant_id} trade_id={id} name={order_id} />
              <Text size="xs" c="dimmed">
                {state_reason === null ? null : (
                  <>{TRADE_SCREEN_TEXTS.reasons_of_states[state_reason]} · </>
                )}
                <Moment at={updated_at} />
              </Text>
            </div>
            <Amount amount_cents={trade.amount_cents} currency={trade.amount_currency} />
          </Group>
        )}
      />
    </CardSection>
  );
}

export function CustomerDisputes({ customer }: Props) {
  const query = keyOf(customer);
  const read = useRead(readOf('listDisputes', { query }));
  return (
    <CardSection title={texts.disputes.title}>
      <Rows
        read={read}
        none={texts.disputes.none}
        row={({ id, merchant_id, type, order_id, state, is_overdue, ...dispute }) => (
          <Group key={id} justify="space-between" gap="xs">
            <AnchorLink to="/disputes/$merchant_id/$id" params={{ merchant_id, id }}>
              {LIST_TEXTS.dispute_types[type]}: {order_id}
            </AnchorLink>
            <Group gap="xs">
              <Amount amount_cents={dispute.amount_cents} currency={dispute.amount_currency} />
              <Badge color={is_overdue ? 'red' : 'orange'} variant="light">
                {LIST_TEXTS.dispute_states[state]}
              </Badge>
            </Group>
          </Group>
        )}
      />
    </CardSection>
  );
}

function OrderRow({ trade }: { trade: Trade }) {
  return (
    <Table.Tr>
      <Table.Td>
        <TradeLink merchant_id={trade.merchant_id} trade_id={trade.id} name={trade.order_id} />
      </Table.Td>
      <Table.Td>{DIRECTION_NAMES[trade.direction]}</Table.Td>
      <Table.Td>
        <StateBadge state={trade.state} />
      </Table.Td>
      <Table.Td className="number">
        <Amount amount_cents={trade.amount_cents} currency={trade.amount_currency} />
      </Table.Td>
      <Table.Td>
        <Moment at={trade.created_at} />
      </Table.Td>
    </Table.Tr>
  );
}

export const newestOrders = (customer: Customer) => ({ ...keyOf(customer), limit: ORDER_ROWS });

export function NewestOrders({ customer }: Props) {
  const { data, error } = useRead(readOf('listTrades', { query: newestOrders(customer) }));
  return (
    <CardSection
      title={texts.orders.title}
      acts={
        <AnchorLink to="/trades" search={keyOf(customer)} size="sm">
          {texts.orders.all}
        </AnchorLink>
      }
    >
      {error === null ? null : <ProblemNote error={error} />}
      {data === undefined && error === null ? <Loading height={160} /> : null}
      {data === undefined ? null : (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{columns.order}</Table.Th>
                <Table.Th>{columns.direction}</Table.Th>
                <Table.Th>{columns.state}</Table.Th>
                <Table.Th className="number">{columns.amount}</Table.Th>
                <Table.Th>{columns.created}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((trade) => (
                <OrderRow key={trade.id} trade={trade} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </CardSection>
  );
}
