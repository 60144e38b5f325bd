// The rows of a report as a table, and its lost demand by reason.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportRow } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { merchantShown } from '../../parts/merchant/merchant-shown.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { REPORT_TEXTS } from '../../texts/reports.ts';
import { TRADE_COLUMN_TEXTS, TRADE_TEXTS } from '../../texts/trade-words.ts';
import { keyOf, nameOf, percentShown, periodShown, timeShown } from './figures.ts';

const texts = REPORT_TEXTS;
const { nothing } = COMMON_TEXTS;

type Column = {
  readonly name: string;
  readonly what?: string;
  readonly is_text?: true;
  readonly cell: (row: ReportRow) => ReactNode;
};

const count = (value: number) => value.toLocaleString();

function timesOf({ half_within_ms, most_within_ms, mean_ms }: ReportRow): ReactNode {
  if (mean_ms === null) return nothing;
  const within = (ms: number | null) => (ms === null ? texts.longer : timeShown(ms));
  return (
    <span title={texts.mean(timeShown(mean_ms))}>
      {texts.half_within(within(half_within_ms))}
      <br />
      {texts.most_within(within(most_within_ms))}
    </span>
  );
}

const money = (amount_cents: number, { currency }: ReportRow) => (
  <Amount amount_cents={amount_cents} currency={currency} />
);

const FIGURES: readonly Column[] = [
  { name: texts.volume, cell: (row) => money(row.completed.amount_cents, row) },
  { name: texts.created, cell: (row) => count(row.created.count) },
  { name: texts.completed, cell: (row) => count(row.completed.count) },
  {
    name: texts.success,
    what: texts.success_what,
    cell: (row) => percentShown(row.success_percent),
  },
  {
    name: texts.matched,
    what: texts.matched_what,
    cell: (row) => percentShown(row.matched_percent),
  },
  { name: texts.by_hand, cell: (row) => count(row.by_hand.count) },
  { name: texts.fees, cell: (row) => money(row.fees_cents, row) },
  { name: texts.time, cell: timesOf },
  { name: texts.lost, what: texts.lost_what, cell: (row) => count(row.missed.count) },
];

const OF: Column = { name: TRADE_COLUMN_TEXTS.direction, is_text: true, cell: nameOf };
const TIME: Column = { name: texts.period, is_text: true, cell: periodShown };
const TYPE: Column = { name: texts.type, is_text: true, cell: ({ type }) => type ?? nothing };
const MERCHANT: Column = {
  name: TRADE_TEXTS.merchant,
  is_text: true,
  cell: (row) => (row.merchant_id === null ? nothing : merchantShown(row)),
};

const SPLIT: Readonly<Record<string, readonly Column[]>> = { type: [TYPE], merchant: [MERCHANT] };

type Shown = {
  readonly label: string;
  readonly rows: readonly ReportRow[];
  readonly split?: string;
};

const rowKey = (row: ReportRow) => [row.from, keyOf(row), row.type, row.merchant_id].join(' ');

function Rows({ label, rows, columns }: Shown & { columns: readonly Column[] }) {
  return (
    <Table.ScrollContainer minWidth={980} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, what, is_text }) => (
              <Table.Th key={name} title={what} className={is_text ? 'one-line' : 'number'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map(({ name, cell, is_text }) => (
                <Table.Td key={name} className={is_text ? 'one-line' : 'number'}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export const TotalsTable = (shown: Shown) => <Rows {...shown} columns={[OF, ...FIGURES]} />;

export const RowsTable = (shown: Shown) => (
  <Rows {...shown} columns={[TIME, OF, ...(SPLIT[shown.split ?? ''] ?? []), ...FIGURES]} />
);

/** Why pay-ins found no receiving account; nothing if all of them found one. */
export function LostTable({ totals }: { totals: readonly ReportRow[] }) {
  const lost = totals.flatMap((row) => row.missed.reasons.map((one) => ({ ...one, row })));
  if (lost.length === 0) return null;
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.lost_what}
      </Text>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={texts.lost_title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.reason}</Table.Th>
              <Table.Th>{TRADE_COLUMN_TEXTS.currency}</Table.Th>
              <Table.Th className="number">{texts.count}</Table.Th>
              <Table.Th className="number">{texts.amount}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lost.map(({ reason, count: times, amount_cents, row }) => (
              <Table.Tr key={`${row.currency} ${reason}`}>
                <Table.Td>{texts.reasons[reason]}</Table.Td>
                <Table.Td>{row.currency}</Table.Td>
                <Table.Td className="number">{count(times)}</Table.Td>
                <Table.Td className="number">{money(amount_cents, row)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
