// What waits for a person, as CSV: bank lines in suspense, and trades that need a decision.

import { lineExplanation } from '../../domain/line/line-words.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { csvId, csvRow, csvText } from '../../lib/csv-text.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

const COLUMNS = [
  'kind',
  'id',
  'merchant_id',
  'order_id',
  'receiving_account_id',
  'amount',
  'received_amount',
  'currency',
  'utr',
  'state',
  'reason',
  'explanation',
  'since',
  'age_days',
] as const;
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

const ageDays = (since: number, now: number) =>
  String(Math.max(0, Math.floor((now - since) / DAY_MS)));
const rowOf = (cells: Cells): string => csvRow(COLUMNS.map((name) => cells[name]));

export const exceptionCsvHead = (): string => csvRow(COLUMNS);

export function suspenseCsvRow({ line, outcome }: LineRecord, exponent: number, now: number) {
  return rowOf({
    kind: 'bank_line',
    id: line.bank_line_id,
    merchant_id: '',
    order_id: '',
    receiving_account_id: line.receiving_account_id,
    amount: csvAmount(line.amount_cents, exponent),
    received_amount: '',
    currency: line.currency,
    utr: csvId(line.utr),
    state: outcome.status,
    reason: outcome.reason,
    explanation: csvText(lineExplanation(outcome.reason)),
    since: new Date(line.booked_at).toISOString(),
    age_days: ageDays(line.booked_at, now),
  });
}

export function tradeCsvRow(trade: Trade, exponent: number, now: number): string {
  return rowOf({
    kind: trade.direction,
    id: trade.trade_id,
    merchant_id: trade.merchant_id,
    order_id: csvId(shownOrderId(trade)),
    receiving_account_id: trade.receiving_account_id ?? '',
    amount: csvAmount(trade.amount_cents, exponent),
    received_amount: csvAmount(trade.received_amount_cents, exponent),
    currency: trade.currency,
    utr: csvId(trade.utr),
    state: trade.state,
    reason: trade.state_reason ?? '',
    explanation: '',
    since: new Date(trade.changed_at).toISOString(),
    age_days: ageDays(trade.changed_at, now),
  });
}
