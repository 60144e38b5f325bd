// Asks whether a second person has to approve a change of settings, in the transaction that makes
// it.
import {
  approvalNote,
  checkApproval,
  type Given,
  refuseClosed,
  type Used,
} from '../../domain/approval/check-approval.ts';
import { bandsOf } from '../../domain/record/band.ts';
import type { Approval, ApprovalAct } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import {
  approvalAskOf,
  changesNothing,
  type SettingsAsk,
} from '../../domain/setting/settings-ask.ts';
import { readBands } from '../../store/approval/bands.ts';
import { approveProposals, lockProposals } from '../../store/approval/proposals.ts';
import { readTies } from '../../store/approval/ties.ts';
import type { Store } from '../../store/batch/store.ts';
import type { Transaction } from '../../store/connection/database.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { keepSecrets } from './keep-secrets.ts';
import type { At } from './settings-act.ts';

/** Thrown out of a transaction that only shows what it would do: nothing of it stays. */
export class ShownChange extends Error {
  /** Null: nobody would be asked. */
  readonly shown: SettingsAsk['shown'] | null;
  readonly refusal: Refusal | null;

  constructor(shown: SettingsAsk['shown'] | null, refusal: Refusal | null) {
    super('A change of settings was shown');
    this.shown = shown;
    this.refusal = refusal;
  }
}

/** Ties are those of the control cell, read after the lock: one that was made before counts. */
type Places = Pick<Store, 'cipher' | 'control'>;

/** An approval with its proposal, which is locked. */
export async function lockGiven(
  tx: Transaction,
  { cipher, control }: Places,
  approval: Approval,
): Promise<Given> {
  const [found] = await lockProposals(tx, cipher, [approval.proposal_id]);
  return { approval, proposal: found?.proposal, ties: await readTies(control?.db ?? tx) };
}

/** The approval that a request carries; null if it carries none. */
export async function givenBy(
  tx: Transaction,
  places: Places,
  { approval }: OperatorCaller,
): Promise<Given | null> {
  return approval === undefined ? null : await lockGiven(tx, places, approval);
}

export const refuseOver = (given: Given | null, now: number): Refusal | null =>
  given?.proposal === undefined ? null : refuseClosed(given.proposal, now);

/** The proposal that this change uses up; null if one person is enough, or nothing changes. */
export async function askSecond(
  { tx, mode, now }: At,
  operator: OperatorCaller,
  given: Given | null,
  act: ApprovalAct,
  ask: SettingsAsk,
): Promise<Used | Refusal | null> {
  if (changesNothing(ask)) return null;
  const rows = await readBands(tx);
  const bands = bandsOf(mode, rows.bands, rows.sums);
  // It has no amount, and so counts in no sum.
  const alone = { identity: identityOf(operator), sums: new Map() };
  const checked = checkApproval(bands, approvalAskOf(act, ask), given ?? alone, now);
  const refusal = isRefusal(checked) ? checked : null;
  if (operator.is_preview === true) throw new ShownChange(ask.shown, refusal);
  return checked !== null && 'counted' in checked ? null : checked;
}

/** Once the change is written: the proposal is approved, and what is shown once is kept. */
export async function useUp(
  { tx, cipher, now }: At,
  { proposal, checker }: Used,
  answer: Readonly<Record<string, unknown>>,
  keeps: readonly string[],
): Promise<void> {
  await approveProposals(tx, [{ kind: 'proposal_approved', proposal, checker, at: now }]);
  const { action, target, detail } = approvalNote(proposal);
  await auditIn(tx, checker.actor, action, target, detail);
  await keepSecrets(tx, cipher, { proposal_id: proposal.proposal_id, answer, keeps });
}
