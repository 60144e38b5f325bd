// Route of the operator API: how many trades are in each state.

import { addTradeCounts } from '../../../app/cell/combined-counts.ts';
import { countTrades, type StateCountBody } from '../../../app/trade/count-trades.ts';
import { STATES } from '../../../domain/record/trade.ts';
import { COUNT_TRADES } from '../../../domain/trade/query-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { cents, integer, list, shape, text, words } from '../../schema/shapes.ts';
import { tradeDirection } from '../../schema/shared-members.ts';
import { added } from '../route/combined-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';

export const StateCountSchema = shape<StateCountBody>('StateCount', {
  state: words(STATES, 'The state whose trades are counted'),
  count: integer('How many trades are in this state'),
  parts: list(
    shape<StateCountBody['parts'][number]>('StateCountPart', {
      direction: tradeDirection,
      currency: text('ISO 4217 code'),
      count: integer('How many of them'),
      amount_cents: cents('The sum of their amounts'),
    }),
    { description: 'By direction and currency' },
  ),
});

export const TRADE_COUNT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/trades/counts',
    operation_id: 'countTrades',
    right: 'trades.read',
    own_merchant: { query: 'merchant_id' },
    tag: 'Trades',
    summary: 'Count the trades in each state',
    description:
      'From counters that every change of a trade keeps, so it takes no longer with more trades.',
    query: queryOf(COUNT_TRADES),
    answer: shape<{ data: StateCountBody[] }>('StateCounts', {
      data: list(StateCountSchema, { description: 'Every state, in the order of a trade’s life' }),
    }),
    combined: added(addTradeCounts),
    handle: ({ app, query }) => countTrades(app, query),
  }),
];
