// Proposals on the wire. The request itself is not shown: it may hold full account numbers.
import type { ApprovalAct, Identity, ProposalState } from '../../domain/record/proposal.ts';
import { toWireInteger } from '../../domain/values/money.ts';
import type { ProposalRecord } from '../../store/approval/proposals.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { type NamedTarget, namesOfTargets } from '../request/target-names.ts';
import { iso, isoOrNull } from '../request/views.ts';

/** Both null for nobody. `name`: of the person, otherwise of the token. */
export type ProposalPerson = {
  person_id: string | null;
  operator_token_id: string | null;
  name: string | null;
};

export type ProposalBody = {
  id: string;
  act: ApprovalAct;
  amount_cents: number | null;
  currency: string | null;
  merchant_id: string | null;
  target: string;
  named_target: NamedTarget | null;
  operation: string | null;
  note: string;
  state: ProposalState;
  is_yours: boolean;
  maker: ProposalPerson;
  checker: ProposalPerson;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
  decision_note: string | null;
  /** What the act shows once waits for whoever made the proposal. */
  has_secret: boolean;
};

type Names = ReadonlyMap<string, string>;

const personShown = (
  names: Names,
  person_id: string | null,
  operator_token_id: string | null,
): ProposalPerson => ({
  person_id,
  operator_token_id,
  name: names.get(person_id ?? operator_token_id ?? '') ?? null,
});

function proposalBody(
  record: ProposalRecord,
  you: Identity,
  { names, targets }: { names: Names; targets: ReadonlyMap<string, NamedTarget> },
): ProposalBody {
  const { proposal_id, ask, state, expires_at, maker } = record.proposal;
  return {
    id: proposal_id,
    act: ask.act,
    amount_cents: ask.amount_cents === null ? null : toWireInteger(ask.amount_cents),
    currency: ask.currency,
    merchant_id: ask.merchant_id,
    target: ask.target,
    named_target: targets.get(ask.target) ?? null,
    operation: record.request?.operation ?? null,
    note: record.note,
    state,
    is_yours: maker === you,
    maker: personShown(names, record.maker_person_id, record.maker_token_id),
    checker: personShown(names, record.checker_person_id, record.checker_token_id),
    created_at: iso(record.created_at),
    expires_at: iso(expires_at),
    decided_at: isoOrNull(record.decided_at),
    decision_note: record.decision_note,
    has_secret: record.has_secret,
  };
}

export async function proposalBodies(
  app: App,
  operator: OperatorCaller,
  records: readonly ProposalRecord[],
): Promise<ProposalBody[]> {
  const ids = records.flatMap((record) => [
    record.maker_person_id ?? record.maker_token_id,
    record.checker_person_id ?? record.checker_token_id,
  ]);
  const names = await namesOfActors(app, ids);
  const targets = await namesOfTargets(
    app,
    records.map(({ proposal }) => proposal.ask.target),
  );
  const you = identityOf(operator);
  return records.map((record) => proposalBody(record, you, { names, targets }));
}

export async function proposalShown(
  app: App,
  operator: OperatorCaller,
  record: ProposalRecord,
): Promise<ProposalBody> {
  const [body] = await proposalBodies(app, operator, [record]);
  if (body === undefined) throw new Error('A proposal has one body');
  return body;
}

/** The answer of an act that waits for a second person. */
export class WaitingProposal {
  readonly proposal: ProposalBody;

  constructor(proposal: ProposalBody) {
    this.proposal = proposal;
  }
}
