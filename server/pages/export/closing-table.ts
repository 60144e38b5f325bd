// The closings of a receiving account's days as a table to export: each revision is a row. Columns
// are only ever appended.
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

export type ClosingView = {
  day: string;
  revision: number;
  opening_cents: bigint | null;
  closing_cents: bigint | null;
  line_count: number;
  lines_cents: bigint;
  ledger_cents: bigint;
  differences: Readonly<Record<string, number>>;
  note: string | null;
  actor: { id: string | null };
  closed_at: number;
};

const differencesText = (differences: ClosingView['differences']): string =>
  Object.entries(differences)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(' + ');

/** Of an account in this currency. */
export function closingTable(currency: string): readonly TableColumn<ClosingView>[] {
  const column = (name: string, cell: (closing: ClosingView) => TableCell) => ({ name, cell });
  const amount = (name: string, of: (closing: ClosingView) => bigint | null) =>
    column(name, (closing) => amountCell(of(closing), currency));
  return [
    column('day', ({ day }) => dayCell(Date.parse(day))),
    column('revision', ({ revision }) => digitsCell(String(revision))),
    column('currency', () => textCell(currency)),
    amount('opening', ({ opening_cents }) => opening_cents),
    column('lines', ({ line_count }) => digitsCell(String(line_count))),
    amount('lines_sum', ({ lines_cents }) => lines_cents),
    amount('closing', ({ closing_cents }) => closing_cents),
    amount('ledger_sum', ({ ledger_cents }) => ledger_cents),
    column('differences', ({ differences }) => textCell(differencesText(differences))),
    column('note', ({ note }) => textCell(note)),
    column('closed_at', ({ closed_at }) => momentCell(closed_at)),
    column('closed_by', ({ actor }) => idCell(actor.id)),
  ];
}
