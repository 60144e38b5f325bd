// The closings of a receiving account's days as CSV: each revision is a row.
import { csvId, csvRow, csvText } from '../../lib/csv-text.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

const COLUMNS = [
  'day',
  'revision',
  'currency',
  'opening',
  'lines',
  'lines_sum',
  'closing',
  'ledger_sum',
  'differences',
  'note',
  'closed_at',
  'closed_by',
] as const;

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

export const closingCsvHead = (): string => csvRow(COLUMNS);

export function closingCsvRow(closing: ClosingView, currency: string, exponent: number): string {
  const amount = (cents: bigint | null) => (cents === null ? '' : csvAmount(cents, exponent));
  const differences = Object.entries(closing.differences).map(
    ([kind, count]) => `${kind} ${count}`,
  );
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    day: closing.day,
    revision: String(closing.revision),
    currency,
    opening: amount(closing.opening_cents),
    lines: String(closing.line_count),
    lines_sum: amount(closing.lines_cents),
    closing: amount(closing.closing_cents),
    ledger_sum: amount(closing.ledger_cents),
    differences: csvText(differences.join(' + ')),
    note: csvText(closing.note),
    closed_at: new Date(closing.closed_at).toISOString(),
    closed_by: csvId(closing.actor.id),
  };
  return csvRow(COLUMNS.map((name) => cells[name]));
}
