// Gives the audit trail away as a file: every entry that the filters leave, oldest first, with the
// hashes by which the file is checked without the service. The export is itself in the trail.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type AuditHead, readAuditHead } from '../../store/access/audit.ts';
import { type AuditSearch, selectAuditChain } from '../../store/access/audit-search.ts';
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type AuditBody, type AuditQuery, auditBody, readAuditSearch } from './list-audit.ts';

const PAGE = 500;

export type ExportedEntry = AuditBody & { previous_hash: string };

export type AuditExport = {
  /** Of the trail when the export began: later entries are not in it. */
  readonly head: AuditHead;
  readonly pages: AsyncIterable<readonly ExportedEntry[]>;
};

export async function exportAudit(
  app: App,
  operator: OperatorCaller,
  query: AuditQuery,
  format: 'csv' | 'xlsx' | 'jsonl',
): Promise<AuditExport | Refusal> {
  const search = readAuditSearch(query, operator);
  if (isRefusal(search)) return search;
  const head = await readAuditHead(app.store.db);
  await audit(app, operatorActor(operator), 'audit_exported', 'audit', { format, filter: query });
  return { head, pages: pagesUpTo(app, search, head) };
}

async function* pagesUpTo(
  app: App,
  search: AuditSearch,
  head: AuditHead,
): AsyncGenerator<ExportedEntry[]> {
  let after: bigint | null = null;
  for (;;) {
    const range = { after, before: head.number + 1n, limit: PAGE };
    const found = await selectAuditChain(app.store.db, search, range);
    yield found.map(({ previous_hash, ...one }) => ({ ...auditBody(one), previous_hash }));
    after = found.at(-1)?.number ?? null;
    if (found.length < PAGE) return;
  }
}
