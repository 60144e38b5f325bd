// What is owed to somebody: every line in suspense with its age and its ways out, the sums beside
// the ledger's, and how old the money is.
import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered, readOf } from '../../../api/keys.ts';
import type { OwedLine, OwedTotal } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { useFewRows } from '../../../parts/few-rows.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import type { Column } from '../../../parts/list/columns.ts';
import type { Filter, Search } from '../../../parts/list/filters.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { BankNav } from '../bank-nav.tsx';
import { LineMassActs } from '../lines/line-mass-acts.tsx';
import { Ageing } from './ageing.tsx';
import { Debts } from './debts.tsx';

const { owed: texts, acts } = BANK_TEXTS;
const { columns } = LIST_TEXTS;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

function ageInWords(seconds: number): string {
  if (seconds < HOUR_S) return texts.under_an_hour;
  return seconds >= DAY_S
    ? texts.days(Math.floor(seconds / DAY_S))
    : texts.hours(Math.floor(seconds / HOUR_S));
}

const COLUMNS: readonly Column<OwedLine>[] = [
  { name: 'age', label: texts.age, cell: ({ age_seconds }) => ageInWords(age_seconds) },
  {
    name: 'amount',
    label: columns.amount,
    is_number: true,
    cell: ({ line }) => (
      <AnchorLink to="/bank/lines/$id" params={{ id: line.id }}>
        <Amount amount_cents={line.amount_cents} currency={line.currency} />
      </AnchorLink>
    ),
  },
  {
    name: 'from',
    label: columns.counterparty,
    cell: ({ line }) => line.counterparty_name ?? line.text,
  },
  { name: 'why', label: columns.why, cell: ({ line }) => lineReason(line) },
  {
    name: 'ways',
    is_block: true,
    label: texts.ways,
    cell: ({ ways_out }) => (
      <Group gap={4}>
        {ways_out.map((act) => (
          <Badge key={act} variant="default" size="sm">
            {acts[act].label}
          </Badge>
        ))}
      </Group>
    ),
  },
];

function Total({ total }: { total: OwedTotal }) {
  const { owed_cents, ledger_cents, currency, lines } = total;
  const agrees = owed_cents === ledger_cents;
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink to="/bank/review" search={{ receiving_account_id: total.receiving_account_id }}>
          <AccountName id={total.receiving_account_id} />
        </AnchorLink>
      </Table.Td>
      <Table.Td className="number">{lines}</Table.Td>
      <Table.Td className="number">
        <Amount amount_cents={owed_cents} currency={currency} />
      </Table.Td>
      <Table.Td className="number">
        <Amount amount_cents={ledger_cents} currency={currency} />
      </Table.Td>
      <Table.Td>
        <Badge color={agrees ? 'teal' : 'red'} variant="light">
          {agrees ? texts.agree : texts.differs}
        </Badge>
      </Table.Td>
    </Table.Tr>
  );
}

/** Each page of the list has the sums of all pages. */
const useOwed = (search: Search) =>
  useRead({
    ...readOf('listOwed', { query: search }),
    placeholderData: (before) => before,
  });

function Totals({ search }: { search: Search }) {
  const { data } = useOwed(search);
  // Those that differ come first: they are what this table is for.
  const differs = ({ owed_cents, ledger_cents }: OwedTotal) => Number(owed_cents !== ledger_cents);
  const { shown, more } = useFewRows(
    (data?.totals ?? []).toSorted((a, b) => differs(b) - differs(a)),
  );
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.totals}
      </Title>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label={texts.totals}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.account}</Table.Th>
              <Table.Th className="number">{texts.lines}</Table.Th>
              <Table.Th className="number">{texts.sum}</Table.Th>
              <Table.Th className="number">{texts.ledger}</Table.Th>
              <Table.Th>{texts.checked}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((total) => (
              <Total key={`${total.receiving_account_id} ${total.currency}`} total={total} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more}
    </Stack>
  );
}

function OwedByMerchants({ search }: { search: Search }) {
  const { data } = useOwed(search);
  return data === undefined ? null : <Debts debts={data.debts} totals={data.debt_totals} />;
}

const FILTERS: readonly Filter[] = [
  { kind: 'account', name: 'receiving_account_id', label: columns.account },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/bank/owed' });
  return (
    <>
      <BankNav />
      <ListPage<OwedLine>
        list="owed"
        title={texts.title}
        search={search}
        tabs={
          <Stack my="sm">
            <Text size="sm" c="dimmed">
              {texts.intro}
            </Text>
            <Totals search={search} />
            <Ageing receiving_account_id={search.receiving_account_id} />
            <OwedByMerchants search={search} />
          </Stack>
        }
        filters={FILTERS}
        columns={COLUMNS}
        keyOf={({ line }) => line.id}
        nameOf={({ line }) => line.utr ?? line.text ?? line.id}
        query={readFiltered('listOwed', { query: search })}
        empty={texts.empty}
        massActs={(rows) => <LineMassActs lines={rows.map(({ line }) => line)} />}
      />
    </>
  );
}
