// What was completed today, beside the same part of yesterday and of the same day a week ago.
import { Card, SimpleGrid, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { ReportRow } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { ZONE } from '../../parts/list/periods.ts';
import { useServiceNow } from '../../parts/live/service-now.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { FIGURE_TEXTS } from '../../texts/reports.ts';
import { daysBetween, keyOf, nameOf, percentShown } from '../reports/figures.ts';
import { PeriodCharts } from '../reports/period-charts.tsx';
import { clockOf, daysLater, lastQuarter } from '../reports/ranges.ts';
import { comparedWith } from './compared-with.ts';

const texts = FIGURE_TEXTS;
const EVERY_MS = 30_000;
const DAYS = 30;
/** Of the day. */
const START = '00:00';

const WEEKDAY = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', weekday: 'long' });

type Compared = {
  readonly rows: readonly ReportRow[];
  readonly of: ReportRow;
  readonly today: string;
};

function Comparison({ rows, of, today }: Compared) {
  const volume = (day: string) =>
    rows.find((row) => row.from === day && keyOf(row) === keyOf(of))?.completed.amount_cents ?? 0;
  const week_ago = daysLater(today, -7);
  const days = [
    [daysLater(today, -1), texts.yesterday],
    [week_ago, texts.week_ago(WEEKDAY.format(new Date(week_ago)))],
  ] as const;
  return days.map(([day, name]) => {
    const words = comparedWith(volume(today), volume(day));
    return (
      <Text size="xs" c="dimmed" key={day}>
        {words === null ? `${name}: ${texts.nothing_then}` : `${words} ${name}`}
      </Text>
    );
  });
}

function Figure({
  row,
  compared,
  until,
}: {
  row: ReportRow;
  compared: Compared | null;
  until: string;
}) {
  const { completed, currency, success_percent } = row;
  const rate =
    success_percent === null ? texts.no_success : texts.success(percentShown(success_percent));
  return (
    <Card withBorder>
      <Text size="sm" fw={600}>
        {nameOf(row)}
      </Text>
      <Text size="xl" fw={700}>
        <Amount amount_cents={completed.amount_cents} currency={currency} />
      </Text>
      <Text size="sm">
        {texts.completed(completed.count)}, {rate}
      </Text>
      {until === START ? (
        <Text size="xs" c="dimmed" mt="xs">
          {texts.too_early}
        </Text>
      ) : null}
      {compared === null ? null : (
        <>
          <Text size="xs" c="dimmed" mt="xs">
            {texts.until(until)}:
          </Text>
          <Comparison {...compared} of={row} />
        </>
      )}
    </Card>
  );
}

export function Today({ show }: { show: string | undefined }) {
  const time_zone = ZONE;
  const { day: today, time } = clockOf(useServiceNow()(), time_zone);
  const until = lastQuarter(time);
  const to = daysLater(today, 1);
  const from = daysLater(to, -DAYS);
  const month = useRead({
    ...readOf('showReport', { query: { from, to, time_zone } }),
    refetchInterval: EVERY_MS,
  });
  const week = daysLater(today, -7);
  const same_time = useRead({
    ...readOf('showReport', { query: { from: week, to, time_zone, until } }),
    refetchInterval: EVERY_MS,
  });
  const error = month.error ?? same_time.error;
  if (error !== null) {
    return <ProblemNote error={error} retry={() => void month.refetch()} />;
  }
  if (month.data === undefined) return <Loading height={240} />;
  const { data, totals } = month.data;
  const rows = data.filter((row) => row.from === today);
  const compared = until === START || same_time.data === undefined ? null : same_time.data.data;
  return (
    <>
      <CardSection
        title={texts.today}
        acts={<AnchorLink to="/reports">{texts.all_reports}</AnchorLink>}
      >
        {rows.length === 0 ? <Text c="dimmed">{texts.nothing_today}</Text> : null}
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {rows.map((row) => (
            <Figure
              key={keyOf(row)}
              row={row}
              compared={compared === null ? null : { rows: compared, of: row, today }}
              until={until}
            />
          ))}
        </SimpleGrid>
      </CardSection>
      {totals.length === 0 ? null : (
        <CardSection title={texts.chart}>
          <PeriodCharts totals={totals} rows={data} periods={daysBetween(from, to)} show={show} />
        </CardSection>
      )}
    </>
  );
}
