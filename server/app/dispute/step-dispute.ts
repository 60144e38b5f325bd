// What people do with a dispute besides deciding it: write, ask a party, appeal, close it.

import {
  MERCHANT_VISIBILITIES,
  MESSAGE_VISIBILITIES,
} from '../../domain/record/dispute-message.ts';
import { DISPUTE_PARTIES } from '../../domain/record/dispute-record.ts';
import type { DisputeStep } from '../../domain/record/dispute-step.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { notFound, type OperatorCaller, partyActor } from '../request/caller.ts';
import { type OperatorDisputeBody, shownDispute } from '../request/dispute-view.ts';
import { readExpectedDispute } from '../request/expected-version.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { readMoment } from '../request/read-moment.ts';
import {
  DISPUTE_NOTE_MAX_LENGTH,
  disputeTarget,
  findDispute,
  readMessage,
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

const ID_MAX_LENGTH = 64;

function readStep(
  reader: FieldReader,
  act: OperatorDisputeStep,
  { operator, key }: { operator: OperatorCaller; key: string | undefined },
): DisputeStep | null {
  if (act === 'message') {
    const allowed = operator.merchant_id === null ? MESSAGE_VISIBILITIES : MERCHANT_VISIBILITIES;
    const scope = `${operator.merchant_id ?? 'operator'}/${key}`;
    return readMessage(reader, scope, { key, visibilities: allowed });
  }
  if (act === 'ask') {
    const party = reader.choice('party', DISPUTE_PARTIES, true);
    const is_set = (reader.raw('deadline_at') ?? null) !== null;
    const deadline_at = is_set ? readMoment(reader, 'deadline_at') : null;
    return party === null ? null : { act, party, deadline_at };
  }
  if (act === 'assign') return { act, to: reader.optionalText('to', ID_MAX_LENGTH) };
  return { act };
}

export async function stepDispute(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  act: OperatorDisputeStep,
  raw: RawFields,
  idempotency_key?: string,
): Promise<OperatorDisputeBody | Refusal> {
  const reader = readFields(raw, [
    'text',
    'visibility',
    'party',
    'deadline_at',
    'to',
    'note',
    'expected_sequence',
  ]);
  const step = readStep(reader, act, { operator, key: idempotency_key });
  const note = reader.optionalText('note', DISPUTE_NOTE_MAX_LENGTH);
  // A message overwrites nothing.
  const expected = act === 'message' ? {} : readExpectedDispute(reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const dispute = await findDispute(app, path.merchant_id, path.id);
  if (dispute === null || step === null) return notFound();
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
    ...expected,
  });
  const done = await submitDispute(app, command);
  return isRefusal(done) ? done : shownDispute(operator, done);
}
