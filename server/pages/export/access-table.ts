// Who and what has access as a table to export, for the regular review.
import {
  digitsCell,
  idCell,
  momentCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';

export type AccessView = {
  kind: string;
  id: string;
  name: string | null;
  email: string | null;
  role: string | null;
  merchant_id: string | null;
  merchant_name: string | null;
  state: string | null;
  second_factors: readonly string[];
  tied_to: readonly string[];
  open_sessions: number | null;
  last_sign_in_at: number | null;
  person_id: string | null;
  person_name: string | null;
  scopes: readonly string[] | null;
  allowed_ips: readonly string[];
  receiving_account_ids: readonly string[];
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  signs_in_with: readonly string[];
  openid_subject: string | null;
};

const column = (name: string, cell: (row: AccessView) => TableCell): TableColumn<AccessView> => ({
  name,
  cell,
});
const listed = (words: readonly string[]) => textCell(words.length === 0 ? null : words.join(' '));

/** Columns are only ever appended. */
export const ACCESS_TABLE: readonly TableColumn<AccessView>[] = [
  column('kind', ({ kind }) => textCell(kind)),
  column('id', ({ id }) => idCell(id)),
  column('name', ({ name }) => textCell(name)),
  column('email', ({ email }) => textCell(email)),
  column('role', ({ role }) => textCell(role)),
  column('merchant_id', ({ merchant_id }) => idCell(merchant_id)),
  column('merchant_name', ({ merchant_name }) => textCell(merchant_name)),
  column('state', ({ state }) => textCell(state)),
  column('second_factors', ({ second_factors }) => listed(second_factors)),
  column('tied_to', ({ tied_to }) => listed(tied_to)),
  column('open_sessions', ({ open_sessions }) =>
    digitsCell(open_sessions === null ? null : String(open_sessions)),
  ),
  column('last_sign_in_at_utc', ({ last_sign_in_at }) => momentCell(last_sign_in_at)),
  column('person_id', ({ person_id }) => idCell(person_id)),
  column('person_name', ({ person_name }) => textCell(person_name)),
  column('scopes', ({ scopes }) => (scopes === null ? textCell('all') : listed(scopes))),
  column('allowed_ips', ({ allowed_ips }) => listed(allowed_ips)),
  column('receiving_account_ids', (row) => listed(row.receiving_account_ids)),
  column('created_at_utc', ({ created_at }) => momentCell(created_at)),
  column('expires_at_utc', ({ expires_at }) => momentCell(expires_at)),
  column('last_used_at_utc', ({ last_used_at }) => momentCell(last_used_at)),
  column('signs_in_with', ({ signs_in_with }) => listed(signs_in_with)),
  column('openid_subject', ({ openid_subject }) => textCell(openid_subject)),
];
