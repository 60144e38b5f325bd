// The rows of the audit trail, and the form in which each is hashed together with the one before.

import { createHash } from 'node:crypto';
import type { AuditAction, AuditNote } from '../../domain/record/audit.ts';
import type { Actor, Origin } from '../../domain/record/origin.ts';

import { sortedJson } from '../../lib/sorted-json.ts';

export type Chained = AuditNote & {
  number: bigint;
  at: number;
  actor: Actor;
  /** Null if no request was sent, as in jobs. */
  origin: Origin | null;
  hash: string;
};

/**
 * The hash chain depends on these forms: never change them. The longer one is that of entries with
 * an origin, so that none can be added to an entry, or taken from it, unseen. The command line
 * checks exports by the same forms (cli/client/audit-chain.ts).
 */
export function auditHash(entry: Omit<Chained, 'hash'>, previous_hash: string): string {
  const { number, at, actor, action, target, origin } = entry;
  const detail = sortedJson(entry.detail);
  const form = [previous_hash, `${number}`, at, actor.role, actor.id, action, target, detail];
  const from =
    origin === null
      ? []
      : [[origin.address, origin.request_id, origin.session_id, origin.operator_token_id]];
  const text = JSON.stringify([...form, ...from]);
  return createHash('sha256').update(text).digest('hex');
}

export type AuditRow = {
  number: bigint;
  at: number;
  actor_role: Actor['role'];
  actor_id: string | null;
  action: AuditAction;
  target: string;
  detail: Record<string, unknown>;
  hash: Buffer;
  address: string | null;
  request_id: string | null;
  session_id: string | null;
  operator_token_id: string | null;
};

export const AUDIT_COLUMNS = [
  ...['number', 'at', 'actor_role', 'actor_id', 'action', 'target', 'detail', 'hash', 'address'],
  ...['request_id', 'session_id', 'operator_token_id'],
].join(', ');

/** An origin of which any part is left is one, so that a changed part breaks the chain. */
function originOf({ address, request_id, session_id, operator_token_id }: AuditRow): Origin | null {
  const parts = [address, request_id, session_id, operator_token_id];
  if (parts.every((part) => part === null)) return null;
  return { address: address ?? '', request_id: request_id ?? '', session_id, operator_token_id };
}

export function chainedOf(row: AuditRow): Chained {
  const { number, at, actor_role, actor_id, action, target, detail, hash } = row;
  return {
    number,
    at,
    actor: { role: actor_role, id: actor_id },
    action,
    target,
    detail,
    origin: originOf(row),
    hash: hash.toString('hex'),
  };
}
