// The money of a merchant: accounts and entries of its book, adjustments, the settlement account.
import { Button, Group, SimpleGrid, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Entry, Merchant } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Postings } from '../../parts/names/postings.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { useSession } from '../../session/session.tsx';
import { ENTRY_WORDS } from '../../texts/ledger/entries.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { Adjust } from './adjust.tsx';
import { MerchantFrame } from './merchant-frame.tsx';
import { SettlementAccountCard } from './settlement-account.tsx';

const { balance: texts, overview } = MERCHANT_TEXTS;

function Row({ merchant_id, entry }: { merchant_id: string; entry: Entry }) {
  const { number, act, trade_id, postings, entered_at } = entry;
  return (
    <Table.Tr>
      <Table.Td>{number}</Table.Td>
      <Table.Td>
        <Moment at={entered_at} />
      </Table.Td>
      <Table.Td>
        {trade_id === null ? (
          ENTRY_WORDS[act].label
        ) : (
          <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={ENTRY_WORDS[act].label} />
        )}
      </Table.Td>
      <Table.Td>
        <Postings postings={postings} />
      </Table.Td>
    </Table.Tr>
  );
}

function Entries({ id: merchant_id }: { id: string }) {
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, error, refetch } = useRead({
    ...readOf('listLedgerEntries', {
      query: { merchant_id, limit: 25, ...(cursor === null ? {} : { cursor }) },
    }),
    placeholderData: (before) => before,
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const entries = data?.data ?? [];
  const next = data?.next_cursor ?? null;
  return (
    <CardSection title={texts.entries}>
      {data !== undefined && entries.length === 0 ? (
        <Text c="dimmed">{texts.no_entries}</Text>
      ) : null}
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[texts.entry, texts.at, texts.act, texts.postings].map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Row key={entry.number} merchant_id={merchant_id} entry={entry} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group>
        {cursor === null ? null : (
          <Button variant="default" size="xs" onClick={() => setCursor(null)}>
            {texts.newest}
          </Button>
        )}
        {next === null ? null : (
          <Button variant="default" size="xs" onClick={() => setCursor(next)}>
            {texts.next}
          </Button>
        )}
      </Group>
    </CardSection>
  );
}

function Balance({ merchant }: { merchant: Merchant }) {
  const { can } = useSession();
  const { balance, id } = merchant;
  const figures = [
    [overview.available, balance.actual_amount_cents],
    [overview.blocked, balance.blocked_amount_cents],
  ] as const;
  return (
    <>
      <CardSection
        title={MERCHANT_TEXTS.tabs.balance}
        acts={can('adjustments.add') ? <Adjust merchant={merchant} /> : null}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {figures.map(([label, amount_cents]) => (
            <div key={label}>
              <Text size="xs" c="dimmed">
                {label}
              </Text>
              <Text size="xl" fw={600}>
                <Amount amount_cents={amount_cents} currency={balance.amount_currency} />
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </CardSection>
      <SettlementAccountCard merchant_id={id} />
      {can('ledger.read') ? <Entries id={id} /> : null}
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Balance merchant={merchant} />}</MerchantFrame>;
}
