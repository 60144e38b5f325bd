// Volume and success rate over time, of one direction and currency; the address says of which.
import { Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReportRow } from '../../api/schema.gen.ts';
import { TimeChart } from '../../parts/chart/time-chart.tsx';
import { REPORT_TEXTS } from '../../texts/reports.ts';
import {
  amountMark,
  keyOf,
  nameOf,
  type Periods,
  percentShown,
  successPoints,
  volumePoints,
} from './figures.ts';

type Props = {
  readonly totals: readonly ReportRow[];
  readonly rows: readonly ReportRow[];
  readonly periods: Periods;
  /** Which direction and currency, as the address has it. */
  readonly show: string | undefined;
};

function Choice({ totals, chosen }: { totals: readonly ReportRow[]; chosen: ReportRow }) {
  const navigate = useNavigate();
  if (totals.length < 2) return null;
  return (
    <Group mb="xs">
      <NativeSelect
        aria-label={REPORT_TEXTS.choose}
        size="xs"
        value={keyOf(chosen)}
        data={totals.map((row) => ({ value: keyOf(row), label: nameOf(row) }))}
        onChange={(event) => {
          const show = event.currentTarget.value;
          void navigate({ to: '.', search: (before: object) => ({ ...before, show }) });
        }}
      />
    </Group>
  );
}

export function PeriodCharts({ totals, rows, periods, show }: Props) {
  const chosen = totals.find((row) => keyOf(row) === show) ?? totals[0];
  if (chosen === undefined) return null;
  const { currency } = chosen;
  const own = rows.filter((row) => keyOf(row) === keyOf(chosen));
  return (
    <>
      <Choice totals={totals} chosen={chosen} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <TimeChart
          title={`${REPORT_TEXTS.volume}: ${nameOf(chosen)}`}
          unit={REPORT_TEXTS.volume}
          kind="bars"
          points={volumePoints(periods, own, currency)}
          markOf={amountMark(currency)}
        />
        <TimeChart
          title={`${REPORT_TEXTS.success}: ${nameOf(chosen)}`}
          unit={REPORT_TEXTS.success}
          kind="line"
          points={successPoints(periods, own)}
          markOf={percentShown}
          most={100}
        />
      </SimpleGrid>
    </>
  );
}
