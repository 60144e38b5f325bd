// A second person approves a proposal: its act is carried out on the facts of that moment.
import { refuseClosed } from '../../domain/approval/check-approval.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import {
  closeProposal,
  lockProposals,
  type ProposalRecord,
  takeOverProposal,
} from '../../store/approval/proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor, SERVICE } from '../request/caller.ts';
import { checkerOf, identityOf } from '../request/identity.ts';
import { bodyNow, findProposal, pathOf } from './find-proposal.ts';
import { withoutSecrets } from './kept-secrets.ts';
import { makerOf } from './maker.ts';
import type { Operations } from './operations.ts';
import type { ProposalBody } from './proposal-view.ts';
import { refuseApproval } from './who-decides.ts';

/** `result`: what the act answered; null if the proposal still waits for a second person. */
export type Approved = { proposal: ProposalBody; result: object | null };

/** Closes a proposal that still waits, and notes why; otherwise changes nothing. */
async function makeVoid(app: App, { proposal }: ProposalRecord, why: string): Promise<void> {
  await app.store.db.transaction(async (tx) => {
    const [locked] = await lockProposals(tx, app.store.cipher, [proposal.proposal_id]);
    if (locked?.proposal.state !== 'waiting') return;
    const at = await now(app.store, tx);
    await closeProposal(tx, proposal.proposal_id, { state: 'void', checker: null, at, note: why });
    await auditIn(tx, SERVICE, 'proposal_voided', pathOf(locked), { why });
  });
}

/** A token of nobody is no person: whoever approves first takes its place as the maker. */
async function takeOver(
  app: App,
  operator: OperatorCaller,
  record: ProposalRecord,
): Promise<Approved | Refusal> {
  const { proposal_id } = record.proposal;
  const refused = await app.store.db.transaction(async (tx) => {
    const [locked] = await lockProposals(tx, app.store.cipher, [proposal_id]);
    if (locked === undefined) return refuseUnknown();
    const closed = refuseClosed(locked.proposal, await now(app.store, tx));
    if (closed !== null) return closed;
    // Somebody else was first: this is the second person.
    if (locked.proposal.maker !== record.proposal.maker) return null;
    await takeOverProposal(tx, proposal_id, operator.person_id ?? '');
    const detail = { maker: identityOf(operator), instead_of: record.proposal.maker };
    await auditIn(tx, operatorActor(operator), 'proposal_taken_over', pathOf(locked), detail);
    return null;
  });
  return refused ?? { proposal: await bodyNow(app, operator, record), result: null };
}

async function carryOut(
  app: App,
  operator: OperatorCaller,
  record: ProposalRecord,
  operations: Operations,
): Promise<Approved | Refusal> {
  const { proposal, request } = record;
  const approval = { proposal_id: proposal.proposal_id, checker: checkerOf(operator) };
  const maker = await makerOf(app, record, approval);
  if (request === null || maker === null || operations.refuseCaller(request, maker) !== null) {
    const why = 'Whoever made the proposal may not do this any more.';
    await makeVoid(app, record, why);
    return refuse('proposal_changed', why);
  }
  const keeps = operations.shownOnce(request);
  const carried = await operations.run(app, request, { ...maker, keeps });
  const after = await bodyNow(app, operator, record);
  const refusal = carried.kind === 'refused' ? carried.refusal : null;
  // Used up in the transaction of the act: it was done, whatever else the answer names.
  const is_done = after.state === 'approved' && refusal?.code !== 'proposal_closed';
  if (is_done && carried.answer !== null) {
    return { proposal: after, result: withoutSecrets(carried.answer, keeps) };
  }
  if (refusal?.code === 'proposal_changed') await makeVoid(app, record, refusal.detail);
  if (refusal !== null) return refusal;
  const why = 'The act was done in another way before.';
  await makeVoid(app, record, why);
  return refuse('proposal_changed', why);
}

export async function approveProposal(
  app: App,
  operator: OperatorCaller,
  id: string,
  operations: Operations,
): Promise<Approved | Refusal> {
  const record = await findProposal(app, id);
  if (isRefusal(record)) return record;
  const refused = await refuseApproval(app, operator, record, operations);
  if (refused !== null) return refused;
  if (record.proposal.maker.startsWith('token:')) return await takeOver(app, operator, record);
  return await carryOut(app, operator, record, operations);
}
