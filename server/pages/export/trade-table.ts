// Trades as a table to export. Columns are only ever appended: people build their books on them.
import {
  digitsCell,
  idCell,
  momentCell,
  type TableColumn,
  textCell,
} from '../../lib/table/table-cell.ts';
import { amountCell } from './amount-cell.ts';

/** As the API shows it, with masked numbers. */
export type ExportedTrade = {
  readonly id: string;
  readonly order_id: string;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly direction: string;
  readonly type: string;
  readonly state: string;
  readonly state_reason: string | null;
  readonly amount_cents: number;
  readonly amount_currency: string;
  readonly requested_amount_cents: number;
  readonly received_amount_cents: number;
  readonly refunded_amount_cents: number;
  readonly recalled_amount_cents: number;
  readonly fee_cents: number;
  readonly net_amount_cents: number;
  readonly percent: number;
  readonly exchange_rate: number;
  readonly settlement_amount_cents: number;
  readonly settlement_currency: string;
  readonly utr: string | null;
  readonly client_id: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly payment_data: { readonly name?: string; readonly number?: string };
  readonly refund_of: string | null;
  readonly settlement_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly completed_at: string | null;
  readonly expires_at: string | null;
  readonly final_at: string | null;
};

type Column = TableColumn<ExportedTrade>;
type NamesOf<Value> = {
  [Name in keyof ExportedTrade]-?: ExportedTrade[Name] extends Value ? Name : never;
}[keyof ExportedTrade];

const text = (name: NamesOf<string | null>): Column => ({
  name,
  cell: (trade) => textCell(trade[name]),
});
const id = (name: NamesOf<string | null>): Column => ({
  name,
  cell: (trade) => idCell(trade[name]),
});
const moment = (name: string, at: NamesOf<string | null>): Column => ({
  name,
  cell: (trade) => momentCell(trade[at] === null ? null : Date.parse(trade[at])),
});

const amount = (name: string, cents: NamesOf<number>): Column => ({
  name,
  cell: (trade) => amountCell(BigInt(trade[cents]), trade.amount_currency),
});
const number = (name: 'percent' | 'exchange_rate'): Column => ({
  name,
  cell: (trade) => digitsCell(String(trade[name])),
});

export const TRADE_TABLE: readonly Column[] = [
  id('id'),
  id('order_id'),
  id('merchant_id'),
  text('merchant_name'),
  text('direction'),
  text('type'),
  text('state'),
  text('state_reason'),
  { name: 'currency', cell: ({ amount_currency }) => textCell(amount_currency) },
  amount('amount', 'amount_cents'),
  amount('requested_amount', 'requested_amount_cents'),
  amount('received_amount', 'received_amount_cents'),
  amount('refunded_amount', 'refunded_amount_cents'),
  amount('recalled_amount', 'recalled_amount_cents'),
  amount('fee', 'fee_cents'),
  amount('net_amount', 'net_amount_cents'),
  number('percent'),
  number('exchange_rate'),
  text('settlement_currency'),
  {
    name: 'settlement_amount',
    cell: ({ settlement_amount_cents, settlement_currency }) =>
      amountCell(BigInt(settlement_amount_cents), settlement_currency),
  },
  id('utr'),
  id('client_id'),
  { name: 'account_name', cell: ({ payment_data }) => textCell(payment_data.name ?? null) },
  { name: 'account_number', cell: ({ payment_data }) => idCell(payment_data.number ?? null) },
  id('refund_of'),
  id('settlement_id'),
  moment('created_at_utc', 'created_at'),
  moment('updated_at_utc', 'updated_at'),
  moment('completed_at_utc', 'completed_at'),
  moment('expires_at_utc', 'expires_at'),
  moment('final_at_utc', 'final_at'),
  {
    name: 'metadata',
    cell: ({ metadata }) => textCell(metadata === undefined ? null : JSON.stringify(metadata)),
  },
];
