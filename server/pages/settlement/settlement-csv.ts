// A settlement as CSV: one row per line of the statement, safe to open in a spreadsheet.

import type {
  SettlementLineView,
  SettlementView,
} from '../../domain/settlement/settlement-document.ts';
import { csvRow, csvText } from '../../lib/csv-text.ts';
import { csvAmount } from './settlement-amount.ts';

const COLUMNS = [
  'settlement_number',
  'settlement_id',
  'entry_number',
  'entered_at',
  'kind',
  'act',
  'trade_id',
  'order_id',
  'utr',
  'note',
  'trade_currency',
  'trade_amount',
  'currency',
  'gross',
  'fee',
  'net',
] as const;

function row(view: SettlementView, line: SettlementLineView): string {
  const { trade_amount_cents, trade_exponent } = line;
  const cells: Readonly<Record<(typeof COLUMNS)[number], string>> = {
    settlement_number: String(view.number),
    settlement_id: view.settlement_id,
    entry_number: String(line.entry_number),
    entered_at: new Date(line.at).toISOString(),
    kind: line.kind,
    act: line.act,
    trade_id: line.trade_id ?? '',
    order_id: csvText(line.order_id),
    utr: csvText(line.utr),
    note: csvText(line.note),
    trade_currency: line.trade_currency ?? '',
    trade_amount: trade_amount_cents === null ? '' : csvAmount(trade_amount_cents, trade_exponent),
    currency: view.currency,
    gross: csvAmount(line.gross_cents, view.exponent),
    fee: csvAmount(line.fee_cents, view.exponent),
    net: csvAmount(line.net_cents, view.exponent),
  };
  return csvRow(COLUMNS.map((name) => cells[name]));
}

export const settlementCsvHead = (): string => csvRow(COLUMNS);

export function settlementCsvRows(
  view: SettlementView,
  lines: readonly SettlementLineView[],
): string {
  return lines.map((line) => row(view, line)).join('');
}
