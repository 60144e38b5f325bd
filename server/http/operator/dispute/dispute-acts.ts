// Routes of the operator API: what people do with a dispute, from its opening to its end.
import { decideDisputeAsOperator } from '../../../app/dispute/decide-dispute.ts';
import { openDisputeAsOperator } from '../../../app/dispute/open-dispute.ts';
import {
  OPERATOR_DISPUTE_STEPS,
  type OperatorDisputeStep,
  PARTY_STEPS,
  stepDispute,
} from '../../../app/dispute/step-dispute.ts';
import type { Right } from '../../../domain/access/rights.ts';
import {
  ASK_PARTY,
  ASSIGN_DISPUTE,
  DECIDE_DISPUTE,
  OPEN_DISPUTE,
  PLAIN_STEPS,
  SEND_MESSAGE,
} from '../../../domain/dispute/dispute-requests.ts';
import { OperatorDisputeSchema } from '../../schema/dispute-schemas.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const tag = 'Disputes';
type StepRoute = {
  summary: string;
  description: string;
  right: Right;
  body: ReturnType<typeof strictBodyOf>;
  body_optional?: true;
  approval?: NonNullable<OperatorRoute['approval']>;
};

const STEPS: Readonly<Record<OperatorDisputeStep, StepRoute>> = {
  message: {
    summary: 'Write to the merchant and the customer, or a note for operators',
    description:
      'A note with the visibility `internal` is for operators only and causes no event. Refused ' +
      'once the dispute is closed; a request repeated with the same Idempotency-Key sends one ' +
      'message.',
    right: 'disputes.write',
    body: strictBodyOf(SEND_MESSAGE.operator),
  },
  ask: {
    summary: 'Wait for an answer of the merchant, the customer or an operator',
    description:
      'Nobody is written to: send a message for that. A new deadline is at most 60 days ahead; ' +
      'refused once the dispute is decided.',
    right: 'disputes.write',
    body: strictBodyOf(ASK_PARTY),
  },
  assign: {
    summary: 'Say who looks after a dispute',
    description:
      'Merchants do not learn it. Without `to` nobody looks after it, and the same assignment ' +
      'again changes nothing.',
    right: 'disputes.write',
    body: strictBodyOf(ASSIGN_DISPUTE),
  },
  accept: {
    summary: 'Accept a dispute for the merchant, who bears the contested amount',
    description:
      'The outcome takes effect at once, also before the time for an appeal is over. Refused ' +
      'unless the dispute is about a credited pay-in; a second person may have to approve it.',
    right: 'disputes.write',
    body: strictBodyOf(PLAIN_STEPS.accept),
    body_optional: true,
    approval: { acts: ['dispute_outcome'] },
  },
  withdraw: {
    summary: 'Withdraw a dispute: the claim is not upheld any more',
    description:
      'The dispute is closed, and its outcome takes effect at once. A party withdraws only what ' +
      'it opened, and nobody after the decision; for an operator a second person may have to ' +
      'approve it.',
    right: 'disputes.write',
    body: strictBodyOf(PLAIN_STEPS.withdraw),
    body_optional: true,
    approval: { acts: ['dispute_outcome'] },
  },
  appeal: {
    summary: 'Appeal a decision, once and within 7 days; the trade is disputed again',
    description:
      'Refused after `appeal_until`, and for a merchant in whose favour the decision was. The ' +
      'dispute is to be decided again within 10 days, and that decision is final.',
    right: 'disputes.write',
    body: strictBodyOf(PLAIN_STEPS.appeal),
    body_optional: true,
  },
  close: {
    summary: 'Close a decided dispute once it can no longer be appealed',
    description:
      'An outcome that waited for an appeal takes effect now. Refused as long as the decision ' +
      'can be appealed, and for disputes without a decision.',
    right: 'disputes.decide',
    body: strictBodyOf(PLAIN_STEPS.close),
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
    body: strictBodyOf(OPEN_DISPUTE),
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
    body: strictBodyOf(DECIDE_DISPUTE),
    answer: OperatorDisputeSchema,
    handle: ({ app, operator, params, fields }) =>
      decideDisputeAsOperator(app, operator, params, fields),
  }),
  ...STEP_ROUTES,
];
