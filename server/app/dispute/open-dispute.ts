// An operator, or a person of the merchant, contests a trade or a part of its amount.
import type { OpenDispute } from '../../domain/batch/command.ts';
import { OPEN_DISPUTE } from '../../domain/dispute/dispute-requests.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { type OperatorCaller, partyActor } from '../request/caller.ts';
import { type OperatorDisputeBody, shownDispute } from '../request/dispute-view.ts';
import { disputeTarget, submitDispute } from './submit-dispute.ts';

type Opening = {
  actor: Requester;
  merchant_id: string;
  trade_id: string;
  /** The same key opens one dispute, however often it is sent. */
  key: string | undefined;
  note: string | null;
  terms: Pick<OpenDispute, 'type' | 'amount_cents'>;
};

export function openCommand({ actor, merchant_id, trade_id, key, note, terms }: Opening) {
  const dispute_id =
    key === undefined ? newId() : idFrom(`dispute/${merchant_id}/${actor.role}/${key}`);
  const { type, amount_cents } = terms;
  const detail = {
    type,
    trade_id,
    note,
    ...(amount_cents === null ? {} : { amount_cents: Number(amount_cents) }),
  };
  const target = disputeTarget({ merchant_id, dispute_id });
  return {
    kind: 'open_dispute',
    command_id: newId(),
    actor,
    merchant_id,
    trade_id,
    dispute_id,
    note,
    ...terms,
    audit: { action: 'dispute_opened', target, detail },
  } as const satisfies OpenDispute;
}

export async function openDisputeAsOperator(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<OperatorDisputeBody | Refusal> {
  const [merchant_id, trade_id] = [parseUuid(path.merchant_id), parseUuid(path.id)];
  const asked = readRequest(OPEN_DISPUTE, raw);
  if (isRefusal(asked)) return asked;
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const { note, ...terms } = asked;
  const actor = partyActor(operator);
  const on = { actor, merchant_id, trade_id, key: idempotency_key, note };
  const opened = await submitDispute(app, openCommand({ ...on, terms }));
  return isRefusal(opened) ? opened : shownDispute(operator, opened);
}
