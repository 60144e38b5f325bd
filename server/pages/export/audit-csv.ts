// The audit trail as CSV: for people; what is hashed exactly is in JSON Lines.
import { csvId, csvRow, csvText } from '../../lib/csv-text.ts';

const COLUMNS = [
  'number',
  'at',
  'actor_role',
  'actor_id',
  'action',
  'target',
  'note',
  'before',
  'after',
  'detail',
  'address',
  'session_id',
  'operator_token_id',
  'request_id',
  'previous_hash',
  'hash',
] as const;

export type AuditView = {
  number: number;
  at: string;
  actor: { role: string; id: string | null };
  action: string;
  target: string;
  detail: Readonly<Record<string, unknown>>;
  origin: {
    address: string;
    request_id: string;
    session_id: string | null;
    operator_token_id: string | null;
  } | null;
  previous_hash: string;
  hash: string;
};

export const auditCsvHead = (): string => csvRow(COLUMNS);

const asText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export function auditCsvRow({ actor, detail, origin, ...entry }: AuditView): string {
  const { note, reason, before, after, ...rest } = detail;
  const has_more = Object.keys(rest).length > 0;
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    number: String(entry.number),
    at: entry.at,
    actor_role: actor.role,
    actor_id: csvId(actor.id),
    action: csvText(entry.action),
    target: csvText(entry.target),
    note: csvText(asText(note ?? reason)),
    before: csvText(asText(before)),
    after: csvText(asText(after)),
    detail: csvText(has_more ? asText(rest) : null),
    address: csvText(origin?.address ?? null),
    session_id: csvId(origin?.session_id ?? null),
    operator_token_id: csvId(origin?.operator_token_id ?? null),
    request_id: csvId(origin?.request_id ?? null),
    previous_hash: csvId(entry.previous_hash),
    hash: csvId(entry.hash),
  };
  return csvRow(COLUMNS.map((name) => cells[name]));
}
