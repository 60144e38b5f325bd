// The recent pay-ins of a merchant's customers, locked per customer, for merchants that limit them.

import { type ClientPayin, clientKey } from '../../domain/batch/world.ts';
import { OPEN_PAYIN_STATES } from '../../domain/record/state-sets.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';

export type ClientKey = { merchant_id: string; client_id: string };

const arrays = (keys: readonly ClientKey[]) => [
  keys.map((key) => key.merchant_id),
  keys.map((key) => key.client_id),
];

/**
 * Locks the customers and reads their pay-ins of the last day, so that two processes never both use
 * the last free place.
 */
export async function lockClients(
  tx: Transaction,
  keys: readonly ClientKey[],
  now: number,
): Promise<Map<string, ClientPayin[]>> {
  const clients = new Map<string, ClientPayin[]>();
  if (keys.length === 0) return clients;
  const name = (key: ClientKey) => clientKey(key.merchant_id, key.client_id);
  const unique = [...new Map(keys.map((key) => [name(key), key])).values()].toSorted((a, b) =>
    name(a) < name(b) ? -1 : 1,
  );
  await insertRows<ClientKey>(
    tx,
    'clients',
    [
      { name: 'merchant_id', value: (k) => k.merchant_id },
      { name: 'client_id', value: (k) => k.client_id },
    ],
    unique,
    'on conflict (merchant_id, client_id) do update set client_id = excluded.client_id',
  );
  const rows = await tx.query<ClientPayin & ClientKey>(
    'read-client-payins',
    `select c.merchant_id, c.client_id, t.trade_id, t.requested_amount_cents as amount_cents,
       t.currency, t.created_at, t.state in ${oneOf(OPEN_PAYIN_STATES)} as open
     from unnest($1::uuid[], $2::text[]) as k(merchant_id, client_id)
     join client_payins c using (merchant_id, client_id)
     join trades t on t.merchant_id = c.merchant_id and t.trade_id = c.trade_id
     where t.created_at > $3 or t.state in ${oneOf(OPEN_PAYIN_STATES)}`,
    [...arrays(unique), timestamp(now - DAY_MS)],
  );
  for (const { merchant_id, client_id, ...payin } of rows) {
    const key = clientKey(merchant_id, client_id);
    clients.set(key, [...(clients.get(key) ?? []), payin]);
  }
  return clients;
}

export async function insertClientPayins(tx: Transaction, trades: readonly Trade[]): Promise<void> {
  await insertRows<Trade>(
    tx,
    'client_payins',
    [
      { name: 'merchant_id', value: (t) => t.merchant_id },
      { name: 'client_id', value: (t) => t.client_id },
      { name: 'trade_id', value: (t) => t.trade_id },
    ],
    trades,
  );
}
