// Routes of the operator API: the queue of pay-outs, and acts on many of them at once.

import type { PayoutOutcome } from '../../../app/payout/payout-items.ts';
import {
  actOnPayouts,
  listPayoutQueue,
  PAYOUT_ACTS,
  type PayoutAct,
} from '../../../app/payout/payout-queue.ts';
import type { PayoutAttemptBody } from '../../../app/payout/payout-views.ts';
import { listPayoutAttempts } from '../../../app/payout/read-payout-batches.ts';
import {
  COMPLETE_PAYOUTS,
  FIND_QUEUE,
  REJECT_PAYOUTS,
  RELEASE_PAYOUTS,
  TAKE_PAYOUTS,
} from '../../../domain/payout/payout-requests.ts';
import type { RequestShape } from '../../../domain/request/request-shape.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import { TradeSchema } from '../../schema/schemas.ts';
import { list, PAGING, pageShape, shape } from '../../schema/shapes.ts';
import { type OperatorRoute, route, routeOfItems } from '../route/route.ts';
import { PAYOUT_BATCH_ROUTES } from './payout-batches.ts';
import { PAYOUT_FILE_ROUTES } from './payout-files.ts';
import { tellPayouts } from './payout-results.ts';
import { PayoutAttemptSchema, PayoutOutcomeSchema } from './payout-shapes.ts';
import { PAYOUT_WORK_ROUTES } from './payout-work.ts';
import { REFUND_LIST_ROUTES } from './refund-lists.ts';
import { WAYS_BACK_ROUTES } from './ways-back.ts';

const tag = 'Pay-outs';

const SUMMARIES: Readonly<Record<PayoutAct, string>> = {
  take: 'Take pay-outs to pay them by hand',
  release: 'Put pay-outs back into the queue: nothing was sent, and the note says how you know',
  complete: 'Mark pay-outs as paid, each with its UTR',
  reject: 'Reject pay-outs: their holds are released',
};

const EACH = 'Each has its own result: a refusal of one does not stop the others.';

const DESCRIPTIONS: typeof SUMMARIES = {
  take: `${EACH} Name the account that pays; a second person may have to approve one.`,
  release: `${EACH} One whose batch was exported is refused, because money may have left.`,
  complete: `${EACH} One that nobody has taken is refused.`,
  reject: `${EACH} The amount goes back to the balance; a second person may have to approve one.`,
};

const BODIES: Readonly<Record<PayoutAct, RequestShape>> = {
  take: TAKE_PAYOUTS,
  release: RELEASE_PAYOUTS,
  complete: COMPLETE_PAYOUTS,
  reject: REJECT_PAYOUTS,
};

/** The acts that may need a second person. */
const GATED: Readonly<Record<PayoutAct, Pick<OperatorRoute, 'approval'>>> = {
  take: { approval: { acts: ['pay_out'] } },
  release: { approval: { acts: ['payout_undone'] } },
  complete: {},
  reject: { approval: { acts: ['payout_undone'] } },
};

const ACT_ROUTES = PAYOUT_ACTS.map((act) =>
  routeOfItems({
    method: 'POST',
    url: `/payouts/${act}` as '/payouts/act',
    operation_id: `${act}Payouts`,
    ...GATED[act],
    right: 'payouts.pay',
    tag,
    summary: SUMMARIES[act],
    description: DESCRIPTIONS[act],
    body: strictBodyOf(BODIES[act]),
    answer: shape<{ payouts: PayoutOutcome[] }>('PayoutOutcomes', {
      payouts: list(PayoutOutcomeSchema, { description: 'One result for each requested pay-out' }),
    }),
    handle: async ({ app, operator, fields }) => {
      const acted = await actOnPayouts(app, operator, act, fields);
      if (isRefusal(acted)) return acted;
      const asked = { operation: `${act}Payouts`, params: {}, fields: fields.fields };
      return await tellPayouts({ app, operator }, acted, asked);
    },
  }),
);

export const PAYOUT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/payouts/queue',
    operation_id: 'listPayoutQueue',
    right: 'payouts.read',
    tag,
    summary: 'List pay-outs that nobody has taken, oldest first; numbers are masked',
    description:
      'These are pay-outs in state `created`. Listing reserves nothing: two people who read it ' +
      'may take the same one, and the second is refused.',
    query: { ...queryOf(FIND_QUEUE), ...PAGING },
    answer: pageShape('PayoutQueuePage', TradeSchema),
    handle: ({ app, query }) => listPayoutQueue(app, query),
  }),
  ...ACT_ROUTES,
  route({
    method: 'GET',
    url: '/payouts/:merchant_id/:id/attempts',
    operation_id: 'listPayoutAttempts',
    right: 'payouts.read',
    tag,
    summary: 'List all attempts to send a pay-out',
    description: 'The first attempt comes first, in one answer. A pay-in has the answer 404.',
    answer: shape<{ data: PayoutAttemptBody[] }>('PayoutAttempts', {
      data: list(PayoutAttemptSchema, { description: 'The first attempt comes first' }),
    }),
    handle: ({ app, params }) => listPayoutAttempts(app, params.merchant_id, params.id),
  }),
  ...PAYOUT_WORK_ROUTES,
  ...PAYOUT_BATCH_ROUTES,
  ...PAYOUT_FILE_ROUTES,
  ...REFUND_LIST_ROUTES,
  ...WAYS_BACK_ROUTES,
];
