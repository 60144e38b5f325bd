// The entries of one book, newest first: each with its postings, and what it is about.
import { Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { Entry } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { TEXTS } from '../../texts/en.ts';
import { AccountName } from './account-name.tsx';
import { Book } from './book.tsx';
import { LedgerTabs } from './ledger-tabs.tsx';

const { ledger, nav } = TEXTS;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'merchant_id', label: ledger.merchant },
  { kind: 'text', name: 'account', label: ledger.account },
];

function About({ entry }: { entry: Entry }) {
  const { book, trade_id, bank_line_id, adjustment_id } = entry;
  const is_house = book === 'house';
  return (
    <Stack gap={0}>
      {is_house ? null : <TradeLink merchant_id={book} trade_id={trade_id} name={ledger.trade} />}
      {is_house && trade_id !== null ? <Text size="sm">{ledger.trade}</Text> : null}
      {bank_line_id === null ? null : (
        <Text size="sm" title={bank_line_id}>
          {ledger.line}
        </Text>
      )}
      {adjustment_id === null ? null : (
        <Text size="sm" title={adjustment_id}>
          {ledger.adjustment}
        </Text>
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    name: 'number',
    label: ledger.number,
    is_number: true,
    cell: ({ number }) => number.toLocaleString(),
  },
  { name: 'book', label: ledger.book, cell: ({ book }) => <Book book={book} /> },
  { name: 'act', label: ledger.act, cell: ({ act }) => act.replaceAll('_', ' ') },
  { name: 'about', label: ledger.about, cell: (entry) => <About entry={entry} /> },
  {
    name: 'postings',
    label: ledger.postings,
    cell: ({ postings }) => (
      <Stack gap={2}>
        {postings.map(({ account, currency, amount_cents }) => (
          <Group key={`${account} ${currency}`} justify="space-between" wrap="nowrap" gap="md">
            <Text size="sm" component="div">
              <AccountName account={account} />
            </Text>
            <Text size="sm" className="number">
              <Amount amount_cents={amount_cents} currency={currency} />
            </Text>
          </Group>
        ))}
      </Stack>
    ),
  },
  { name: 'entered', label: ledger.entered, cell: ({ entered_at }) => <Moment at={entered_at} /> },
  {
    name: 'hash',
    label: ledger.hash,
    cell: ({ hash }) => (
      <Text size="xs" ff="monospace" title={hash} dir="ltr">
        {hash.slice(0, 10)}
      </Text>
    ),
  },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/ledger/entries' });
  return (
    <ListPage<Entry>
      title={nav.ledger}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ book, number }) => `${book} ${number}`}
      nameOf={({ number }) => String(number)}
      read={(query, signal) => call('listLedgerEntries', { query, signal })}
      empty={ledger.empty_entries}
      tabs={
        <>
          <LedgerTabs />
          {search.merchant_id === undefined ? (
            <Text size="sm" c="dimmed">
              {ledger.of_house}
            </Text>
          ) : null}
        </>
      }
    />
  );
}
