// Reports: figures by days, weeks or months, as the address says; the export is what is shown.
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { PLACES, type Report } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { choicesOf, tabsOf } from '../../parts/list/choices.ts';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import type { Filter, Search } from '../../parts/list/filters.ts';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { useServiceNow } from '../../parts/live/service-now.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { REPORT_TEXTS } from '../../texts/reports.ts';
import { TRADE_COLUMN_TEXTS, TYPE_NAMES } from '../../texts/trade-words.ts';
import { daysBetween, everyPeriod } from './figures.ts';
import { PeriodCharts } from './period-charts.tsx';
import { clockOf, daysOf, zoneOf } from './ranges.ts';
import { LostTable, RowsTable, TotalsTable } from './report-tables.tsx';

const texts = REPORT_TEXTS;

const OWN_DATES: readonly Filter[] = [
  { kind: 'day', name: 'from', label: texts.from },
  { kind: 'day', name: 'through', label: texts.through },
];
const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'by',
    label: texts.by,
    unset: texts.step,
    choices: choicesOf(texts.steps),
  },
  {
    kind: 'choice',
    name: 'direction',
    label: TRADE_COLUMN_TEXTS.direction,
    choices: choicesOf(texts.kinds),
  },
  { kind: 'currency', name: 'currency', label: TRADE_COLUMN_TEXTS.currency },
  {
    kind: 'choice',
    name: 'type',
    label: texts.type,
    choices: choicesOf(TYPE_NAMES),
  },
  {
    kind: 'choice',
    name: 'split',
    label: texts.split,
    unset: texts.no_split,
    choices: choicesOf(texts.splits),
  },
  {
    kind: 'choice',
    name: 'zone',
    label: texts.zone,
    unset: texts.zones.own,
    choices: [{ value: 'utc', label: texts.zones.utc }],
  },
];
const MERCHANT: Filter = { kind: 'merchant', name: 'merchant_id', label: texts.merchant };

/** Split by merchant, a report is one in all: the service has no more than that. */
function queryOf(search: Search, now: number): Search & { readonly time_zone: string } {
  const { merchant_id = '', direction = '', currency = '', type = '', split = '' } = search;
  const time_zone = zoneOf(search.zone);
  const days = daysOf(search, clockOf(now, time_zone).day);
  const by = split === 'merchant' ? 'all' : (search.by ?? 'day');
  return { ...days, time_zone, by, split, merchant_id, direction, currency, type };
}

function Export({ query }: { query: ReturnType<typeof queryOf> }) {
  const files = [
    [PLACES.exportReport, texts.export],
    [PLACES.exportReportWorkbook, texts.export_workbook],
  ] as const;
  return files.map(([[, address], words]) => (
    <Button
      key={address}
      component="a"
      variant="default"
      href={addressOf(address, {}, query)}
      download
    >
      {words}
    </Button>
  ));
}

function Result({ report, search }: { report: Report; search: Search }) {
  const { data, totals, by, split, from, to, has_more } = report;
  if (data.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  const periods = by === 'day' ? daysBetween(from, to) : everyPeriod(data);
  const is_over_time = split === null && by !== 'all' && periods.length > 1;
  return (
    <Stack>
      <CardSection title={texts.totals}>
        <TotalsTable label={texts.totals} rows={totals} />
      </CardSection>
      {is_over_time ? (
        <PeriodCharts totals={totals} rows={data} periods={periods} show={search.show} />
      ) : null}
      {totals.some(({ missed }) => missed.count > 0) ? (
        <CardSection title={texts.lost_title}>
          <LostTable totals={totals} />
        </CardSection>
      ) : null}
      <CardSection title={split === 'merchant' ? texts.merchants : texts.rows}>
        {has_more ? <Alert color="orange">{texts.more_merchants}</Alert> : null}
        <RowsTable label={texts.rows} rows={data} split={split ?? ''} />
      </CardSection>
    </Stack>
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/reports' });
  const { me, can } = useSession();
  const query = queryOf(search, useServiceNow()());
  const { data, error, refetch, isFetching } = useRead({
    ...readOf('showReport', { query }),
    placeholderData: (before) => before,
  });
  const own_dates = search.range === 'own' ? OWN_DATES : [];
  const of_merchant = me.merchant_id === null ? [MERCHANT] : [];
  return (
    <>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        <Group gap="xs">
          {can('exports.make') ? (
            <ButtonLink to="/reports/scheduled" variant="default">
              {texts.scheduled}
            </ButtonLink>
          ) : null}
          <Export query={query} />
        </Group>
      </Group>
      <TabLinks
        label={texts.range}
        name="range"
        search={search}
        tabs={tabsOf(texts.ranges).slice(1)}
      />
      <FilterBar filters={[...own_dates, ...FILTERS, ...of_merchant]} search={search} />
      <Text size="sm" c="dimmed" my="xs" role="status" aria-busy={isFetching}>
        {texts.days_of(query.time_zone)}
      </Text>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading height={320} /> : null}
      {data === undefined ? null : <Result report={data} search={search} />}
    </>
  );
}
