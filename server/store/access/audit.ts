// The audit trail: who did what and why, append-only and hash-chained.
import { createHash } from 'node:crypto';
import type { AuditAction, AuditEntry } from '../../domain/record/audit.ts';
import type { Actor } from '../../domain/record/trade.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type Chained = Omit<AuditEntry, 'actor'> & { actor: Actor; number: bigint; hash: string };

/**
 * The hash chain depends on this form: never change it. Keys are sorted, since jsonb keeps no
 * order.
 */
export function auditHash(entry: AuditEntry & { number: bigint }, previous_hash: string): string {
  const { number, at, actor, action, target } = entry;
  const detail = JSON.stringify(entry.detail, (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  const text = JSON.stringify([
    previous_hash,
    number.toString(),
    at,
    actor.role,
    actor.id,
    action,
    target,
    detail,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** Appends to the trail. It locks the head, so call it last in a transaction. */
export async function appendAudit(tx: Queryable, entry: AuditEntry): Promise<void> {
  const heads = await tx.query<{ last_number: bigint; last_hash: Buffer }>(
    'lock-audit-head',
    `select last_number, last_hash from audit_head where name = 'audit' for update`,
    [],
  );
  const head = heads[0];
  if (head === undefined) throw new Error('audit_head has no row');
  const number = head.last_number + 1n;
  const hash = auditHash({ ...entry, number }, head.last_hash.toString('hex'));
  await tx.query(
    'insert-audit-entry',
    `insert into audit_entries (number, at, actor_role, actor_id, action, target, detail, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      number,
      timestamp(entry.at),
      entry.actor.role,
      entry.actor.id,
      entry.action,
      entry.target,
      JSON.stringify(entry.detail),
      Buffer.from(hash, 'hex'),
    ],
  );
  await tx.query(
    'move-audit-head',
    `update audit_head set last_number = $1, last_hash = $2 where name = 'audit'`,
    [number, Buffer.from(hash, 'hex')],
  );
}

export async function readAuditHead(db: Queryable): Promise<{ number: bigint; hash: string }> {
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
    `select number, at, actor_role, actor_id, action, target, detail, hash from audit_entries
     where number > $1 order by number limit $2`,
    [after, limit],
  );
  return rows.map(chainedOf);
}

type AuditRow = {
  number: bigint;
  at: number;
  actor_role: Actor['role'];
  actor_id: string | null;
  action: AuditAction;
  target: string;
  detail: Record<string, unknown>;
  hash: Buffer;
};

export type AuditFilter = {
  role: Actor['role'] | null;
  actor_id: string | null;
  action: string | null;
  /** The target itself and everything below it: `trades/MERCHANT` includes all its trades. */
  target: string | null;
  from: number | null;
  /** Before this moment. */
  to: number | null;
  before: bigint | null;
  limit: number;
};

/** `$` is the value. Targets below another sort between its `/` and the character after `/`. */
const CONDITIONS = {
  role: 'actor_role = $',
  actor_id: 'actor_id = $',
  action: 'action = $',
  target: `(target = $ or (target ~>=~ ($ || '/') and target ~<~ ($ || '0')))`,
  from: 'at >= $::timestamptz',
  to: 'at < $::timestamptz',
  before: 'number < $::bigint',
} as const;

const CONDITION_NAMES = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/**
 * Newest first. The statement contains only the filters that are given, so that it can use indexes.
 */
export async function selectAudit(db: Queryable, filter: AuditFilter): Promise<Chained[]> {
  const { limit, from, to } = filter;
  const given = { ...filter, from: timestamp(from), to: timestamp(to) };
  const names = CONDITION_NAMES.filter((name) => given[name] !== null);
  const conditions = names.map((name, index) =>
    CONDITIONS[name].replaceAll('$', () => `$${index + 2}`),
  );
  const rows = await db.query<AuditRow>(
    ['list-audit', ...names].join('-'),
    `select number, at, actor_role, actor_id, action, target, detail, hash from audit_entries
     where ${['true', ...conditions].join(' and ')}
     order by number desc limit $1`,
    [limit, ...names.map((name) => given[name])],
  );
  return rows.map(chainedOf);
}

const chainedOf = ({ actor_role, actor_id, hash, ...row }: AuditRow): Chained => ({
  ...row,
  actor: { role: actor_role, id: actor_id },
  hash: hash.toString('hex'),
});
