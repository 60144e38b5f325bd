// Routes of the operator API: disputes, from their opening to their end.
import { DECIDED_OUTCOMES, decideDisputeAsOperator } from '../../../app/dispute/decide-dispute.ts';
import { listDisputes } from '../../../app/dispute/list-disputes.ts';
import { openDisputeAsOperator } from '../../../app/dispute/open-dispute.ts';
import {
  type DisputeWithTimeline,
  disputeForItsMerchant,
  showDispute,
} from '../../../app/dispute/show-dispute.ts';
import {
  OPERATOR_DISPUTE_STEPS,
  type OperatorDisputeStep,
  stepDispute,
} from '../../../app/dispute/step-dispute.ts';
import { disputeForMerchant } from '../../../app/request/dispute-view.ts';
import type { Right } from '../../../domain/access/rights.ts';
import {
  MESSAGE_MAX_LENGTH,
  MESSAGE_VISIBILITIES,
} from '../../../domain/record/dispute-message.ts';
import {
  DISPUTE_OUTCOMES,
  DISPUTE_PARTIES,
  DISPUTE_STATES,
  DISPUTE_TYPES,
} from '../../../domain/record/dispute-record.ts';
import { ACTOR_ROLES } from '../../../domain/record/trade.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { MESSAGE_FIELDS, OperatorDisputeSchema } from '../../schema/dispute-schemas.ts';
import {
  centsOrNull,
  filter,
  integer,
  list,
  moment,
  momentOrNull,
  optional,
  orNull,
  PAGING,
  pageShape,
  request,
  shape,
  text,
  textOrNull,
  uuidOrNull,
  words,
  wordsOrNull,
  yesOrNo,
} from '../../schema/shapes.ts';
import { type OperatorRoute, type RouteApproval, route } from '../route/route.ts';
import { ReceiptSchema } from '../trade/receipts.ts';

const tag = 'Disputes';
const NOTE = { maxLength: 500 };

type TimelineEvent = DisputeWithTimeline['timeline'][number];

const MessageSchema = shape<DisputeWithTimeline['messages'][number]>('DisputeNote', {
  ...MESSAGE_FIELDS,
  author_id: textOrNull('The person or token; null for a customer'),
  visibility: words(MESSAGE_VISIBILITIES, 'Who sees it: everybody, or operators alone'),
});

const DisputeWithTimelineSchema = shape<DisputeWithTimeline>('DisputeWithTimeline', {
  dispute: OperatorDisputeSchema,
  messages: list(MessageSchema),
  receipts: list(ReceiptSchema, { description: 'Files that the payer sent' }),
  timeline: list(
    shape<TimelineEvent>('DisputeEvent', {
      event: text('As merchants are told: `dispute.opened` and the like'),
      sequence: integer('The trade’s sequence after it'),
      state: words(DISPUTE_STATES),
      outcome: wordsOrNull(DISPUTE_OUTCOMES),
      actor: shape<TimelineEvent['actor']>('DisputeActor', {
        role: words(ACTOR_ROLES),
        id: textOrNull('The person or token'),
      }),
      note: textOrNull('In the actor’s words; merchants do not see it'),
      at: moment('When'),
    }),
  ),
});

const note = optional(orNull('string', { ...NOTE, description: 'Why, in your words' }));

type StepRoute = {
  summary: string;
  right: Right;
  body: ReturnType<typeof request>;
  body_optional?: true;
  approval?: RouteApproval;
};

const STEPS: Readonly<Record<OperatorDisputeStep, StepRoute>> = {
  message: {
    summary: 'Write to the merchant and the customer, or a note for operators',
    right: 'disputes.write',
    body: request('SendDisputeMessage', {
      text: text('At most 2,000 characters', { maxLength: MESSAGE_MAX_LENGTH }),
      visibility: optional(wordsOrNull(MESSAGE_VISIBILITIES, 'Default: shared')),
      note,
    }),
  },
  ask: {
    summary: 'Wait for an answer of the merchant, the customer or an operator',
    right: 'disputes.write',
    body: request('AskAboutDispute', {
      party: words(DISPUTE_PARTIES, 'Whose answer it waits for'),
      deadline_at: optional(momentOrNull('A new deadline, at most 60 days ahead')),
      note,
    }),
  },
  assign: {
    summary: 'Say who looks after a dispute',
    right: 'disputes.write',
    body: request('AssignDispute', {
      to: optional(textOrNull('A person or operator token; null: nobody')),
      note,
    }),
  },
  accept: {
    summary: 'Accept a dispute for the merchant, who bears the contested amount',
    right: 'disputes.decide',
    body: request('AcceptDispute', { note }),
    body_optional: true,
    approval: { acts: ['dispute_outcome'] },
  },
  withdraw: {
    summary: 'Withdraw a dispute: the claim is not upheld any more',
    right: 'disputes.decide',
    body: request('WithdrawDispute', { note }),
    body_optional: true,
    approval: { acts: ['dispute_outcome'] },
  },
  appeal: {
    summary: 'Appeal a decision, once and within 7 days; the trade is disputed again',
    right: 'disputes.write',
    body: request('AppealDispute', { note }),
    body_optional: true,
  },
  close: {
    summary: 'Close a decided dispute once it can no longer be appealed',
    right: 'disputes.decide',
    body: request('CloseDispute', { note }),
    body_optional: true,
  },
};

