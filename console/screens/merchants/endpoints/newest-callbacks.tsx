// The newest callbacks of one endpoint, each with what its server answered last.
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { Delivery } from '../../../api/schema.gen.ts';
import { CardSection } from '../../../parts/card-section.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { problemWords } from '../../../texts/callback-words.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';

const NEWEST = 10;
const { columns, delivery_statuses } = LIST_TEXTS;
const HEAD = [columns.trade, texts.state, texts.attempts, texts.answer, texts.next];

function Row({ row }: { row: Delivery }) {
  const { merchant_id, trade_id, sequence, status, attempts } = row;
  const { last_status, last_error, next_attempt_at } = row;
  return (
    <Table.Tr>
      <Table.Td>
        <TradeLink
          merchant_id={merchant_id}
          trade_id={trade_id}
          name={`${columns.trade} · ${sequence}`}
        />
      </Table.Td>
      <Table.Td>{delivery_statuses[status]}</Table.Td>
      <Table.Td className="number">{attempts}</Table.Td>
      <Table.Td>{last_status ?? (last_error === null ? null : problemWords(last_error))}</Table.Td>
      <Table.Td>
        <Moment at={next_attempt_at} />
      </Table.Td>
    </Table.Tr>
  );
}

export function NewestCallbacks({ merchant_id, number }: { merchant_id: string; number: number }) {
  const query = { merchant_id, endpoint: String(number) };
  const { data, error, refetch } = useQuery({
    queryKey: ['newest callbacks', query],
    queryFn: ({ signal }) => call('listDeliveries', { query: { ...query, limit: NEWEST }, signal }),
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const rows = data?.data ?? [];
  return (
    <CardSection
      title={texts.newest}
      acts={
        <AnchorLink to="/callbacks" search={query} size="sm">
          {texts.all_deliveries}
        </AnchorLink>
      }
    >
      {data !== undefined && rows.length === 0 ? (
        <Text c="dimmed">{texts.no_newest}</Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {HEAD.map((label) => (
                  <Table.Th key={label} className={label === texts.attempts ? 'number' : undefined}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Row key={row.event_id} row={row} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </CardSection>
  );
}
