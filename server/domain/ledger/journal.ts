// The journal of a month as a table: a row for each posting. Whoever takes it into other books
// chooses the columns and calls them what these books call them.
import type { Notes } from '../request/request-shape.ts';
import type { Entry, Posting } from './ledger.ts';

/** New columns are only added at the end. */
export const JOURNAL_COLUMNS = [
  'date',
  'entered_at',
  'entry_number',
  'act',
  'account',
  'account_name',
  'currency',
  'debit',
  'credit',
  'amount',
  'trade_id',
  'bank_line_id',
  'adjustment_id',
  'hash',
] as const;
export type JournalColumn = (typeof JOURNAL_COLUMNS)[number];

export type ChosenColumn = { column: JournalColumn; title: string };

export const ALL_COLUMNS: readonly ChosenColumn[] = JOURNAL_COLUMNS.map((column) => ({
  column,
  title: column,
}));

const columnNamed = (name: string) => JOURNAL_COLUMNS.find((column) => column === name);

/** `date=Voucher Date,account=Ledger,debit,credit`; undefined, with a note, if it is none. */
export function readColumns(
  given: string,
  name: string,
  notes: Notes,
): readonly ChosenColumn[] | undefined {
  const chosen = given.split(',').map((part) => {
    const [column = '', ...title] = part.split('=');
    return { named: column.trim(), title: title.join('=').trim() };
  });
  const unknown = chosen.find(({ named }) => columnNamed(named) === undefined);
  if (unknown !== undefined) {
    notes.wrong(name, 'unknown_value', `must name columns of: ${JOURNAL_COLUMNS.join(', ')}`);
    return undefined;
  }
  return chosen.flatMap(({ named, title }) => {
    const column = columnNamed(named);
    return column === undefined ? [] : [{ column, title: title === '' ? column : title }];
  });
}

/** `shown_at`: the time of entry on the clocks of the zone; `owners`: whom its account is about. */
export type JournalRow = {
  entry: Entry;
  posting: Posting;
  shown_at: number;
  owners: readonly string[];
};
