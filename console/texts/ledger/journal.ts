// The texts of the journal's columns: which a file has, in which order and under which names.

/** By the names of the service; a test compares both lists. */
export const JOURNAL_COLUMN_TEXTS = {
  date: 'Day in your time zone',
  entered_at: 'Time of the entry, UTC',
  entry_number: 'Number of the entry',
  act: 'What was posted',
  account: 'Account',
  account_name: 'Account in words',
  currency: 'Currency',
  debit: 'Debit',
  credit: 'Credit',
  amount: 'Amount with its sign, credits positive',
  trade_id: 'Id of the trade',
  bank_line_id: 'Id of the bank line',
  adjustment_id: 'Id of the adjustment',
  hash: 'Hash of the entry',
} as const;

export const JOURNAL_TEXTS = {
  choose: 'Columns of the journal',
  chosen: (count: number) => `Columns of the journal (${count})`,
  what: 'What an accountant’s program expects: the columns, in this order, under these names. Kept in this browser, for the CSV and the workbook.',
  name_of: (column: string) => `Name of “${column}”`,
  up: (column: string) => `Move “${column}” up`,
  down: (column: string) => `Move “${column}” down`,
  no_comma: 'A name cannot have a comma.',
  too_long: 'All names together are too long: at most 1,000 characters.',
  none: 'Choose at least one column.',
  preview: 'Show the first rows',
  preview_of: 'First rows of the file',
  preview_empty: 'This month has no postings: the file has only the names.',
  reset: 'All columns',
  save: 'Save',
  saved: 'The files have these columns now.',
} as const;
