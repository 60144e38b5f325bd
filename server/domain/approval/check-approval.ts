// The rule of two: whether an act may be carried out now, by one person or with an approval.
import type { AccessReset } from '../record/access-reset.ts';
import type { AuditNote } from '../record/audit.ts';
import type { Bands } from '../record/band.ts';
import type { Approval, ApprovalAsk, Checker, Identity, Proposal } from '../record/proposal.ts';
import { isRefusal, type Refusal, refuse } from '../service/refusal.ts';
import { refuseTied } from './access-resets.ts';
import { needsSecond } from './bands.ts';

/** A refusal that says what a second person is asked; the caller may make a proposal of it. */
export type ApprovalRefusal = Refusal & { ask: ApprovalAsk };

export function askIn(answer: unknown): ApprovalAsk | null {
  return isRefusal(answer) && 'ask' in answer ? (answer as ApprovalRefusal).ask : null;
}

function requireSecond(ask: ApprovalAsk): ApprovalRefusal {
  const { act, currency, amount_cents, target } = ask;
  const detail = `A second person has to approve this act (${act}).`;
  const amount = amount_cents === null ? null : Number(amount_cents);
  const extra = { act, currency, amount_cents: amount, target };
  return { ...refuse('approval_required', detail, { extra }), ask };
}

/** The same person, however they signed in; a token of nobody can never be the second person. */
export function refuseChecker(maker: Identity, checker: Identity): Refusal | null {
  if (checker.startsWith('token:')) {
    const detail = 'This token belongs to nobody: only a person can approve.';
    return refuse('second_person_required', detail);
  }
  if (checker !== maker) return null;
  return refuse('second_person_required', 'You made this proposal: another person has to approve.');
}

export function refuseClosed({ state, expires_at }: Proposal, now: number): Refusal | null {
  const is_over = state === 'waiting' && expires_at <= now;
  if (state === 'waiting' && !is_over) return null;
  const shown = is_over ? 'expired' : state;
  return refuse('proposal_closed', `The proposal is ${shown}: nothing can be decided any more.`, {
    extra: { state: shown },
  });
}

const BOUND = [
  'act',
  'currency',
  'amount_cents',
  'merchant_id',
  'target',
  'version',
  'content',
] as const;

/** The parts of the content that differ; empty if the proposal is about exactly this. */
const changedParts = (before: ApprovalAsk, now: ApprovalAsk): string[] =>
  BOUND.filter((name) => before[name] !== now[name]);

export function refuseChanged(before: ApprovalAsk, now: ApprovalAsk): Refusal | null {
  const changed = changedParts(before, now);
  if (changed.length === 0) return null;
  const detail = `The proposal is void, because its content has changed: ${changed.join(', ')}.`;
  return refuse('proposal_changed', detail, { extra: { changed: changed.join(',') } });
}

/** The facts about an approval; no proposal if the one that it names does not exist. */
export type Given = {
  approval: Approval;
  proposal: Proposal | undefined;
  /** Accesses that were set anew lately. */
  resets: readonly AccessReset[];
};

/** What the audit trail says about an approval: both people, and what they agreed to. */
export function approvalNote({ proposal_id, maker, ask }: Proposal): AuditNote {
  const { act, currency, amount_cents, target } = ask;
  const amount = amount_cents === null ? null : Number(amount_cents);
  const detail = { act, currency, amount_cents: amount, target, maker };
  return { action: 'proposal_approved', target: `approvals/${proposal_id}`, detail };
}

/** The proposal that is used up by the act, and who approved it. */
export type Used = { proposal: Proposal; checker: Checker };

/**
 * Null if one person is enough. With an approval: the proposal that is used up by the act, or why
 * it does not allow the act.
 */
export function checkApproval(
  bands: Bands,
  ask: ApprovalAsk,
  given: Given | null,
  now: number,
): Refusal | Used | null {
  if (given === null) {
    const { act, currency, amount_cents } = ask;
    return needsSecond(bands, act, currency, amount_cents) ? requireSecond(ask) : null;
  }
  const { approval, proposal, resets } = given;
  if (proposal === undefined) return refuse('not_found', 'There is no such proposal.');
  return (
    refuseClosed(proposal, now) ??
    refuseChecker(proposal.maker, approval.checker.identity) ??
    refuseTied(proposal.maker, approval.checker.identity, resets) ??
    refuseChanged(proposal.ask, ask) ?? {
      proposal: { ...proposal, state: 'approved' },
      checker: approval.checker,
    }
  );
}
