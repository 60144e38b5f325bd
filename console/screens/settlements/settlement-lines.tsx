// The lines of a settlement, a page at a time: the entries that changed the balance, in order.
import { Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { readKey } from '../../api/keys.ts';
import type { Settlement, SettlementLine } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { actWords } from '../../texts/ledger/entries.ts';
import { SETTLEMENT_TEXTS as texts } from '../../texts/settlements/settlements.ts';

function About({ line, merchant_id }: { line: SettlementLine; merchant_id: string }) {
  const { trade_id, order_id, note, act } = line;
  if (trade_id === null) return note ?? actWords(act);
  const name = order_id ?? actWords(act);
  return <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={name} />;
}

export function SettlementLines({ settlement }: { settlement: Settlement }) {
  const { merchant_id, id, currency } = settlement;
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: readKey('listSettlementLines', { path: { merchant_id, id } }, 'pages'),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('listSettlementLines', {
        path: { merchant_id, id },
        query: pageParam === '' ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  if (error !== null) return <ProblemNote error={error} />;
  const lines = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <CardSection title={texts.lines}>
      {data !== undefined && lines.length === 0 ? <Text c="dimmed">{texts.no_lines}</Text> : null}
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.entry_number}>
                <Table.Td>
                  <Moment at={line.at} />
                </Table.Td>
                <Table.Td>{texts.kinds[line.kind]}</Table.Td>
                <Table.Td>
                  <About line={line} merchant_id={merchant_id} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount amount_cents={line.net_cents} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hasNextPage ? (
        <Button variant="default" loading={isFetching} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </CardSection>
  );
}
