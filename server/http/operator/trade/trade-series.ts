// Route of the operator API: what happened each day, for charts.
import { listSeries, type Series, type SeriesRow } from '../../../app/trade/trade-series.ts';
import { DIRECTIONS } from '../../../domain/record/trade.ts';
import {
  SERIES_DAYS_DEFAULT,
  SERIES_DAYS_MOST,
  SERIES_METRICS,
  type SeriesMetric,
} from '../../../domain/trade/series-metrics.ts';
import { filter, integer, list, optional, shape, text, words } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const ValueSchema = shape<SeriesRow['metrics'][SeriesMetric]>('SeriesValue', {
  count: integer('How many'),
  sum: integer('Their amounts in minor units; of `duration` the milliseconds'),
});

const metrics = Object.fromEntries(SERIES_METRICS.map((name) => [name, optional(ValueSchema)]));

const RowSchema = shape<SeriesRow>('SeriesRow', {
  day: text('The day in UTC'),
  direction: words(DIRECTIONS),
  currency: text('ISO 4217 code'),
  metrics: shape('SeriesMetrics', metrics),
});

export const TRADE_SERIES_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/series',
    operation_id: 'listSeries',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag: 'Trades',
    summary: 'Show what happened each day, for charts',
    description:
      'A row for each day, direction and currency of which something is counted. From counters, ' +
      'so it takes no longer with more trades. Days are in UTC: an act counts on its own day.',
    query: {
      from: filter(`The first day; by default ${SERIES_DAYS_DEFAULT} days before \`to\``),
      to: filter(
        `The day after the last one, at most ${SERIES_DAYS_MOST} days later; by default tomorrow`,
      ),
      merchant_id: filter('Of one merchant'),
      direction: filter(`One of: ${DIRECTIONS.join(', ')}`),
      currency: filter('ISO 4217 code'),
      metrics: filter(`A list with commas of: ${SERIES_METRICS.join(', ')}; by default all`),
    },
    answer: shape<Series>('Series', {
      from: text('The first day'),
      to: text('The day after the last one'),
      data: list(RowSchema),
    }),
    handle: ({ app, query }) => listSeries(app, query),
  }),
];
