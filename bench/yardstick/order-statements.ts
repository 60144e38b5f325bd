// The statements of one order as a plain program sends them to PostgreSQL, one round trip each.
import type pg from 'pg';
import { layoutOfPostings } from '../../server/store/ledger/layouts.ts';
import { COLUMNS, type Table } from './order-rows.ts';

function insert(table: Table, rest = ''): string {
  const columns = COLUMNS[table];
  const places = columns.map((_, index) => `$${index + 1}`);
  return `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) ${rest}`;
}

export const STATEMENTS = {
  begin: 'begin',
  commit: 'commit',
  rollback: 'rollback',
  'find-order': 'select trade_id, fingerprint from trades where merchant_id = $1 and order_id = $2',
  // Exclusive and shared reservations have an index each.
  'find-taken': `select 1 where exists (select from reservations
      where receiving_account_id = $1 and amount_cents = $2 and exclusive)
    or exists (select from reservations
      where receiving_account_id = $1 and amount_cents = $2 and not exclusive
        and (free_at is null or free_at > $3))`,
  // Returns no row if another order took the amount meanwhile.
  'insert-reservation': insert(
    'reservations',
    'on conflict (receiving_account_id, amount_cents) where exclusive do nothing returning 1',
  ),
  'insert-trade': insert('trades'),
  'count-day': insert(
    'account_days',
    `on conflict (receiving_account_id, day, shard) do update
     set payin_count = account_days.payin_count + excluded.payin_count,
       amount_cents = account_days.amount_cents + excluded.amount_cents`,
  ),
  'next-number': insert(
    'event_heads',
    `on conflict (merchant_id) do update
     set last_number = event_heads.last_number + excluded.last_number,
       open_payins = event_heads.open_payins + excluded.open_payins
     returning last_number`,
  ),
  'insert-event': insert('events'),
  'lock-book': 'select last_number, last_hash from ledger_books where merchant_id = $1 for update',
  'read-available': `select balance_cents from ledger_accounts
    where merchant_id = $1 and account = 'available' and currency = $2`,
  'insert-entry': insert('ledger_entries'),
  'move-book': 'update ledger_books set last_number = $2, last_hash = $3 where merchant_id = $1',
  'move-balances': `update ledger_accounts
    set balance_cents = balance_cents + case account when 'available' then -$3::bigint else $3 end
    where merchant_id = $1 and currency = $2 and account in ('available', 'blocked')
    returning 1`,
} as const;

export type StatementName = keyof typeof STATEMENTS;

/** What a hold moves, in the order of its amounts. */
const heldPostings = (currency: string) => [
  { account: 'available', currency, amount_cents: 0n },
  { account: 'blocked', currency, amount_cents: 0n },
];

const held_layouts = new Map<string, string>();

/** The number of the layout that the entries of holds name; computed once, not for each order. */
export function heldLayout(currency: string): string {
  const known = held_layouts.get(currency) ?? layoutOfHolds(currency);
  held_layouts.set(currency, known);
  return known;
}

function layoutOfHolds(currency: string): string {
  const layout = layoutOfPostings(heldPostings(currency))?.layout;
  if (layout === undefined) throw new Error('Holds have no layout');
  return String(layout);
}

const MAKE_BLOCKED = `insert into ledger_accounts
  (merchant_id, account, currency, balance_cents, overdraft_cents)
  select id, 'blocked', $2, 0, 0 from unnest($1::uuid[]) as id
  on conflict (merchant_id, account, currency) do nothing`;

const MAKE_LAYOUT = `insert into ledger_layouts (merchant_id, layout, accounts, currencies)
  select id, $3, '{available,blocked}', array[$2, $2] from unnest($1::uuid[]) as id
  on conflict (merchant_id, layout) do nothing`;

/** Makes the account for holds and the layout of their entries once, so that orders use them. */
export async function makeHolds(
  client: Pick<pg.Client | pg.Pool, 'query'>,
  merchants: readonly string[],
  currency: string,
): Promise<void> {
  await client.query(MAKE_BLOCKED, [merchants, currency]);
  await client.query(MAKE_LAYOUT, [merchants, currency, heldLayout(currency)]);
}
