// People end proposals without their acts: others reject them, makers withdraw their own.

import { REJECT_PROPOSAL, WITHDRAW_PROPOSAL } from '../../domain/approval/approval-requests.ts';
import type { AuditAction } from '../../domain/record/audit.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { closeProposal, lockProposals } from '../../store/approval/proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { checkerOf } from '../request/identity.ts';
import { bodyNow, findProposal, pathOf } from './find-proposal.ts';
import type { ProposalBody } from './proposal-view.ts';
import { type ProposalClosing, refuseClosing } from './who-decides.ts';

type Closed = { state: ProposalClosing; action: AuditAction };

async function close(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
  { state, action }: Closed,
): Promise<ProposalBody | Refusal> {
  const asked =
    state === 'rejected' ? readRequest(REJECT_PROPOSAL, raw) : readRequest(WITHDRAW_PROPOSAL, raw);
  if (isRefusal(asked)) return asked;
  const { note } = asked;
  const record = await findProposal(app, id);
  if (isRefusal(record)) return record;
  const { proposal_id } = record.proposal;
  const refused = await app.store.db.transaction(async (tx) => {
    const [locked] = await lockProposals(tx, app.store.cipher, [proposal_id]);
    if (locked === undefined) return refuseUnknown();
    const at = await now(app.store, tx);
    const no = refuseClosing(operator, locked, state, at);
    if (no !== null) return no;
    const checker = state === 'rejected' ? checkerOf(operator) : null;
    await closeProposal(tx, proposal_id, { state, checker, at, note });
    const { maker } = locked.proposal;
    await auditIn(tx, operatorActor(operator), action, pathOf(locked), { maker, note });
    return null;
  });
  return refused ?? (await bodyNow(app, operator, record));
}

export const rejectProposal = (app: App, operator: OperatorCaller, id: string, raw: RawFields) =>
  close(app, operator, id, raw, { state: 'rejected', action: 'proposal_rejected' });

export const withdrawProposal = (app: App, operator: OperatorCaller, id: string, raw: RawFields) =>
  close(app, operator, id, raw, { state: 'withdrawn', action: 'proposal_withdrawn' });
