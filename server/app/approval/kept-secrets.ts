// What an act shows once goes to whoever asked for it: if a second person approves the act, it is
// kept for the maker, who collects it once. Whoever approves never sees it.
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { lockProposals, takeSecret } from '../../store/approval/proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { findProposal, pathOf } from './find-proposal.ts';

/** The answer as whoever approves sees it. */
export const withoutSecrets = (answer: object, keeps: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, keeps.includes(name) ? null : value]),
  );

export type CollectedSecrets = { secrets: Record<string, unknown> };

/** Once, and only for whoever made the proposal. */
export async function collectSecrets(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<CollectedSecrets | Refusal> {
  const record = await findProposal(app, id);
  if (isRefusal(record)) return record;
  if (record.proposal.maker !== identityOf(operator)) return refuseUnknown();
  const { cipher, db } = app.store;
  return await db.transaction(async (tx) => {
    const [locked] = await lockProposals(tx, cipher, [record.proposal.proposal_id]);
    const oldest = (await now(app.store, tx)) - LIMITS.proposal_life_ms;
    const is_late = (locked?.decided_at ?? 0) < oldest;
    const text = is_late ? null : await takeSecret(tx, cipher, record.proposal.proposal_id);
    if (text === null) {
      const detail = 'There is nothing to collect: it was collected before, or is too old.';
      return refuse('proposal_closed', detail, { extra: { state: record.proposal.state } });
    }
    const secrets: Record<string, unknown> = JSON.parse(text);
    const detail = { names: Object.keys(secrets) };
    await auditIn(tx, operatorActor(operator), 'proposal_secret_collected', pathOf(record), detail);
    return { secrets };
  });
}