const STEP_ROUTES = OPERATOR_DISPUTE_STEPS.map((act) =>
  route({
    method: 'POST',
    url: `/disputes/:merchant_id/:id/${act}` as '/disputes/:merchant_id/:id/act',
    operation_id: `${act}Dispute`,
    tag,
    ...STEPS[act],
    idempotent: true,
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      stepDispute(app, operator, params, act, fields, idempotency_key),
  }),
);

export const DISPUTE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/disputes',
    operation_id: 'listDisputes',
    right: 'disputes.read',
    own_merchant: { query: 'merchant_id' },
    tag,
    summary: 'List disputes, newest first',
    query: {
      merchant_id: filter('Of one merchant'),
      trade_id: filter('Of one trade'),
      state: filter(`One of: ${DISPUTE_STATES.join(', ')}`),
      type: filter(`One of: ${DISPUTE_TYPES.join(', ')}`),
      assigned_to: filter('That this person or token looks after'),
      open: yesOrNo('Not closed, or closed'),
      overdue: yesOrNo('Whose deadline has passed, or not'),
      due_before: filter('Not closed, with a deadline before this time'),
      ...PAGING,
    },
    answer: pageShape('DisputePage', OperatorDisputeSchema),
    handle: async ({ app, operator, query }) => {
      const found = await listDisputes(app, query);
      if (isRefusal(found) || operator.merchant_id === null) return found;
      return { ...found, data: found.data.map(disputeForMerchant) };
    },
  }),
  route({
    method: 'GET',
    url: '/disputes/:merchant_id/:id',
    operation_id: 'getDispute',
    right: 'disputes.read',
    own_merchant: { param: 'merchant_id' },
    tag,
    summary: 'Get a dispute with everything that happened to it',
    answer: DisputeWithTimelineSchema,
    handle: async ({ app, operator, params }) => {
      const found = await showDispute(app, params.merchant_id, params.id);
      return isRefusal(found) || operator.merchant_id === null
        ? found
        : disputeForItsMerchant(found);
    },
  }),
  route({
    method: 'POST',
    url: '/trades/:merchant_id/:id/disputes',
    operation_id: 'openDispute',
    right: 'disputes.write',
    tag,
    summary: 'Contest a trade or a part of its amount',
    description:
      'The trade is `disputed` until the dispute is decided. Of a credit, the contested part is ' +
      'blocked.',
    idempotent: true,
    body: request('OpenDispute', {
      type: words(DISPUTE_TYPES),
      amount_cents: optional(centsOrNull('The contested part; default: all that is left')),
      note: text('Why, in your words', NOTE),
    }),
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      openDisputeAsOperator(app, operator, params, fields, idempotency_key),
  }),
  route({
    method: 'POST',
    url: '/disputes/:merchant_id/:id/decide',
    operation_id: 'decideDispute',
    approval: { acts: ['dispute_outcome'] },
    right: 'disputes.decide',
    tag,
    summary: 'Decide a dispute or its appeal',
    description:
      'An outcome that takes a credit from the merchant waits 7 days for an appeal and is then ' +
      'carried out by `close`; any other takes effect at once. The decision on an appeal is final.',
    body: request('DecideDispute', {
      outcome: words(DECIDED_OUTCOMES, 'Whether the claim was right'),
      amount_cents: optional(centsOrNull('For `partly_upheld`: the part that was right')),
      evidence_line_id: optional(uuidOrNull('A bank line that shows it')),
      evidence_utr: optional(textOrNull('Or the UTR of such a bank line')),
      utr: optional(textOrNull('For a pay-out that was paid, if no bank line shows it: its UTR')),
      note: text('Why, in your words', NOTE),
    }),
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, fields }) =>
      decideDisputeAsOperator(app, operator, params, fields),
  }),
  ...STEP_ROUTES,
];
