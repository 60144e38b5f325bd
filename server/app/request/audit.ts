// Writes audit records of what somebody did.
import type { AuditAction } from '../../domain/record/audit.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { appendAudit } from '../../store/access/audit.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';

type Detail = Readonly<Record<string, unknown>>;

/** In its own transaction: for acts that the writer has already written. */
export async function audit(
  app: App,
  actor: Requester,
  action: AuditAction,
  target: string,
  detail: Detail,
): Promise<void> {
  await app.store.db.transaction((tx) => auditIn(tx, actor, action, target, detail));
}

/** In the transaction of the change itself. */
export async function auditIn(
  tx: Queryable,
  actor: Requester,
  action: AuditAction,
  target: string,
  detail: Detail,
): Promise<void> {
  await appendAudit(tx, { at: Date.now(), actor, action, target, detail });
}
