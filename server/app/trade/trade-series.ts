// Operators see what happened each day, for charts: from counters, however many trades there are.

import { epochDay } from '../../domain/record/receiving-account.ts';
import { beginReading } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { SHOW_SERIES, seriesDays } from '../../domain/trade/query-requests.ts';
import { DAY_MEASURES, type SeriesMetric } from '../../domain/trade/trade-measures.ts';
import { dayOf } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { readMisses } from '../../store/account/payin-misses.ts';
import { now } from '../../store/batch/store.ts';
import { type CountFilter, readTradeDays } from '../../store/trade/trade-counts.ts';
import type { App } from '../process/app.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { finishCounting } from './count-events.ts';

export type SeriesQuery = QueryTexts<typeof SHOW_SERIES>;

type Point = {
  day: number;
  direction: 'payin' | 'payout';
  currency: string;
  metric: SeriesMetric;
  count: bigint;
  sum: bigint;
};

type Asked = CountFilter & { first_day: number; last_day: number };

async function readPoints({ store }: App, asked: Asked): Promise<Point[]> {
  const { direction, ...of_payins } = asked;
  const [days, misses] = await Promise.all([
    readTradeDays(store.db, asked),
    direction === 'payout' ? [] : readMisses(store.db, of_payins),
  ]);
  return [
    ...days.flatMap(({ measures, ...of }) =>
      DAY_MEASURES.map((metric) => {
        const { count, total: sum } = measures[metric];
        return { ...of, metric, count, sum };
      }),
    ),
    ...misses.flatMap(({ reason, total_cents: sum, ...of }) =>
      [`missed_${reason}` as const, 'missed' as const].map((metric) => {
        return { ...of, direction: 'payin' as const, metric, sum };
      }),
    ),
  ];
}

const added = (points: readonly Point[], value: (point: Point) => bigint) =>
  toExactInteger(points.reduce((sum, point) => sum + value(point), 0n));

function rowBody(points: readonly [Point, ...Point[]], metrics: readonly SeriesMetric[]) {
  const [{ day, direction, currency }] = points;
  const values = metrics.map((metric) => {
    const own = points.filter((point) => point.metric === metric);
    const value = { count: added(own, ({ count }) => count), sum: added(own, ({ sum }) => sum) };
    return [metric, value] as const;
  });
  return { day: dayOf(day * DAY_MS), direction, currency, metrics: Object.fromEntries(values) };
}

export type SeriesRow = ReturnType<typeof rowBody>;
export type Series = { from: string; to: string; data: SeriesRow[] };

/** A row for each day, direction and currency of which something is counted, in this order. */
export async function listSeries(app: App, query: SeriesQuery): Promise<Series | Refusal> {
  const reading = beginReading(SHOW_SERIES, { fields: query, errors: [] });
  const days = seriesDays(reading.values, epochDay(await now(app.store)), reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const refused = await finishCounting(app);
  if (isRefusal(refused)) return refused;
  const { from: _from, to: _to, metrics, ...filter } = asked;
  const points = await readPoints(app, { ...filter, ...days });
  const rows = Map.groupBy(points, ({ day, direction, currency }) =>
    [day, direction, currency].join('/'),
  );
  const data = [...rows.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [rowBody([first, ...rest], metrics)],
  );
  const place = ({ day, direction, currency }: SeriesRow) => [day, direction, currency].join('/');
  return {
    from: dayOf(days.first_day * DAY_MS),
    to: dayOf((days.last_day + 1) * DAY_MS),
    data: data.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)),
  };
}
