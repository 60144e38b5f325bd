// Approves many proposals with one request: each is decided by itself and has its own result.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { approveProposal } from './decide-proposal.ts';
import type { Operations } from './operations.ts';

export const MOST_APPROVED = 200;

export type ApprovalResult = {
  id: string;
  outcome: 'approved' | 'waiting' | 'refused';
  code: string | null;
  detail: string | null;
};

function readIds(raw: RawFields): string[] | Refusal {
  const reader = readFields(raw, ['proposals']);
  const given = reader.raw('proposals');
  const is_list = Array.isArray(given) && given.every((id) => typeof id === 'string');
  if (given === undefined) reader.wrong('proposals', 'required', 'is required');
  else if (!is_list) reader.wrong('proposals', 'type', 'must be a list of ids');
  else if (given.length < 1 || given.length > MOST_APPROVED) {
    reader.wrong('proposals', 'length', `must have from 1 to ${MOST_APPROVED} ids`);
  } else if (new Set(given).size !== given.length) {
    reader.wrong('proposals', 'not_allowed', 'names a proposal twice');
  }
  return reader.refusal() ?? (is_list ? given : []);
}

/** One after the other, in the order of the request: each is decided on the facts of its moment. */
export async function approveMany(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  operations: Operations,
): Promise<{ results: ApprovalResult[] } | Refusal> {
  const ids = readIds(raw);
  if (isRefusal(ids)) return ids;
  const results: ApprovalResult[] = [];
  for (const id of ids) {
    const answer = await approveProposal(app, operator, id, operations);
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
