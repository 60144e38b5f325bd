// The lines of settlements: reads a period's ledger entries with their trades, and stores the lines
// made from them.

import type { EntryAct } from '../../domain/ledger/ledger.ts';
import type { SettlementState } from '../../domain/record/settlement-record.ts';
import type { Direction } from '../../domain/record/trade.ts';
import type { SettledEntry, SettlementLine } from '../../domain/settlement/settlement-line.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn } from '../connection/rows.ts';
import {
  ENTRY_ACCOUNTS,
  ENTRY_CURRENCIES,
  ENTRY_LAYOUT_IN_ORDER,
} from '../ledger/entry-postings.ts';
import { decimalOf } from '../trade/trade-rows.ts';
import { anyTrades } from '../trade/trades.ts';

/**
 * The last entry of a period. Entries commit in the order of their numbers, each under its book's
 * lock: if one is visible, all earlier ones are too, and none can be added before it.
 */
export async function lastEntryBefore(
  tx: Queryable,
  merchant_id: string,
  first: bigint,
  period_to: number,
): Promise<bigint> {
  const rows = await tx.query<{ number: bigint | null }>(
    'last-entry-before',
    `select coalesce(
       (select entry_number - 1 from ledger_entries
        where merchant_id = $1 and entry_number >= $2 and entered_at >= $3
        order by entry_number limit 1),
       (select max(entry_number) from ledger_entries
        where merchant_id = $1 and entry_number >= $2),
       $2 - 1) as number`,
    [merchant_id, first, timestamp(period_to)],
  );
  return rows[0]?.number ?? first - 1n;
}

type EntryRow = {
  entry_number: bigint;
  act: EntryAct;
  entered_at: number;
  adjustment_id: string | null;
  note: string | null;
  accounts: string[];
  currencies: string[];
  amounts: string[];
  trade_id: string | null;
  direction: Direction;
  order_id: string;
  utr: string | null;
  currency: string;
  exchange_rate: string;
  amount_cents: bigint;
  fee_cents: bigint;
  refund_of: string | null;
  settlement_id: string | null;
};

function entryOf(row: EntryRow): SettledEntry {
  const { trade_id } = row;
  return {
    number: row.entry_number,
    act: row.act,
    at: row.entered_at,
    adjustment_id: row.adjustment_id,
    note: row.note,
    postings: row.accounts.map((account, index) => ({
      account,
      currency: row.currencies[index] ?? '',
      amount_cents: BigInt(row.amounts[index] ?? 0),
    })),
    trade:
      trade_id === null
        ? null
        : {
            trade_id,
            direction: row.direction,
            order_id: row.order_id,
            utr: row.utr,
            currency: row.currency,
            exchange_rate: decimalOf(row.exchange_rate),
            amount_cents: row.amount_cents,
            fee_cents: row.fee_cents,
            refund_of: row.refund_of,
            settlement_id: row.settlement_id,
          },
  };
}

/**
 * Entries that move the spendable balance, in order: a range of numbers, limited in count. Each
 * entry looks up its trade by key, so the cost does not depend on how many trades the merchant has.
 */
export async function readSettledEntries(
  tx: Queryable,
  merchant_id: string,
  range: { first: bigint; last: bigint },
  limit: number,
): Promise<SettledEntry[]> {
  const rows = await tx.query<EntryRow>(
    'read-settled-entries',
    `select e.entry_number, e.act, e.entered_at, e.adjustment_id, a.reason as note, e.accounts,
       e.currencies, e.amounts::text[] as amounts, t.trade_id, t.direction,
       coalesce(t.order_id_as_sent, t.order_id) as order_id, t.utr, t.currency,
       t.exchange_rate, t.amount_cents, t.fee_cents, t.refund_of, t.settlement_id
     from (
       select e.merchant_id, e.entry_number, e.act, e.entered_at, e.adjustment_id, e.trade_id,
         ${ENTRY_ACCOUNTS} as accounts, ${ENTRY_CURRENCIES} as currencies, e.amounts
       from ledger_entries e ${ENTRY_LAYOUT_IN_ORDER}
       where e.merchant_id = $1 and e.entry_number between $2 and $3
         and 'available' = any(${ENTRY_ACCOUNTS})
       order by e.entry_number limit $4
     ) e
     left join lateral (
       ${anyTrades('t.merchant_id = e.merchant_id and t.trade_id = e.trade_id')} limit 1
     ) t on true
     left join lateral (
       select reason from adjustments a
       where a.merchant_id = e.merchant_id and a.adjustment_id = e.adjustment_id limit 1
     ) a on true
     order by e.entry_number`,
    [merchant_id, range.first, range.last, limit],
  );
  return rows.map(entryOf);
}

