// Bank lines as a table to export. Columns are only ever appended.
import { lineExplanation } from '../../domain/line/line-words.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import {
  dayCell,
  idCell,
  momentCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';
import { amountCell } from './amount-cell.ts';

/** With the order that it paid. */
type NamedRecord = LineRecord & { order_id: string | null; merchant_name: string | null };

type Column = TableColumn<NamedRecord>;

const column = (name: string, cell: (record: NamedRecord) => TableCell): Column => ({ name, cell });

const masked = (number: string | null) => (number === null ? null : maskHalf(number));

export const LINE_TABLE: readonly Column[] = [
  column('bank_line_id', ({ line }) => idCell(line.bank_line_id)),
  column('receiving_account_id', ({ line }) => idCell(line.receiving_account_id)),
  column('booked_at', ({ line: { booked_at, booked_exactly } }) =>
    booked_exactly ? momentCell(booked_at) : dayCell(booked_at),
  ),
  column('amount', ({ line }) => amountCell(line.amount_cents, line.currency)),
  column('currency', ({ line }) => textCell(line.currency)),
  column('utr', ({ line }) => idCell(line.utr)),
  column('text', ({ line }) => idCell(line.text)),
  column('counterparty_name', ({ line }) => textCell(line.counterparty_name)),
  column('counterparty_number', ({ line }) => idCell(masked(line.counterparty_number))),
  column('bank_id', ({ line }) => idCell(line.bank_id)),
  column('end_to_end_id', ({ line }) => idCell(line.end_to_end_id)),
  column('purpose', ({ line }) => idCell(line.purpose)),
  column('return_reason', ({ line }) => textCell(line.return_reason)),
  column('status', ({ outcome }) => textCell(outcome.status)),
  column('reason', ({ outcome }) => textCell(outcome.reason)),
  column('explanation', ({ outcome }) => textCell(lineExplanation(outcome.reason))),
  column('merchant_id', ({ outcome }) => idCell(outcome.merchant_id)),
  column('trade_id', ({ outcome }) => idCell(outcome.trade_id)),
  column('statement_id', ({ line }) => idCell(line.statement_id)),
  column('parent_line_id', ({ line }) => idCell(line.parent_line_id)),
  column('received_at', ({ line }) => momentCell(line.received_at)),
  column('decided_at', ({ outcome }) => momentCell(outcome.decided_at)),
  column('source', ({ line }) => textCell(line.source)),
  column('order_id', ({ order_id }) => idCell(order_id)),
  column('merchant_name', ({ merchant_name }) => textCell(merchant_name)),
];
