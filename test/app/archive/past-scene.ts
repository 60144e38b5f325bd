// Trades that have moved to the past trades, without the rows that hang on them: as a removed month
// leaves them.
import { keepPastTrades } from '../../../server/app/archive/keep-past-trades.ts';
import { newId } from '../../../server/app/process/ids.ts';
import type { TradeKey } from '../../../server/domain/record/trade.ts';
import { DAY_MS } from '../../../server/lib/durations.ts';
import { moveTrades } from '../../../server/store/archive/move-trades.ts';
import { type Database, openDatabase } from '../../../server/store/connection/database.ts';
import { insertRows } from '../../../server/store/connection/rows.ts';
import { asOwnerOf } from '../../../server/store/schema/owned-table.ts';
import { insertColumns } from '../../../server/store/trade/trade-rows.ts';
import { readTrades } from '../../../server/store/trade/trades.ts';
import type { TestApp } from '../../support/test-app.ts';

export const MONTH = '2026-03';

/** Later than anything about a trade of now can happen. */
export const LONG_AFTER_MS = 400 * DAY_MS;

export function openOwner(service: TestApp): Database {
  const onIdleError = (error: Error) => {
    throw error;
  };
  const { connection } = service.database;
  return openDatabase({ connection, max_connections: 2, onIdleError });
}

export type Moved = { readonly merchant_id: string; readonly id: string };

const keyOf = ({ merchant_id, id }: Moved) => ({ merchant_id, trade_id: id });

/** Moves what may move; returns the ids of those that did. */
export async function move(owner: Database, trades: readonly Moved[], now?: number) {
  const at = now ?? Date.now() + LONG_AFTER_MS;
  const moved = await owner.transaction((tx) => moveTrades(tx, MONTH, trades.map(keyOf), at));
  return moved.map(({ trade_id }) => trade_id);
}

/** What goes with a trade: its lines first, which others find by its id. */
const BESIDE = [
  `delete from bank_lines b using bank_line_outcomes o, past_trades t
   where b.bank_line_id = o.bank_line_id and o.merchant_id = t.merchant_id
     and o.trade_id = t.trade_id`,
  ...[
    'bank_line_outcomes',
    'utr_claims',
    'reservations',
    'deliveries',
    'delivery_attempts',
    'payout_attempts',
    'holds',
    'dispute_events',
    'disputes',
    'ledger_entries',
    'events',
    'trade_words',
  ].map(
    (table) => `delete from ${table} x using past_trades t
      where x.merchant_id = t.merchant_id and x.trade_id = t.trade_id`,
  ),
];

/** What hangs on past trades goes, as the owner of the tables removes it. */
export async function removeBeside(service: TestApp): Promise<void> {
  const tables = BESIDE.map((text) => / from (\w+) /.exec(text)?.[1] ?? '');
  const grants = tables.map((table) => `grant delete on ${table} to current_user`);
  await service.asOwner([...grants, ...BESIDE].join('; '));
}

/** As if its events had been counted. */
const COUNT = `insert into trade_counts
    (merchant_id, direction, currency, state, trade_count, amount_cents)
  values ($1, $2, $3, $4, 1, $5)
  on conflict (merchant_id, direction, currency, state) do update set
    trade_count = trade_counts.trade_count + 1,
    amount_cents = trade_counts.amount_cents + excluded.amount_cents`;

/** A copy of a trade among the past trades, under an id of its own: it has no history. */
export async function copyAsPast(service: TestApp, owner: Database, key: TradeKey) {
  const { db, cipher } = service.app.store;
  const [trade] = await readTrades(db, cipher, [key]);
  if (trade === undefined) throw new Error('There is no such trade');
  const trade_id = newId();
  const ended = {
    state: 'canceled' as const,
    closed_at: trade.changed_at,
    final_at: trade.changed_at,
  };
  const past = { ...trade, ...ended, trade_id, order_id: `copy-${trade_id}` } as const;
  const columns = [
    ...insertColumns(cipher),
    { name: 'archived_month', value: () => MONTH },
    { name: 'line_utrs', value: () => null },
  ];
  await owner.transaction(async (tx) => {
    await asOwnerOf(
      tx,
      'past_trades',
      () => insertRows(tx, 'past_trades', columns, [past]),
      'insert',
    );
    const { merchant_id, direction, currency, state, amount_cents } = past;
    const counted = [merchant_id, direction, currency, state, amount_cents];
    await tx.query('', COUNT, counted);
  });
  return { merchant_id: trade.merchant_id, trade_id };
}

/** As if the trades that there are had copies in an archived month, which the trail names. */
export async function keepCopies(service: TestApp): Promise<void> {
  const owner = openOwner(service);
  try {
    const text = 'select merchant_id, trade_id from trades order by merchant_id, trade_id';
    for (const key of await owner.query<TradeKey>('', text, [])) {
      await copyAsPast(service, owner, key);
    }
    await owner.transaction((tx) => keepPastTrades(tx, service.app.store.cipher));
  } finally {
    await owner.close();
  }
}
