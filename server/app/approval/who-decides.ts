// Who may decide a proposal: another person with the rights to approve and to do the act itself.
import {
  refuseChecker,
  refuseClosed,
  refuseUndecided,
  refuseWithdrawal,
} from '../../domain/approval/check-approval.ts';
import { refuseTied } from '../../domain/approval/ties.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { ProposalRecord } from '../../store/approval/proposals.ts';
import { readTies } from '../../store/approval/ties.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import type { Operations } from './operations.ts';

/** Null if this person may approve it now. */
export async function refuseApproval(
  app: App,
  operator: OperatorCaller,
  { proposal, request }: ProposalRecord,
  operations: Operations,
): Promise<Refusal | null> {
  const at = await now(app.store);
  const ties = await readTies(app.people.db);
  const checker = identityOf(operator);
  return (
    refuseClosed(proposal, at) ??
    refuseChecker(proposal.maker, checker) ??
    refuseTied(proposal.maker, checker, ties) ??
    refuseUndecided(operator) ??
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
    return refuseChecker(proposal.maker, identityOf(operator)) ?? refuseUndecided(operator);
  }
  return refuseWithdrawal(proposal.maker, identityOf(operator));
}

/** Null if this person may close it now. */
export const refuseClosing = (
  operator: OperatorCaller,
  record: ProposalRecord,
  state: ProposalClosing,
  at: number,
): Refusal | null => refuseClosed(record.proposal, at) ?? refuseWho(operator, record, state);
