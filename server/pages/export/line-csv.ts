// Bank lines as CSV, one row per line, safe to open in a spreadsheet.
import { lineExplanation } from '../../domain/line/line-words.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import { csvId, csvRow, csvText } from '../../lib/csv-text.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

const COLUMNS = [
  'bank_line_id',
  'receiving_account_id',
  'booked_at',
  'amount',
  'currency',
  'utr',
  'text',
  'counterparty_name',
  'counterparty_number',
  'bank_id',
  'end_to_end_id',
  'purpose',
  'return_reason',
  'status',
  'reason',
  'explanation',
  'merchant_id',
  'trade_id',
  'statement_id',
  'parent_line_id',
  'received_at',
  'decided_at',
  'source',
] as const;

const DAY_LENGTH = 10;

function row({ line, outcome }: LineRecord, exponent: number): string {
  const booked = new Date(line.booked_at).toISOString();
  const number = line.counterparty_number;
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    bank_line_id: line.bank_line_id,
    receiving_account_id: line.receiving_account_id,
    booked_at: line.booked_exactly ? booked : booked.slice(0, DAY_LENGTH),
    amount: csvAmount(line.amount_cents, exponent),
    currency: line.currency,
    utr: csvId(line.utr),
    text: csvId(line.text),
    counterparty_name: csvText(line.counterparty_name),
    counterparty_number: csvId(number === null ? null : maskHalf(number)),
    bank_id: csvId(line.bank_id),
    end_to_end_id: csvId(line.end_to_end_id),
    purpose: csvId(line.purpose),
    return_reason: csvText(line.return_reason),
    status: outcome.status,
    reason: outcome.reason,
    explanation: csvText(lineExplanation(outcome.reason)),
    merchant_id: outcome.merchant_id ?? '',
    trade_id: outcome.trade_id ?? '',
    statement_id: line.statement_id ?? '',
    parent_line_id: line.parent_line_id ?? '',
    received_at: new Date(line.received_at).toISOString(),
    decided_at: new Date(outcome.decided_at).toISOString(),
    source: line.source ?? '',
  };
  return csvRow(COLUMNS.map((name) => cells[name]));
}

export const lineCsvHead = (): string => csvRow(COLUMNS);

export const lineCsvRow = row;
