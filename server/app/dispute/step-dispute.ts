// What people do with a dispute besides deciding it: write, ask a party, appeal, close it.

import {
  ASK_PARTY,
  ASSIGN_DISPUTE,
  expectedDispute,
  PLAIN_STEPS,
  SEND_MESSAGE,
} from '../../domain/dispute/dispute-requests.ts';
import type { DisputeStep } from '../../domain/record/dispute-step.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { type OperatorCaller, partyActor } from '../request/caller.ts';
import { type OperatorDisputeBody, shownDispute } from '../request/dispute-view.ts';
import {
  disputeTarget,
  findDispute,
  messageStep,
  stepCommand,
  submitDispute,
} from './submit-dispute.ts';

/** The steps of operators; the clock's is not among them. */
export const OPERATOR_DISPUTE_STEPS = [
  'message',
  'ask',
  'assign',
  'accept',
  'withdraw',
  'appeal',
  'close',
] as const satisfies readonly DisputeStep['act'][];
/** Those of a party: the people of a merchant have no others. */
export const PARTY_STEPS: readonly OperatorDisputeStep[] = [
  'message',
  'accept',
  'withdraw',
  'appeal',
];
export type OperatorDisputeStep = (typeof OPERATOR_DISPUTE_STEPS)[number];

const ACTIONS = {
  message: 'dispute_message_sent',
  ask: 'dispute_asked',
  assign: 'dispute_assigned',
  accept: 'dispute_accepted',
  withdraw: 'dispute_withdrawn',
  appeal: 'dispute_appealed',
  close: 'dispute_closed',
} as const satisfies Record<OperatorDisputeStep, string>;

type AskedStep = { step: DisputeStep; note: string | null; expected_sequence: number | null };

function readStep(
  act: OperatorDisputeStep,
  raw: RawFields,
  { merchant_id }: OperatorCaller,
  key: string | undefined,
): AskedStep | Refusal {
  if (act === 'message') {
    const shape = SEND_MESSAGE[merchant_id === null ? 'operator' : 'merchant'];
    const asked = readRequest(shape, raw);
    if (isRefusal(asked)) return asked;
    const step = messageStep(asked, merchant_id ?? 'operator', key);
    // A message overwrites nothing.
    return { step, note: asked.note, expected_sequence: null };
  }
  if (act === 'ask') {
    const asked = readRequest(ASK_PARTY, raw);
    if (isRefusal(asked)) return asked;
    const { party, deadline_at, ...more } = asked;
    return { step: { act, party, deadline_at }, ...more };
  }
  if (act === 'assign') {
    const asked = readRequest(ASSIGN_DISPUTE, raw);
    if (isRefusal(asked)) return asked;
    const { to, ...more } = asked;
    return { step: { act, to }, ...more };
  }
  const asked = readRequest(PLAIN_STEPS[act], raw);
  return isRefusal(asked) ? asked : { step: { act }, ...asked };
}

export async function stepDispute(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  act: OperatorDisputeStep,
  raw: RawFields,
  idempotency_key?: string,
): Promise<OperatorDisputeBody | Refusal> {
  const asked = readStep(act, raw, operator, idempotency_key);
  if (isRefusal(asked)) return asked;
  const dispute = await findDispute(app, path.merchant_id, path.id);
  if (dispute === null) return refuseUnknown();
  const { step, note, expected_sequence } = asked;
  const audit = {
    action: ACTIONS[act],
    target: disputeTarget(dispute),
    // Never the text of a message.
    detail: step.act === 'message' ? { visibility: step.visibility } : { ...step, note },
  };
  const command = stepCommand(dispute, step, {
    actor: partyActor(operator),
    note,
    audit,
    ...expectedDispute(expected_sequence),
  });
  const done = await submitDispute(app, command);
  return isRefusal(done) ? done : shownDispute(operator, done);
}
