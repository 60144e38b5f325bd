// Who may decide a proposal: another person with the rights to approve and to do the act itself.
import { missingRight } from '../../domain/access/rights.ts';
import { refuseChecker, refuseClosed } from '../../domain/approval/check-approval.ts';
import { refuseTied } from '../../domain/approval/ties.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { ProposalRecord } from '../../store/approval/proposals.ts';
import { readTies } from '../../store/approval/ties.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import type { Operations } from './operations.ts';

function refuseRight(operator: OperatorCaller): Refusal | null {
  if (missingRight(operator, 'approvals.decide') === null) return null;
  return refuse('forbidden', 'Your role does not approve or reject proposals.');
}

/** Null if this person may approve it now. */
export async function refuseApproval(
  app: App,
  operator: OperatorCaller,
  { proposal, request }: ProposalRecord,
  operations: Operations,
): Promise<Refusal | null> {
  const at = await now(app.store);
  const ties = await readTies(app.store.db);
  const checker = identityOf(operator);
  return (
    refuseClosed(proposal, at) ??
    refuseChecker(proposal.maker, checker) ??
    refuseTied(proposal.maker, checker, ties) ??
    refuseRight(operator) ??
    (request === null ? null : operations.refuseCaller(request, operator))
  );
}

export type ProposalClosing = 'rejected' | 'withdrawn';

/** Only others reject, only the maker withdraws. */
function refuseWho(
  operator: OperatorCaller,
  { proposal }: ProposalRecord,
  state: ProposalClosing,
): Refusal | null {
  if (state === 'rejected') {
    return refuseChecker(proposal.maker, identityOf(operator)) ?? refuseRight(operator);
  }
  if (proposal.maker === identityOf(operator)) return null;
  return refuse('forbidden', 'Only whoever made a proposal withdraws it; others reject it.');
}

/** Null if this person may close it now. */
export const refuseClosing = (
  operator: OperatorCaller,
  record: ProposalRecord,
  state: ProposalClosing,
  at: number,
): Refusal | null => refuseClosed(record.proposal, at) ?? refuseWho(operator, record, state);
