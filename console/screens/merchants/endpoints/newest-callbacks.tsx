// The newest callbacks of one endpoint, each with what its server answered last.
import { Table, Text } from '@mantine/core';
import { readOf } from '../../../api/keys.ts';
import type { Delivery } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { DeliveryLink } from '../../../parts/callback/delivery-link.tsx';
import { DeliveryBadge, lastAnswer } from '../../../parts/callback/delivery-status.tsx';
import { CardSection } from '../../../parts/card-section.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';

const NEWEST = 10;
const { columns } = LIST_TEXTS;
const HEAD = [columns.event, columns.state, columns.attempts, columns.answer, columns.next];

function Row({ row }: { row: Delivery }) {
  const { status, attempts, next_attempt_at } = row;
  return (
    <Table.Tr>
      <Table.Td>
        <DeliveryLink of={row} />
      </Table.Td>
      <Table.Td>
        <DeliveryBadge status={status} />
      </Table.Td>
      <Table.Td className="number">{attempts}</Table.Td>
      <Table.Td>{lastAnswer(row)}</Table.Td>
      <Table.Td>
        <Moment at={next_attempt_at} />
      </Table.Td>
    </Table.Tr>
  );
}

export function NewestCallbacks({ merchant_id, number }: { merchant_id: string; number: number }) {
  const query = { merchant_id, endpoint: String(number) };
  const { data, error, refetch } = useRead(
    readOf('listDeliveries', { query: { ...query, limit: NEWEST } }),
  );
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
                  <Table.Th
                    key={label}
                    className={label === columns.attempts ? 'number' : undefined}
                  >
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
