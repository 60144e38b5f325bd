// Proposals on the wire. The request itself is not shown: it may hold full account numbers.
import type { ApprovalAct, ProposalState } from '../../domain/record/proposal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { ProposalRecord } from '../../store/approval/proposals.ts';
import { iso, isoOrNull } from '../request/views.ts';

/** Both null for nobody. */
export type ProposalPerson = { person_id: string | null; operator_token_id: string | null };

export type ProposalBody = {
  id: string;
  act: ApprovalAct;
  amount_cents: number | null;
  currency: string | null;
  merchant_id: string | null;
  target: string;
  operation: string | null;
  note: string;
  state: ProposalState;
  maker: ProposalPerson;
  checker: ProposalPerson;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
  decision_note: string | null;
};

export function proposalBody(record: ProposalRecord): ProposalBody {
  const { proposal_id, ask, state, expires_at } = record.proposal;
  return {
    id: proposal_id,
    act: ask.act,
    amount_cents: ask.amount_cents === null ? null : toWireInteger(ask.amount_cents),
    currency: ask.currency,
    merchant_id: ask.merchant_id,
    target: ask.target,
    operation: record.request?.operation ?? null,
    note: record.note,
    state,
    maker: { person_id: record.maker_person_id, operator_token_id: record.maker_token_id },
    checker: { person_id: record.checker_person_id, operator_token_id: record.checker_token_id },
    created_at: iso(record.created_at),
    expires_at: iso(expires_at),
    decided_at: isoOrNull(record.decided_at),
    decision_note: record.decision_note,
  };
}

/** The answer of an act that waits for a second person. */
export class WaitingProposal {
  readonly proposal: ProposalBody;

  constructor(proposal: ProposalBody) {
    this.proposal = proposal;
  }
}
