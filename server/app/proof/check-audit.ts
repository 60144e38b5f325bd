// Checks a part of the audit trail: numbers without gaps, each hash includes the one before.
import { type AuditHead, readAudit } from '../../store/access/audit.ts';
import { auditHash } from '../../store/access/audit-rows.ts';
import type { Queryable } from '../../store/connection/database.ts';

const PAGE = 1000;

/** Reads from one head to another, and adds problems to the list; what is after `to` is ignored. */
export async function checkAudit(
  tx: Queryable,
  from: AuditHead,
  to: AuditHead,
  problems: string[],
): Promise<AuditHead> {
  let last = from;
  while (last.number < to.number) {
    const left = to.number - last.number;
    const limit = left < BigInt(PAGE) ? Number(left) : PAGE;
    const entries = await readAudit(tx, last.number, limit);
    for (const entry of entries) {
      const follows = entry.number === last.number + 1n;
      if (!follows || auditHash(entry, last.hash) !== entry.hash) {
        problems.push(`audit entry ${entry.number}: the chain is broken`);
      }
      last = entry;
    }
    if (entries.length < limit) break;
  }
  return last;
}
