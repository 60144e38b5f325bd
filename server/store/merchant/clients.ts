// The recent pay-ins of a merchant's customers, locked per customer, for merchants that limit them.

import { type ClientPayin, clientKey } from '../../domain/batch/world.ts';
import { OPEN_PAYIN_STATES } from '../../domain/record/state-sets.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { type ClientKey, clientHash } from '../trade/client-hash.ts';

type HashedClient = { name: string; merchant_id: string; client_hash: Buffer };

/** Each once, in one order for all processes. */
function hashed(cipher: Cipher, keys: readonly ClientKey[]): HashedClient[] {
  const by_name = new Map(keys.map((key) => [clientKey(key.merchant_id, key.client_id), key]));
  return [...by_name]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, key]) => ({
      name,
      merchant_id: key.merchant_id,
      client_hash: clientHash(cipher, key),
    }));
}

/** Their pay-ins of the last day, and those that are open. */
const readPayins = (db: Queryable, clients: readonly HashedClient[], now: number) =>
  db.query<ClientPayin & { place: number }>(
    'read-client-payins',
    `select k.place::integer, t.trade_id, t.requested_amount_cents as amount_cents, t.currency,
       t.created_at, t.state in ${oneOf(OPEN_PAYIN_STATES)} as open
     from unnest($1::uuid[], $2::bytea[]) with ordinality as k(merchant_id, client_hash, place)
     join client_payins c using (merchant_id, client_hash)
     join trades t on t.merchant_id = c.merchant_id and t.trade_id = c.trade_id
     where t.created_at > $3 or t.state in ${oneOf(OPEN_PAYIN_STATES)}`,
    [
      clients.map((client) => client.merchant_id),
      clients.map((client) => client.client_hash),
      timestamp(now - DAY_MS),
    ],
  );

/** As they count for the limits, to be shown: nothing is locked. */
export async function readClientPayins(
  db: Queryable,
  cipher: Cipher,
  key: ClientKey,
  now: number,
): Promise<ClientPayin[]> {
  const rows = await readPayins(db, hashed(cipher, [key]), now);
  return rows.map(({ place: _place, ...payin }) => payin);
}

/** Inserts the customers that there are not yet. */
async function lockHashed(tx: Transaction, clients: readonly HashedClient[]): Promise<void> {
  if (tx.is_read_only) return;
  await insertRows<HashedClient>(
    tx,
    'clients',
    [
      { name: 'merchant_id', value: (c) => c.merchant_id },
      { name: 'client_hash', value: (c) => c.client_hash },
    ],
    clients,
    'on conflict (merchant_id, client_hash) do update set client_hash = excluded.client_hash',
  );
}

/**
 * Locks the customers and reads their pay-ins of the last day, so that two processes never both use
 * the last free place. A transaction that only reads locks nothing.
 */
export async function lockClients(
  tx: Transaction,
  cipher: Cipher,
  keys: readonly ClientKey[],
  now: number,
): Promise<Map<string, ClientPayin[]>> {
  const clients = new Map<string, ClientPayin[]>();
  if (keys.length === 0) return clients;
  const locked = hashed(cipher, keys);
  await lockHashed(tx, locked);
  const rows = await readPayins(tx, locked, now);
  for (const { place, ...payin } of rows) {
    const name = locked[place - 1]?.name ?? '';
    clients.set(name, [...(clients.get(name) ?? []), payin]);
  }
  return clients;
}

export async function insertClientPayins(
  tx: Transaction,
  cipher: Cipher,
  trades: readonly Trade[],
): Promise<void> {
  await insertRows<Trade>(
    tx,
    'client_payins',
    [
      { name: 'merchant_id', value: (t) => t.merchant_id },
      { name: 'client_hash', value: (t) => clientHash(cipher, t) },
      { name: 'trade_id', value: (t) => t.trade_id },
    ],
    trades,
  );
}
