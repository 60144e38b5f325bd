// Makes a proposal of an act that needs a second person. A repeated request finds it again.

import { askIn } from '../../domain/approval/check-approval.ts';
import type { ApprovalAsk, ProposedRequest } from '../../domain/record/proposal.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { sortedJson } from '../../lib/sorted-json.ts';
import { findWaiting, insertProposal, type NewProposal } from '../../store/approval/proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import type { ItemResult } from './item-result.ts';
import { proposalShown, WaitingProposal } from './proposal-view.ts';

const NOTE_MAX_LENGTH = 500;

/** The reason that the request gives for its act. */
function noteOf({ note, reason }: ProposedRequest['fields']): string | null {
  const given = [note, reason].find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof given === 'string' && given.length <= NOTE_MAX_LENGTH ? given : null;
}

const refuseNoNote = (): Refusal =>
  refuseFields([
    {
      field: 'note',
      code: 'required',
      message: 'is required: a second person has to approve this, and needs to know why',
    },
  ]);

async function newProposal(
  app: App,
  operator: OperatorCaller,
  ask: ApprovalAsk,
  request: ProposedRequest,
  note: string,
): Promise<NewProposal> {
  const created_at = await now(app.store);
  const maker = identityOf(operator);
  const expires_at = created_at + LIMITS.proposal_life_ms;
  return {
    proposal: { proposal_id: newId(), state: 'waiting', maker, expires_at, ask },
    request,
    request_hash: app.store.cipher.lookup(`proposal/${sortedJson(request)}`),
    note,
    maker_person_id: operator.person_id,
    maker_token_id: operator.operator_token_id,
    maker_session_id: operator.session_id,
    created_at,
  };
}

async function propose(
  app: App,
  operator: OperatorCaller,
  ask: ApprovalAsk,
  request: ProposedRequest,
): Promise<WaitingProposal | Refusal> {
  const note = noteOf(request.fields);
  if (note === null) return refuseNoNote();
  const { db, cipher } = app.store;
  const made = await newProposal(app, operator, ask, request, note);
  const { proposal, request_hash } = made;
  const { act, currency, amount_cents, target } = ask;
  await db.transaction(async (tx) => {
    if (!(await insertProposal(tx, cipher, made))) return;
    const amount = amount_cents === null ? null : Number(amount_cents);
    const detail = { act, currency, amount_cents: amount, target, note };
    const path = `approvals/${proposal.proposal_id}`;
    await auditIn(tx, operatorActor(operator), 'proposal_made', path, detail);
  });
  const waiting = await findWaiting(db, cipher, proposal.maker, request_hash);
  // Decided in this very moment: the next request makes another one.
  if (waiting === null) return await propose(app, operator, ask, request);
  return new WaitingProposal(await proposalShown(app, operator, waiting));
}

/** The answer as it is, or the proposal that waits if a second person is needed. */
export async function orPropose<Answer>(
  app: App,
  operator: OperatorCaller,
  answer: Answer,
  request: ProposedRequest,
): Promise<Answer | WaitingProposal | Refusal> {
  const ask = askIn(answer);
  // A request that carries out a proposal makes no other one.
  if (ask === null || operator.approval !== undefined) return answer;
  return await propose(app, operator, ask, request);
}

/** As orPropose, for one item: `request` is the same for this item alone. */
export async function proposeItem<Done>(
  app: App,
  operator: OperatorCaller,
  answer: Done | Refusal,
  request: ProposedRequest,
): Promise<ItemResult<Done>> {
  const result = await orPropose(app, operator, answer, request);
  if (result instanceof WaitingProposal) {
    return { kind: 'waiting', proposal_id: result.proposal.id };
  }
  return isRefusal(result) ? { kind: 'refused', refusal: result } : { kind: 'done', done: result };
}
