// The audit trail: who did what and why, append-only and hash-chained.
import type { AuditEntry } from '../../domain/record/audit.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { AUDIT_COLUMNS, type AuditRow, auditHash, type Chained, chainedOf } from './audit-rows.ts';

/**
 * The reason is part of the detail. An act that a second person approved names them, too; its
 * request is the one that approved it.
 */
function withRequester(entry: AuditEntry) {
  const { approval, note, ...rest } = entry.actor;
  const { origin = approval?.checker.actor.origin ?? null, ...actor } = rest;
  const said = note === undefined ? entry.detail : { note, ...entry.detail };
  if (approval === undefined) return { entry: { ...entry, detail: said }, actor, origin };
  const { proposal_id, checker } = approval;
  const detail = { ...said, proposal_id, approved_by: checker.identity };
  return { entry: { ...entry, detail }, actor, origin };
}

/** Appends to the trail. It locks the head, so call it last in a transaction. */
export async function appendAudit(tx: Queryable, given: AuditEntry): Promise<void> {
  const { entry, actor, origin } = withRequester(given);
  const heads = await tx.query<{ last_number: bigint; last_hash: Buffer }>(
    'lock-audit-head',
    `select last_number, last_hash from audit_head where name = 'audit' for update`,
    [],
  );
  const head = heads[0];
  if (head === undefined) throw new Error('audit_head has no row');
  const number = head.last_number + 1n;
  const hash = auditHash({ ...entry, actor, origin, number }, head.last_hash.toString('hex'));
  await tx.query(
    'insert-audit-entry',
    `insert into audit_entries (${AUDIT_COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      number,
      timestamp(entry.at),
      actor.role,
      actor.id,
      entry.action,
      entry.target,
      JSON.stringify(entry.detail),
      Buffer.from(hash, 'hex'),
      origin?.address ?? null,
      origin?.request_id ?? null,
      origin?.session_id ?? null,
      origin?.operator_token_id ?? null,
    ],
  );
  await tx.query(
    'move-audit-head',
    `update audit_head set last_number = $1, last_hash = $2 where name = 'audit'`,
    [number, Buffer.from(hash, 'hex')],
  );
}

export type AuditHead = { readonly number: bigint; readonly hash: string };

export async function readAuditHead(db: Queryable): Promise<AuditHead> {
  const rows = await db.query<{ last_number: bigint; last_hash: Buffer }>(
    'read-audit-head',
    `select last_number, last_hash from audit_head where name = 'audit'`,
    [],
  );
  const head = rows[0];
  if (head === undefined) throw new Error('audit_head has no row');
  return { number: head.last_number, hash: head.last_hash.toString('hex') };
}

export async function readAudit(db: Queryable, after: bigint, limit: number): Promise<Chained[]> {
  const rows = await db.query<AuditRow>(
    'read-audit',
    `select ${AUDIT_COLUMNS} from audit_entries where number > $1 order by number limit $2`,
    [after, limit],
  );
  return rows.map(chainedOf);
}

/** The newest of these acts on this very object; null if there is none. */
export async function readLastChange(
  db: Queryable,
  target: string,
  acts: readonly string[],
): Promise<Chained | null> {
  const rows = await db.query<AuditRow>(
    'read-last-audit-change',
    `select ${AUDIT_COLUMNS} from audit_entries where target = $1 and action = any($2)
     order by number desc limit 1`,
    [target, acts],
  );
  return rows.map(chainedOf)[0] ?? null;
}

/** The newest entry about this very object; null if there is none. */
export async function readLastAbout(db: Queryable, target: string): Promise<Chained | null> {
  const rows = await db.query<AuditRow>(
    'read-last-audit-about',
    `select ${AUDIT_COLUMNS} from audit_entries where target = $1 order by number desc limit 1`,
    [target],
  );
  return rows.map(chainedOf)[0] ?? null;
}
