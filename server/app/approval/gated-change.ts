// Changes of settings that a second person may have to approve: checked in the transaction that
// makes them.
import {
  approvalNote,
  checkApproval,
  type Given,
  refuseClosed,
  type Used,
} from '../../domain/approval/check-approval.ts';
import { bandsOf } from '../../domain/record/band.ts';
import type { ApprovalAct, ApprovalAsk } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readBands } from '../../store/approval/bands.ts';
import { approveProposals, lockProposals } from '../../store/approval/proposals.ts';
import { readTies } from '../../store/approval/ties.ts';
import { now } from '../../store/batch/store.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { identityOf } from './identity.ts';
import { keepSecrets } from './kept-secrets.ts';

/**
 * A change of settings: what it is about, before and after. Both may hold secrets; `shown` is what
 * people see of them.
 */
export type SettingsChange = {
  act: ApprovalAct;
  merchant_id: string | null;
  target: string;
  before: unknown;
  after: unknown;
  shown: { before: unknown; after: unknown };
};

/** Thrown out of a transaction that only shows what it would do: nothing of it stays. */
export class ShownChange extends Error {
  readonly shown: SettingsChange['shown'];
  readonly refusal: Refusal | null;

  constructor(shown: SettingsChange['shown'], refusal: Refusal | null) {
    super('A change of settings was shown');
    this.shown = shown;
    this.refusal = refusal;
  }
}

/** Refuses the change if it needs a second person; to be called before anything is written. */
export type Gate = (change: SettingsChange) => Promise<Refusal | null>;

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';

function askOf({ act, merchant_id, target, before, after }: SettingsChange): ApprovalAsk {
  const none = {
    currency: null,
    amount_cents: null,
    payee_number: null,
    receiving_account_id: null,
  };
  return {
    act,
    ...none,
    merchant_id,
    target,
    version: canonical(before),
    content: canonical(after),
  };
}

/** The approval that a request carries, with its proposal locked; null if it carries none. */
export async function givenBy(
  tx: Transaction,
  app: App,
  operator: OperatorCaller,
): Promise<Given | null> {
  const { approval } = operator;
  if (approval === undefined) return null;
  const [found] = await lockProposals(tx, app.store.cipher, [approval.proposal_id]);
  return { approval, proposal: found?.proposal, ties: await readTies(tx) };
}

/**
 * Runs a change of settings in one transaction. `work` calls the gate once it has locked and read
 * what it changes; a change that changes nothing needs nobody.
 */
export async function gatedChange<Value>(
  app: App,
  operator: OperatorCaller,
  work: (tx: Transaction, gate: Gate) => Promise<Value>,
): Promise<Value | Refusal> {
  return await app.store.db.transaction(async (tx) => {
    const at = await now(app.store, tx);
    const given = await givenBy(tx, app, operator);
    const closed = given?.proposal === undefined ? null : refuseClosed(given.proposal, at);
    if (closed !== null) return closed;
    const used: Used[] = [];
    const value = await work(tx, async (change) => {
      if (canonical(change.before) === canonical(change.after)) return null;
      const rows = await readBands(tx);
      const bands = bandsOf(app.mode, rows.bands, rows.sums);
      // It has no amount, and so counts in no sum.
      const alone = { identity: identityOf(operator), sums: new Map() };
      const checked = checkApproval(bands, askOf(change), given ?? alone, at);
      const refusal = isRefusal(checked) ? checked : null;
      if (operator.is_preview === true) throw new ShownChange(change.shown, refusal);
      if (checked !== null && 'proposal' in checked) used.push(checked);
      return refusal;
    });
    if (isRefusal(value)) return value;
    for (const { proposal, checker } of used) {
      await approveProposals(tx, [{ kind: 'proposal_approved', proposal, checker, at }]);
      const { action, target, detail } = approvalNote(proposal);
      await auditIn(tx, checker.actor, action, target, detail);
      const { proposal_id } = proposal;
      await keepSecrets(tx, app, { proposal_id, answer: value, keeps: operator.keeps ?? [] });
    }
    return value;
  });
}
