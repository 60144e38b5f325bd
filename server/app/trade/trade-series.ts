// Operators see what happened each day, for charts: from counters, however many trades there are.

import { epochDay } from '../../domain/record/receiving-account.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import {
  SERIES_DAYS_DEFAULT,
  SERIES_DAYS_MOST,
  SERIES_METRICS,
  type SeriesMetric,
} from '../../domain/trade/series-metrics.ts';
import { DAY_MEASURES } from '../../domain/trade/trade-measures.ts';
import { dayOf } from '../../domain/values/day.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { readMisses } from '../../store/account/payin-misses.ts';
import { now } from '../../store/batch/store.ts';
import { type CountFilter, readTradeDays } from '../../store/trade/trade-counts.ts';
import type { App } from '../process/app.ts';
import { toExactInteger } from '../request/exact-integer.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { readMoment } from '../request/read-moment.ts';
import { finishCounting } from './count-events.ts';
import { COUNT_FILTERS, readCountFilter } from './count-trades.ts';

const FIELDS = [...COUNT_FILTERS, 'from', 'to', 'metrics'] as const;

export type SeriesQuery = Partial<Record<(typeof FIELDS)[number], string>>;

function readDay(reader: FieldReader, query: SeriesQuery, name: 'from' | 'to'): number | null {
  if (query[name] === undefined) return null;
  const at = readMoment(reader, name);
  // Wrong, and noted.
  if (at === 0) return null;
  if (at % DAY_MS !== 0) reader.wrong(name, 'format', 'must be a day like 2026-03-01');
  return epochDay(at);
}

/** `from` is included, `to` is not, as in the lists; by default the last days up to today. */
function readDays(reader: FieldReader, query: SeriesQuery, today: number) {
  const end_day = readDay(reader, query, 'to') ?? today + 1;
  const first_day = readDay(reader, query, 'from') ?? end_day - SERIES_DAYS_DEFAULT;
  if (end_day <= first_day) reader.wrong('to', 'range', 'must be after from');
  if (end_day - first_day > SERIES_DAYS_MOST) {
    reader.wrong('to', 'range', `must be at most ${SERIES_DAYS_MOST} days after from`);
  }
  return { first_day, last_day: end_day - 1 };
}

const METRICS_TEXT_MAX = 1_000;

function readMetrics(reader: FieldReader): readonly SeriesMetric[] {
  const text = reader.optionalText('metrics', METRICS_TEXT_MAX);
  if (text === null) return SERIES_METRICS;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SERIES_METRICS.some((metric) => metric === name));
  if (unknown !== undefined) {
    const message = `must be a list, with commas, of: ${SERIES_METRICS.join(', ')}`;
    reader.wrong('metrics', 'unknown_value', message);
  }
  return SERIES_METRICS.filter((metric) => names.includes(metric));
}

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
  const reader = readFields({ fields: query, errors: [] }, FIELDS);
  const days = readDays(reader, query, epochDay(await now(app.store)));
  const metrics = readMetrics(reader);
  const filter = readCountFilter(reader, query);
  const refused = reader.refusal() ?? (await finishCounting(app));
  if (isRefusal(refused)) return refused;
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
