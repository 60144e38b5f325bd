// An operator decides a dispute or its appeal, by evidence or by their word.
import type { DisputeEvidence } from '../../domain/batch/command.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { UTR_RULE } from '../../domain/values/text.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type OperatorDisputeBody, operatorDisputeBody } from '../request/dispute-view.ts';
import { readExpectedDispute } from '../request/expected-version.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { readAmount } from '../trade/create-fields.ts';
import {
  DISPUTE_NOTE_MAX_LENGTH,
  disputeTarget,
  findDispute,
  submitDispute,
} from './submit-dispute.ts';

export const DECIDED_OUTCOMES = ['upheld', 'partly_upheld', 'rejected'] as const;

const ORDER = [
  'outcome',
  'amount_cents',
  'evidence_line_id',
  'evidence_utr',
  'utr',
  'note',
  'expected_sequence',
];
const UTR_MAX_LENGTH = 100;

function readUtr(reader: FieldReader, name: string): string | null {
  const given = reader.optionalText(name, UTR_MAX_LENGTH);
  const utr = given === null ? null : normaliseUtr(given);
  if (given !== null && utr === null) {
    reader.wrong(name, 'format', UTR_RULE);
  }
  return utr;
}

function readEvidence(reader: FieldReader): DisputeEvidence | null {
  const line = reader.raw('evidence_line_id') ?? null;
  const bank_line_id = line === null ? null : reader.uuid('evidence_line_id');
  const utr = readUtr(reader, 'evidence_utr');
  if (bank_line_id !== null && utr !== null) {
    reader.wrong('evidence_utr', 'not_allowed', 'cannot be combined with evidence_line_id');
  }
  if (bank_line_id !== null) return { bank_line_id };
  return utr === null ? null : { utr };
}

export async function decideDisputeAsOperator(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
): Promise<OperatorDisputeBody | Refusal> {
  const reader = readFields(raw, ORDER);
  const outcome = reader.choice('outcome', DECIDED_OUTCOMES, true);
  const amount = reader.raw('amount_cents') ?? null;
  const amount_cents = amount === null ? null : readAmount(reader, 'amount_cents');
  const evidence = readEvidence(reader);
  const utr = readUtr(reader, 'utr');
  const note = reader.text('note', DISPUTE_NOTE_MAX_LENGTH);
  const expected = readExpectedDispute(reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const dispute = await findDispute(app, path.merchant_id, path.id);
  if (dispute === null || outcome === null) return notFound();
  const { merchant_id, trade_id, dispute_id } = dispute;
  const detail = { outcome, note, evidence, amount_cents: amount };
  const decided = await submitDispute(app, {
    kind: 'decide_dispute',
    command_id: newId(),
    actor: operatorActor(operator),
    merchant_id,
    trade_id,
    dispute_id,
    outcome,
    amount_cents,
    evidence,
    utr,
    note,
    ...expected,
    audit: { action: 'dispute_decided', target: disputeTarget(dispute), detail },
  });
  return isRefusal(decided) ? decided : operatorDisputeBody(decided.dispute, decided.trade);
}
