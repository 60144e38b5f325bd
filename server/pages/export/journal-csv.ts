// The journal of a month as CSV: a row for each posting, with the columns that were asked for.
import type { ChosenColumn, JournalColumn, JournalRow } from '../../domain/ledger/journal.ts';
import { dayOf, isoMoment } from '../../domain/values/day.ts';
import { csvRow, csvText } from '../../lib/csv-text.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

export const journalCsvHead = (columns: readonly ChosenColumn[]): string =>
  csvRow(columns.map(({ title }) => csvText(title)));

/** Credits are positive in the books; an accountant has a column for each side. */
function cells({ entry, posting, shown_at, owners }: JournalRow, exponent: number) {
  const { amount_cents, account } = posting;
  const [kind = ''] = account.split(':');
  return {
    date: dayOf(shown_at),
    entered_at: isoMoment(entry.at),
    entry_number: String(entry.number),
    act: entry.act,
    account,
    account_name: csvText([kind, ...owners].join(' ')),
    currency: posting.currency,
    debit: amount_cents < 0n ? csvAmount(-amount_cents, exponent) : '',
    credit: amount_cents > 0n ? csvAmount(amount_cents, exponent) : '',
    amount: csvAmount(amount_cents, exponent),
    trade_id: entry.trade_id ?? '',
    bank_line_id: entry.bank_line_id ?? '',
    adjustment_id: entry.adjustment_id ?? '',
    hash: csvText(entry.hash),
  } satisfies Readonly<Record<JournalColumn, string>>;
}

export function journalCsvRow(
  row: JournalRow,
  columns: readonly ChosenColumn[],
  exponent: number,
): string {
  const all = cells(row, exponent);
  return csvRow(columns.map(({ column }) => all[column]));
}
