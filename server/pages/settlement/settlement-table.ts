// A settlement as a table to export: one row per line of the statement. Columns are only ever
// appended.

import type {
  SettlementLineView,
  SettlementView,
} from '../../domain/settlement/settlement-document.ts';
import {
  digitsCell,
  idCell,
  momentCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';
import { csvAmount } from './settlement-amount.ts';

type Line = SettlementLineView;

function tradeAmount({ trade_amount_cents, trade_exponent }: Line): string | null {
  return trade_amount_cents === null ? null : csvAmount(trade_amount_cents, trade_exponent);
}

export function settlementTable(view: SettlementView): readonly TableColumn<Line>[] {
  const column = (name: string, cell: (line: Line) => TableCell) => ({ name, cell });
  const amount = (name: string, of: (line: Line) => bigint) =>
    column(name, (line) => digitsCell(csvAmount(of(line), view.exponent)));
  return [
    column('settlement_number', () => digitsCell(String(view.number))),
    column('settlement_id', () => idCell(view.settlement_id)),
    column('entry_number', ({ entry_number }) => digitsCell(String(entry_number))),
    column('entered_at', ({ at }) => momentCell(at)),
    column('kind', ({ kind }) => textCell(kind)),
    column('act', ({ act }) => textCell(act)),
    column('trade_id', ({ trade_id }) => idCell(trade_id)),
    // Merchants' programs read these as they are, without the apostrophe of an id.
    column('order_id', ({ order_id }) => textCell(order_id)),
    column('utr', ({ utr }) => textCell(utr)),
    column('note', ({ note }) => textCell(note)),
    column('trade_currency', ({ trade_currency }) => textCell(trade_currency)),
    column('trade_amount', (line) => digitsCell(tradeAmount(line))),
    column('currency', () => textCell(view.currency)),
    amount('gross', ({ gross_cents }) => gross_cents),
    amount('fee', ({ fee_cents }) => fee_cents),
    amount('net', ({ net_cents }) => net_cents),
  ];
}
