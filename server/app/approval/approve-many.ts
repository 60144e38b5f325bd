// Approves many proposals with one request: each is decided by itself and has its own result.

import { APPROVE_PROPOSALS } from '../../domain/approval/approval-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { approveProposal } from './decide-proposal.ts';
import type { Operations } from './operations.ts';

export type ApprovalResult = {
  id: string;
  outcome: 'approved' | 'waiting' | 'refused';
  code: string | null;
  detail: string | null;
};

/** The use cases that have the proposal of this id: with several cells those of its cell. */
export type PlaceOfProposal = (id: string) => Promise<App | Refusal>;

/** One after the other, in the order of the request: each is decided on the facts of its moment. */
export async function approveMany(
  placeOf: PlaceOfProposal,
  operator: OperatorCaller,
  raw: RawFields,
  operations: Operations,
): Promise<{ results: ApprovalResult[] } | Refusal> {
  const asked = readRequest(APPROVE_PROPOSALS, raw);
  if (isRefusal(asked)) return asked;
  const results: ApprovalResult[] = [];
  for (const id of asked.proposals) {
    const app = await placeOf(id);
    const answer = isRefusal(app) ? app : await approveProposal(app, operator, id, operations);
    if (isRefusal(answer)) {
      const { code, detail } = answer;
      results.push({ id, outcome: 'refused', code, detail });
    } else {
      const outcome = answer.proposal.state === 'approved' ? 'approved' : 'waiting';
      results.push({ id, outcome, code: null, detail: null });
    }
  }
  return { results };
}
