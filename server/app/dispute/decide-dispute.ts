// An operator decides a dispute or its appeal, by evidence or by their word.
import type { DisputeEvidence } from '../../domain/batch/command.ts';
import { DECIDE_DISPUTE, expectedDispute } from '../../domain/dispute/dispute-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import type { RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type OperatorDisputeBody, operatorDisputeBody } from '../request/dispute-view.ts';
import { disputeTarget, findDispute, submitDispute } from './submit-dispute.ts';

type Asked = RequestOf<typeof DECIDE_DISPUTE>;

/** Not both: the shape checks it. */
function evidenceOf({ evidence_line_id, evidence_utr }: Asked): DisputeEvidence | null {
  if (evidence_line_id !== null) return { bank_line_id: evidence_line_id };
  return evidence_utr === null ? null : { utr: evidence_utr };
}

export async function decideDisputeAsOperator(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
): Promise<OperatorDisputeBody | Refusal> {
  const asked = readRequest(DECIDE_DISPUTE, raw);
  if (isRefusal(asked)) return asked;
  const dispute = await findDispute(app, path.merchant_id, path.id);
  if (dispute === null) return refuseUnknown();
  const { merchant_id, trade_id, dispute_id } = dispute;
  const { outcome, amount_cents, utr, note } = asked;
  const evidence = evidenceOf(asked);
  const amount = amount_cents === null ? null : toWireInteger(amount_cents);
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
    ...expectedDispute(asked.expected_sequence),
    audit: { action: 'dispute_decided', target: disputeTarget(dispute), detail },
  });
  return isRefusal(decided) ? decided : operatorDisputeBody(decided.dispute, decided.trade);
}
