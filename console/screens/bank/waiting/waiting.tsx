// Lines that a stored line may be already: they count nowhere until somebody has compared both.
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered, readOf } from '../../../api/keys.ts';
import type { WaitingLine } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { Came } from '../../../parts/line-source.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { choicesOf } from '../../../parts/list/choices.ts';
import type { Column } from '../../../parts/list/columns.ts';
import type { Filter } from '../../../parts/list/filters.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { BankNav } from '../bank-nav.tsx';

const { waiting: texts, line: line_texts } = BANK_TEXTS;
const { columns } = LIST_TEXTS;

const COLUMNS: readonly Column<WaitingLine>[] = [
  { name: 'since', label: texts.since, cell: ({ received_at }) => <Moment at={received_at} /> },
  {
    name: 'amount',
    label: columns.amount,
    is_number: true,
    cell: ({ id, amount_cents, currency }) => (
      <AnchorLink to="/bank/waiting/$id" params={{ id }}>
        <Amount amount_cents={amount_cents} currency={currency} />
      </AnchorLink>
    ),
  },
  {
    name: 'booked',
    label: line_texts.booked,
    cell: ({ booked_at }) => <Moment at={booked_at} />,
  },
  {
    name: 'from',
    label: columns.counterparty,
    cell: ({ counterparty_name, text }) => counterparty_name ?? text,
  },
  { name: 'came', label: texts.came, cell: ({ source }) => <Came source={source} /> },
  {
    name: 'beside',
    label: texts.beside,
    is_number: true,
    cell: ({ stored_lines }) => stored_lines.length,
  },
  {
    name: 'why',
    label: columns.why,
    cell: (line) => (line.decision === null ? lineReason(line) : texts.decided_as[line.decision]),
  },
];

/** How many wait, and for how long: as on the first page of the console. */
function Counted() {
  const { can } = useSession();
  const { data } = useRead({
    ...readOf('listAttention', {}),
    enabled: can('alerts.read'),
  });
  const item = data?.data.find(({ kind }) => kind === 'lines_waiting');
  if (item === undefined) return null;
  return (
    <Text size="sm" fw={600} aria-live="polite">
      {item.text}
    </Text>
  );
}

const FILTERS: readonly Filter[] = [
  { kind: 'account', name: 'receiving_account_id', label: columns.account },
  { kind: 'choice', name: 'state', label: texts.state, choices: choicesOf(texts.states) },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/bank/waiting' });
  return (
    <>
      <BankNav />
      <ListPage<WaitingLine>
        list="waiting_lines"
        title={texts.title}
        search={search}
        tabs={
          <Stack my="sm" gap="xs">
            <Text size="sm" c="dimmed">
              {texts.intro}
            </Text>
            <Counted />
          </Stack>
        }
        filters={FILTERS}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ utr, text, id }) => utr ?? text ?? id}
        query={readFiltered('listWaitingLines', { query: search })}
        empty={texts.empty}
      />
    </>
  );
}
