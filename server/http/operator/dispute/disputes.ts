// Routes of the operator API: lists of disputes, and one with its history.

import { addDisputeCounts } from '../../../app/cell/combined-counts.ts';
import { countDisputes, type DisputeCountsBody } from '../../../app/dispute/count-disputes.ts';
import { listDisputes } from '../../../app/dispute/list-disputes.ts';
import {
  type DisputeWithTimeline,
  disputeForItsMerchant,
  showDispute,
} from '../../../app/dispute/show-dispute.ts';
import { COUNT_DISPUTES, FIND_DISPUTES } from '../../../domain/dispute/dispute-requests.ts';
import { EFFECT_KINDS } from '../../../domain/dispute/outcome-effect.ts';
import { DISPUTE_OUTCOMES, DISPUTE_STATES } from '../../../domain/record/dispute-record.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { MESSAGE_FIELDS, OperatorDisputeSchema } from '../../schema/dispute-schemas.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  ACTOR_NAME,
  centsOrNull,
  flag,
  integer,
  list,
  moment,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { NAMED_ACTOR } from '../../schema/shared-members.ts';
import { added } from '../route/combined-answer.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { ReceiptSchema } from '../trade/receipts.ts';

const tag = 'Disputes';

type TimelineEvent = DisputeWithTimeline['timeline'][number];

const MessageSchema = shape<DisputeWithTimeline['messages'][number]>('DisputeNote', {
  ...MESSAGE_FIELDS,
  author_id: textOrNull('The person or token; null for a customer'),
  author_name: textOrNull(ACTOR_NAME),
});

const EffectSchema = shape<DisputeWithTimeline['effects'][number]>('DisputeEffect', {
  act: words(['decide', 'close'], 'By which act it would happen'),
  outcome: words(DISPUTE_OUTCOMES, 'With this outcome'),
  effect: words(
    EFFECT_KINDS,
    '`takes` from the merchant, `gives` to it, `reverses` a pay-out, `unblocks` what was ' +
      'contested, or `returns` the trade as it was',
  ),
  amount_cents: centsOrNull(
    'The part of the trade’s amount that is taken or given; after an appeal, the difference to ' +
      'the first decision; 0: the bank has taken it already',
  ),
});

const DisputeWithTimelineSchema = shape<DisputeWithTimeline>('DisputeWithTimeline', {
  dispute: OperatorDisputeSchema,
  opener_name: textOrNull(`${ACTOR_NAME}: who opened it`),
  assigned_name: textOrNull(`${ACTOR_NAME}: who looks after it`),
  effects: list(EffectSchema, {
    description:
      'What each outcome would do to the trade now, or what closing will do. `partly_upheld` is ' +
      'not among them: it does what its amount says. Empty: no money waits for a decision',
  }),
  messages: list(MessageSchema, { description: 'In the order in which they were sent' }),
  receipts: list(ReceiptSchema, { description: 'Files that the payer sent' }),
  timeline: list(
    shape<TimelineEvent>('DisputeEvent', {
      event: text('As merchants are told: `dispute.opened` and the like'),
      sequence: integer('The trade’s sequence after it'),
      state: words(DISPUTE_STATES, 'The state of the dispute after it'),
      outcome: wordsOrNull(DISPUTE_OUTCOMES, 'The outcome as it was then; null: not decided'),
      actor: shape<TimelineEvent['actor']>('DisputeActor', NAMED_ACTOR),
      note: textOrNull('In the actor’s words; merchants do not see it'),
      at: moment('When'),
    }),
    { description: 'What happened to the dispute, the oldest first' },
  ),
});

const CountSchema = shape<DisputeCountsBody['open']>('DisputeCount', {
  count: integer('At most 1,000'),
  has_more: flag('There are more than `count`'),
});

export const DISPUTE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/disputes',
    operation_id: 'listDisputes',
    right: 'disputes.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List disputes, newest first',
    description:
      'Filters can be combined. The people of a merchant get the disputes of their merchant, ' +
      'without who looks after them.',
    query: {
      ...queryOf(FIND_DISPUTES),
      ...PAGING,
    },
    answer: pageShape('DisputePage', OperatorDisputeSchema),
    handle: ({ app, operator, query }) => listDisputes(app, operator, query),
  }),
  route({
    method: 'GET',
    url: '/disputes/counts',
    operation_id: 'countDisputes',
    right: 'disputes.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'Count the disputes that are not closed',
    description:
      '`mine`: that the caller looks after. `decided`: they can be appealed, or wait to be carried out.',
    query: queryOf(COUNT_DISPUTES),
    answer: shape<DisputeCountsBody>('DisputeCounts', {
      open: CountSchema,
      overdue: CountSchema,
      mine: CountSchema,
      waiting_for_merchant: CountSchema,
      decided: CountSchema,
    }),
    combined: added(addDisputeCounts),
    handle: ({ app, operator, query }) => countDisputes(app, operator, query),
  }),
  route({
    method: 'GET',
    url: '/disputes/:merchant_id/:id',
    operation_id: 'getDispute',
    right: 'disputes.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Get a dispute with everything that happened to it',
    description:
      'With its messages, its history and what each possible decision would do to the money. The ' +
      'people of its merchant get it without internal notes and without the names of the ' +
      'operator’s people.',
    answer: DisputeWithTimelineSchema,
    handle: async ({ app, operator, params }) => {
      const found = await showDispute(app, params.merchant_id, params.id);
      return isRefusal(found) || operator.merchant_id === null
        ? found
        : disputeForItsMerchant(found);
    },
  }),
];
