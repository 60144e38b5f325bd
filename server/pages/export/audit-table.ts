// The audit trail as a table to export: for people; what is hashed exactly is in JSON Lines.
import {
  digitsCell,
  idCell,
  momentCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';

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

const asText = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function restOf({ note: _note, reason: _reason, before: _before, after: _after, ...rest }: Detail) {
  return Object.keys(rest).length === 0 ? null : rest;
}
type Detail = AuditView['detail'];

const column = (name: string, cell: (entry: AuditView) => TableCell): TableColumn<AuditView> => ({
  name,
  cell,
});
const ofDetail = (name: string, of: (detail: Detail) => unknown) =>
  column(name, ({ detail }) => textCell(asText(of(detail))));
const ofOrigin = (name: 'session_id' | 'operator_token_id' | 'request_id') =>
  column(name, ({ origin }) => idCell(origin?.[name] ?? null));

/** Columns are only ever appended. */
export const AUDIT_TABLE: readonly TableColumn<AuditView>[] = [
  column('number', ({ number }) => digitsCell(String(number))),
  column('at', ({ at }) => momentCell(Date.parse(at))),
  column('actor_role', ({ actor }) => textCell(actor.role)),
  column('actor_id', ({ actor }) => idCell(actor.id)),
  column('action', ({ action }) => textCell(action)),
  column('target', ({ target }) => textCell(target)),
  ofDetail('note', ({ note, reason }) => note ?? reason),
  ofDetail('before', ({ before }) => before),
  ofDetail('after', ({ after }) => after),
  ofDetail('detail', restOf),
  column('address', ({ origin }) => textCell(origin?.address ?? null)),
  ofOrigin('session_id'),
  ofOrigin('operator_token_id'),
  ofOrigin('request_id'),
  column('previous_hash', ({ previous_hash }) => idCell(previous_hash)),
  column('hash', ({ hash }) => idCell(hash)),
];
