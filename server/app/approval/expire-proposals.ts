// The job: proposals whose time is over end, and the audit trail says so.
import { LIMITS } from '../../domain/service/limits.ts';
import { closeProposal, dropSecrets, lockExpired } from '../../store/approval/proposals.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';

const MOST_AT_ONCE = 100;

/** Returns how many ended. */
export async function expireProposals(app: App): Promise<number> {
  return await app.store.db.transaction(async (tx) => {
    const at = await now(app.store, tx);
    const over = await lockExpired(tx, app.store.cipher, at, MOST_AT_ONCE);
    for (const { proposal } of over) {
      const { proposal_id } = proposal;
      await closeProposal(tx, proposal_id, { state: 'expired', checker: null, at, note: null });
    }
    await dropSecrets(tx, at - LIMITS.proposal_life_ms, MOST_AT_ONCE);
    for (const { proposal } of over) {
      const { proposal_id, maker } = proposal;
      await auditIn(tx, SERVICE, 'proposal_expired', `approvals/${proposal_id}`, { maker });
    }
    return over.length;
  });
}
