// Route of the operator API: pay-outs that somebody has taken, by what is next.

import { listPayoutWork, type PayoutWork } from '../../../app/payout/payout-work.ts';
import { FIND_WORK } from '../../../domain/payout/payout-requests.ts';
import { queryOf } from '../../schema/request-schema.ts';
import { TradeSchema } from '../../schema/schemas.ts';
import { moment, PAGING, pageShape, shape, textOrNull } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { PayoutAttemptSchema } from './payout-shapes.ts';

export const PAYOUT_WORK_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/payouts/work',
    operation_id: 'listPayoutWork',
    right: 'payouts.read',
    tag: 'Pay-outs',
    summary: 'List pay-outs that somebody has taken, with who; numbers are masked',
    description:
      '`taken`: to be paid by hand, or in a draft; the longest-waiting first. `unconfirmed`: ' +
      'handed to the bank, without an answer. `ended`: paid, rejected or returned today (UTC), ' +
      'the last one first.',
    query: { ...queryOf(FIND_WORK), ...PAGING },
    answer: pageShape(
      'PayoutWorkPage',
      shape<PayoutWork>('PayoutWork', {
        trade: TradeSchema,
        attempt: PayoutAttemptSchema,
        taken_by: textOrNull('The person or token that took it'),
        taken_at: moment('When'),
      }),
    ),
    handle: ({ app, query }) => listPayoutWork(app, query),
  }),
];
