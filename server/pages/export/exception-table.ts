// What waits for a person, as a table to export: bank lines in suspense, and trades that need a
// decision. Columns are only ever appended.

import { lineExplanation } from '../../domain/line/line-words.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { DAY_MS } from '../../lib/durations.ts';
import {
  digitsCell,
  idCell,
  momentCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';
import { amountCell } from './amount-cell.ts';

export type ExceptionRow = {
  kind: string;
  id: string;
  merchant_id: string | null;
  order_id: string | null;
  receiving_account_id: string | null;
  amount_cents: bigint;
  received_cents: bigint | null;
  currency: string;
  utr: string | null;
  state: string;
  reason: string | null;
  explanation: string | null;
  since: number;
  now: number;
};

type Column = TableColumn<ExceptionRow>;
type NamesOf<Value> = {
  [Name in keyof ExceptionRow]: ExceptionRow[Name] extends Value ? Name : never;
}[keyof ExceptionRow];

const text = (name: NamesOf<string | null>): Column => ({
  name,
  cell: (row) => textCell(row[name]),
});
const id = (name: NamesOf<string | null>): Column => ({ name, cell: (row) => idCell(row[name]) });

const ageDays = ({ since, now }: ExceptionRow) =>
  String(Math.max(0, Math.floor((now - since) / DAY_MS)));

export const EXCEPTION_TABLE: readonly Column[] = [
  text('kind'),
  id('id'),
  id('merchant_id'),
  id('order_id'),
  id('receiving_account_id'),
  { name: 'amount', cell: (row) => amountCell(row.amount_cents, row.currency) },
  { name: 'received_amount', cell: (row) => amountCell(row.received_cents, row.currency) },
  text('currency'),
  id('utr'),
  text('state'),
  text('reason'),
  text('explanation'),
  { name: 'since', cell: ({ since }) => momentCell(since) },
  { name: 'age_days', cell: (row) => digitsCell(ageDays(row)) },
];

export const suspenseRow = ({ line, outcome }: LineRecord, now: number): ExceptionRow => ({
  kind: 'bank_line',
  id: line.bank_line_id,
  merchant_id: null,
  order_id: null,
  receiving_account_id: line.receiving_account_id,
  amount_cents: line.amount_cents,
  received_cents: null,
  currency: line.currency,
  utr: line.utr,
  state: outcome.status,
  reason: outcome.reason,
  explanation: lineExplanation(outcome.reason),
  since: line.booked_at,
  now,
});

export const toDecideRow = (trade: Trade, now: number): ExceptionRow => ({
  kind: trade.direction,
  id: trade.trade_id,
  merchant_id: trade.merchant_id,
  order_id: shownOrderId(trade),
  receiving_account_id: trade.receiving_account_id,
  amount_cents: trade.amount_cents,
  received_cents: trade.received_amount_cents,
  currency: trade.currency,
  utr: trade.utr,
  state: trade.state,
  reason: trade.state_reason,
  explanation: null,
  since: trade.changed_at,
  now,
});