type Owned = SettlementLine & { merchant_id: string; settlement_id: string };

const LINE: RowColumn<Owned>[] = [
  { name: 'merchant_id', value: (l) => l.merchant_id },
  { name: 'entry_number', value: (l) => l.entry_number },
  { name: 'settlement_id', value: (l) => l.settlement_id },
  { name: 'kind', value: (l) => l.kind },
  { name: 'act', value: (l) => l.act },
  { name: 'entered_at', value: (l) => l.at },
  { name: 'trade_id', value: (l) => l.trade_id },
  { name: 'order_id', value: (l) => l.order_id },
  { name: 'utr', value: (l) => l.utr },
  { name: 'adjustment_id', value: (l) => l.adjustment_id },
  { name: 'note', value: (l) => l.note },
  { name: 'trade_currency', value: (l) => l.trade_currency },
  { name: 'trade_amount_cents', value: (l) => l.trade_amount_cents },
  { name: 'gross_cents', value: (l) => l.gross_cents },
  { name: 'fee_cents', value: (l) => l.fee_cents },
  { name: 'net_cents', value: (l) => l.net_cents },
];

export async function insertSettlementLines(
  tx: Transaction,
  owner: { merchant_id: string; settlement_id: string },
  lines: readonly SettlementLine[],
): Promise<void> {
  const rows = lines.map((line) => ({ ...line, ...owner }));
  await insertRows(tx, 'settlement_lines', LINE, rows);
}

/** For a discarded draft: its entries become free for the next draft. */
export async function deleteSettlementLines(
  tx: Queryable,
  owner: { merchant_id: string; settlement_id: string },
): Promise<void> {
  await tx.query(
    'delete-settlement-lines',
    'delete from settlement_lines where merchant_id = $1 and settlement_id = $2',
    [owner.merchant_id, owner.settlement_id],
  );
}

export type SettlementOfTrade = { settlement_id: string; number: number; state: SettlementState };

/** Those that have entries of the trade, and the one that the trade pays; by their numbers. */
export async function readSettlementsOfTrade(
  db: Queryable,
  { merchant_id, settlement_id }: { merchant_id: string; settlement_id: string | null },
  entry_numbers: readonly bigint[],
): Promise<SettlementOfTrade[]> {
  return await db.query<SettlementOfTrade>(
    'read-settlements-of-trade',
    `select settlement_id, number, state from settlements
     where merchant_id = $1 and (settlement_id = $2 or settlement_id in (
       select settlement_id from settlement_lines
       where merchant_id = $1 and entry_number = any($3::bigint[])))
     order by number`,
    [merchant_id, settlement_id, plainArray(entry_numbers.map(String))],
  );
}

/**
 * Lines of one statement in the order of the book, after an entry. The statement's own range of
 * entries bounds the scan.
 */
export async function readSettlementLines(
  db: Queryable,
  settlement: {
    merchant_id: string;
    settlement_id: string;
    first_entry_number: bigint;
    last_entry_number: bigint;
  },
  after: bigint,
  limit: number,
): Promise<SettlementLine[]> {
  const { merchant_id, settlement_id, last_entry_number } = settlement;
  const rows = await db.query<Omit<SettlementLine, 'at'> & { entered_at: number }>(
    'read-settlement-lines',
    `select entry_number, kind, act, entered_at, trade_id, order_id, utr, adjustment_id, note,
       trade_currency, trade_amount_cents, gross_cents, fee_cents, net_cents
     from settlement_lines
     where merchant_id = $1 and entry_number > $2 and entry_number <= $3 and settlement_id = $4
     order by entry_number limit $5`,
    [merchant_id, after, last_entry_number, settlement_id, limit],
  );
  return rows.map(({ entered_at, ...line }) => ({ ...line, at: entered_at }));
}
