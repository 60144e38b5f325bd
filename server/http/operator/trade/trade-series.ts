// Route of the operator API: what happened each day, for charts.

import { addSeries } from '../../../app/cell/combined-counts.ts';
import { listSeries, type Series, type SeriesRow } from '../../../app/trade/trade-series.ts';
import { SHOW_SERIES } from '../../../domain/trade/query-requests.ts';
import { SERIES_METRICS, type SeriesMetric } from '../../../domain/trade/trade-measures.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { integer, list, optional, shape, text } from '../../schema/shapes.ts';
import { tradeDirection } from '../../schema/shared-members.ts';
import { added } from '../route/combined-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const ValueSchema = shape<SeriesRow['metrics'][SeriesMetric]>('SeriesValue', {
  count: integer('How many'),
  sum: integer('Their amounts in minor units; of `duration` the milliseconds'),
});

const metrics = Object.fromEntries(SERIES_METRICS.map((name) => [name, optional(ValueSchema)]));

const RowSchema = shape<SeriesRow>('SeriesRow', {
  day: text('The day in UTC'),
  direction: tradeDirection,
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
    query: queryOf(SHOW_SERIES),
    answer: shape<Series>('Series', {
      from: text('The first day'),
      to: text('The day after the last one'),
      data: list(RowSchema, { description: 'By day, direction and currency' }),
    }),
    combined: added(addSeries),
    handle: ({ app, query }) => listSeries(app, query),
  }),
];
