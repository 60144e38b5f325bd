// A settlement as CSV: one row per line of the statement, safe to open in a spreadsheet.
import type { SettlementLineView, SettlementView } from '../domain/settlement-document.ts';
import { csvAmount } from './settlement-amount.ts';

const CRLF = '\r\n';

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

/** What a spreadsheet would take for a formula is made a text by an apostrophe. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A text of somebody's: order ids and notes may say anything. Our own numbers are no texts. */
export function csvText(text: string | null): string {
  if (text === null) return '';
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

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
  return COLUMNS.map((name) => cells[name]).join(',') + CRLF;
}

export const settlementCsvHead = (): string => COLUMNS.join(',') + CRLF;

export function settlementCsvRows(
  view: SettlementView,
  lines: readonly SettlementLineView[],
): string {
  return lines.map((line) => row(view, line)).join('');
}
