// The rule of two: whether an act may be carried out now, by one person or with an approval.
import { missingRight, type RightsHolder } from '../access/rights.ts';
import type { AuditNote } from '../record/audit.ts';
import type { Bands } from '../record/band.ts';
import type { CountedAct, SumKind, Sums } from '../record/counted-act.ts';
import type { Approval, ApprovalAsk, Checker, Identity, Proposal } from '../record/proposal.ts';
import type { Tie } from '../record/tie.ts';
import { isRefusal, type Refusal, refuse } from '../service/refusal.ts';
import { needsSecond } from './bands.ts';
import { type SumReached, sumReached, sumsOfAsk } from './sums.ts';
import { refuseTied } from './ties.ts';

/** A refusal that says what a second person is asked; the caller may make a proposal of it. */
export type ApprovalRefusal = Refusal & { ask: ApprovalAsk };

export function askIn(answer: unknown): ApprovalAsk | null {
  return isRefusal(answer) && 'ask' in answer ? (answer as ApprovalRefusal).ask : null;
}

const SUM_WORDS: Readonly<Record<SumKind, string>> = {
  person: 'what one person did alone in 24 hours',
  payee: 'what was done alone for one payee in 24 hours',
  merchant: 'what was done alone for one merchant in 24 hours',
  account: 'what was done alone on one receiving account in 24 hours',
};

function requireSecond(ask: ApprovalAsk, reached: SumReached | null): ApprovalRefusal {
  const { act, currency, amount_cents, target } = ask;
  const why = reached === null ? '' : `: with it, ${SUM_WORDS[reached.key.kind]} reaches its sum`;
  const detail = `A second person has to approve this act (${act})${why}.`;
  const amount = amount_cents === null ? null : Number(amount_cents);
  const of_sum =
    reached === null
      ? {}
      : {
          sum_of: reached.key.kind,
          sum_cents: Number(reached.sum_cents),
          sum_from_cents: Number(reached.from_cents),
        };
  const extra = { act, currency, amount_cents: amount, target, ...of_sum };
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
  /** The ties in force. */
  ties: readonly Tie[];
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

/** The act counts in sums, because one person does it alone. */
export type Alone = { counted: Omit<CountedAct, 'counted_act_id' | 'at'> };

/** Who does it, and the sums of the last day that they are part of; null if nobody knows them. */
export type ByOne = { identity: Identity; sums: Sums | null };

const SUMS_UNKNOWN = refuse(
  'unavailable',
  'What one person does alone in a day is added up in the control cell, which does not answer.',
  { retry_after_s: 5 },
);

function checkAlone(
  bands: Bands,
  ask: ApprovalAsk,
  { identity, sums }: ByOne,
): Refusal | Alone | null {
  const { act, currency, amount_cents, merchant_id, target } = ask;
  if (needsSecond(bands, act, currency, amount_cents)) return requireSecond(ask, null);
  if (sumsOfAsk(bands, ask, identity).length === 0) return null;
  if (sums === null) return SUMS_UNKNOWN;
  const reached = sumReached(bands, ask, identity, sums);
  if (reached !== null) return requireSecond(ask, reached);
  if (currency === null || amount_cents === null || amount_cents === 0n) return null;
  const { receiving_account_id, payee_number } = ask;
  const size = amount_cents < 0n ? -amount_cents : amount_cents;
  const parties = { identity, merchant_id, receiving_account_id, payee_number };
  return { counted: { act, currency, amount_cents: size, target, ...parties } };
}

/**
 * Null if one person is enough; if that is so by a sum, what counts in it. With an approval: the
 * proposal that is used up by the act, or why it does not allow the act. What two people agreed to
 * counts in no sum.
 */
export function checkApproval(
  bands: Bands,
  ask: ApprovalAsk,
  given: Given | ByOne,
  now: number,
): Refusal | Used | Alone | null {
  if ('identity' in given) return checkAlone(bands, ask, given);
  const { approval, proposal, ties } = given;
  if (proposal === undefined) return refuse('not_found', 'There is no such proposal.');
  return (
    refuseClosed(proposal, now) ??
    refuseChecker(proposal.maker, approval.checker.identity) ??
    refuseTied(proposal.maker, approval.checker.identity, ties) ??
    refuseChanged(proposal.ask, ask) ?? {
      proposal: { ...proposal, state: 'approved' },
      checker: approval.checker,
    }
  );
}

/** Only whoever made a proposal takes it back. */
export function refuseWithdrawal(maker: Identity, who: Identity): Refusal | null {
  if (maker === who) return null;
  return refuse('forbidden', 'Only whoever made a proposal withdraws it; others reject it.');
}

export function refuseUndecided(holder: RightsHolder): Refusal | null {
  if (missingRight(holder, 'approvals.decide') === null) return null;
  return refuse('forbidden', 'Your role does not approve or reject proposals.');
}
