// Finds a proposal, and shows it as it is by now.
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { type ProposalRecord, readProposal } from '../../store/approval/proposals.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type ProposalBody, proposalShown } from './proposal-view.ts';

export async function findProposal(app: App, id: string): Promise<ProposalRecord | Refusal> {
  const proposal_id = parseUuid(id);
  if (proposal_id === null) return refuseUnknown();
  return (await readProposal(app.store.db, app.store.cipher, proposal_id)) ?? refuseUnknown();
}

export async function bodyNow(
  app: App,
  operator: OperatorCaller,
  record: ProposalRecord,
): Promise<ProposalBody> {
  const found = await findProposal(app, record.proposal.proposal_id);
  return await proposalShown(app, operator, isRefusal(found) ? record : found);
}

/** Its target in the audit trail. */
export const pathOf = ({ proposal }: ProposalRecord) => `approvals/${proposal.proposal_id}`;
