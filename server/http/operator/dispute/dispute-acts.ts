// Routes of the operator API: what people do with a dispute, from its opening to its end.
import { DECIDED_OUTCOMES, decideDisputeAsOperator } from '../../../app/dispute/decide-dispute.ts';
import { openDisputeAsOperator } from '../../../app/dispute/open-dispute.ts';
import {
  OPERATOR_DISPUTE_STEPS,
  type OperatorDisputeStep,
  PARTY_STEPS,
  stepDispute,
} from '../../../app/dispute/step-dispute.ts';
import type { Right } from '../../../domain/access/rights.ts';
import {
  MESSAGE_MAX_LENGTH,
  MESSAGE_VISIBILITIES,
} from '../../../domain/record/dispute-message.ts';
import { DISPUTE_PARTIES, DISPUTE_TYPES } from '../../../domain/record/dispute-record.ts';
import { OperatorDisputeSchema } from '../../schema/dispute-schemas.ts';
import { EXPECTED_DISPUTE_SEQUENCE } from '../../schema/expected-version.ts';
import {
  centsOrNull,
  momentOrNull,
  optional,
  orNull,
  request,
  text,
  textOrNull,
  uuidOrNull,
  words,
  wordsOrNull,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Disputes';
const NOTE = { maxLength: 500 };

const note = optional(orNull('string', { ...NOTE, description: 'Why, in your words' }));
const expected_sequence = EXPECTED_DISPUTE_SEQUENCE;

type StepRoute = {
  summary: string;
  right: Right;
  body: ReturnType<typeof request>;
  body_optional?: true;
  approval?: NonNullable<OperatorRoute['approval']>;
};

const STEPS: Readonly<Record<OperatorDisputeStep, StepRoute>> = {
  message: {
    summary: 'Write to the merchant and the customer, or a note for operators',
    right: 'disputes.write',
    body: request('SendDisputeMessage', {
      text: text('At most 2,000 characters', { maxLength: MESSAGE_MAX_LENGTH }),
      visibility: optional(
        wordsOrNull(MESSAGE_VISIBILITIES, 'Default: shared; merchant: not for the customer'),
      ),
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
      expected_sequence,
    }),
  },
  assign: {
    summary: 'Say who looks after a dispute',
    right: 'disputes.write',
    body: request('AssignDispute', {
      to: optional(textOrNull('A person or operator token; null: nobody')),
      note,
      expected_sequence,
    }),
  },
  accept: {
    summary: 'Accept a dispute for the merchant, who bears the contested amount',
    right: 'disputes.write',
    body: request('AcceptDispute', { note, expected_sequence }),
    body_optional: true,
    approval: { acts: ['dispute_outcome'] },
  },
  withdraw: {
    summary: 'Withdraw a dispute: the claim is not upheld any more',
    right: 'disputes.write',
    body: request('WithdrawDispute', { note, expected_sequence }),
    body_optional: true,
    approval: { acts: ['dispute_outcome'] },
  },
  appeal: {
    summary: 'Appeal a decision, once and within 7 days; the trade is disputed again',
    right: 'disputes.write',
    body: request('AppealDispute', { note, expected_sequence }),
    body_optional: true,
  },
  close: {
    summary: 'Close a decided dispute once it can no longer be appealed',
    right: 'disputes.decide',
    body: request('CloseDispute', { note, expected_sequence }),
    body_optional: true,
  },
};

/** Merchants' people act for their merchant, as it can with its own API. */
const OWN_MERCHANT = { own_merchant: { param: 'merchant_id' } } as const;

const STEP_ROUTES = OPERATOR_DISPUTE_STEPS.map((act) =>
  route({
    method: 'POST',
    url: `/disputes/:merchant_id/:id/${act}` as '/disputes/:merchant_id/:id/act',
    operation_id: `${act}Dispute`,
    tag,
    ...STEPS[act],
    ...(PARTY_STEPS.includes(act) ? OWN_MERCHANT : {}),
    idempotent: true,
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, fields, idempotency_key }) =>
      stepDispute(app, operator, params, act, fields, idempotency_key),
  }),
);

export const DISPUTE_ACT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/trades/:merchant_id/:id/disputes',
    operation_id: 'openDispute',
    right: 'disputes.write',
    ...OWN_MERCHANT,
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
      expected_sequence,
    }),
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, fields }) =>
      decideDisputeAsOperator(app, operator, params, fields),
  }),
  ...STEP_ROUTES,
];
