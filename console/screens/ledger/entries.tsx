// The entries of one book, newest first: each with its postings, and what it is about.
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import type { Entry } from '../../api/schema.gen.ts';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { IdBehind } from '../../parts/names/actor-name.tsx';
import { Postings } from '../../parts/names/postings.tsx';
import { shortId } from '../../parts/names/short-id.ts';
import { TradeLink } from '../../parts/trade-link.tsx';
import { ENTRY_WORDS } from '../../texts/ledger/entries.ts';
import { LEDGER_TEXTS as ledger } from '../../texts/ledger/ledger.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { Book } from './book.tsx';
import { LedgerTabs } from './ledger-tabs.tsx';

const FILTERS: readonly Filter[] = [
  { kind: 'merchant', name: 'merchant_id', label: ledger.merchant },
  { kind: 'ledger_account', name: 'account', label: ledger.account },
];

function About({ entry }: { entry: Entry }) {
  const { book, trade_id, order_id, bank_line_id, adjustment_id } = entry;
  const is_house = book === 'house';
  return (
    <Stack gap={0}>
      {is_house ? null : <TradeLink merchant_id={book} trade_id={trade_id} name={order_id} />}
      {is_house && trade_id !== null ? <IdBehind words={ledger.trade} id={trade_id} /> : null}
      {bank_line_id === null ? null : (
        <AnchorLink to="/bank/lines/$id" params={{ id: bank_line_id }} size="sm">
          {ledger.line} {shortId(bank_line_id)}
        </AnchorLink>
      )}
      {adjustment_id === null ? null : <IdBehind words={ledger.adjustment} id={adjustment_id} />}
    </Stack>
  );
}

function Act({ act }: Pick<Entry, 'act'>) {
  const { label, why } = ENTRY_WORDS[act];
  return (
    <Stack gap={0} miw={200} maw={240} style={{ whiteSpace: 'normal' }}>
      {label}
      <Text size="xs" c="dimmed" lh={1.3}>
        {why}
      </Text>
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
  { name: 'book', label: ledger.book, cell: (entry) => <Book of={entry} /> },
  { name: 'act', label: ledger.act, is_block: true, cell: ({ act }) => <Act act={act} /> },
  { name: 'about', label: ledger.about, is_block: true, cell: (entry) => <About entry={entry} /> },
  {
    name: 'postings',
    is_block: true,
    label: ledger.postings,
    cell: ({ postings }) => <Postings postings={postings} />,
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
      list="ledger_entries"
      title={nav.ledger}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ book, number }) => `${book} ${number}`}
      nameOf={({ number }) => String(number)}
      query={readFiltered('listLedgerEntries', { query: search })}
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
