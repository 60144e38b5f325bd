// The journal of a month as a table to export: a row for each posting, with the columns that were
// asked for.
import type { ChosenColumn, JournalColumn, JournalRow } from '../../domain/ledger/journal.ts';
import {
  dayCell,
  digitsCell,
  idCell,
  momentCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';
import { amountCell } from './amount-cell.ts';

function accountName({ posting, owners }: JournalRow): string {
  const [kind = ''] = posting.account.split(':');
  return [kind, ...owners].join(' ');
}

/** Null: it is on the other side. */
const sideCell = (cents: bigint, currency: string) =>
  amountCell(cents > 0n ? cents : null, currency);

/** Credits are positive in the books; an accountant has a column for each side. */
const CELLS: Readonly<Record<JournalColumn, (row: JournalRow) => TableCell>> = {
  date: ({ shown_at }) => dayCell(shown_at),
  entered_at: ({ entry }) => momentCell(entry.at),
  entry_number: ({ entry }) => digitsCell(String(entry.number)),
  act: ({ entry }) => textCell(entry.act),
  account: ({ posting }) => textCell(posting.account),
  account_name: (row) => textCell(accountName(row)),
  currency: ({ posting }) => textCell(posting.currency),
  debit: ({ posting }) => sideCell(-posting.amount_cents, posting.currency),
  credit: ({ posting }) => sideCell(posting.amount_cents, posting.currency),
  amount: ({ posting }) => amountCell(posting.amount_cents, posting.currency),
  trade_id: ({ entry }) => idCell(entry.trade_id),
  bank_line_id: ({ entry }) => idCell(entry.bank_line_id),
  adjustment_id: ({ entry }) => idCell(entry.adjustment_id),
  hash: ({ entry }) => textCell(entry.hash),
};

export const journalTable = (chosen: readonly ChosenColumn[]): readonly TableColumn<JournalRow>[] =>
  chosen.map(({ column, title }) => ({ name: title, cell: CELLS[column] }));
