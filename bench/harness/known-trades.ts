// Lists trades in the benchmark's database that a load can ask for.
import pg from 'pg';
import type { KnownTrade } from '../load/load-plan.ts';
import type { Shop } from './shop.ts';

/** The newest pay-ins of these merchants that still wait for money. */
export async function knownPayins(
  database_url: string,
  shops: readonly Shop[],
  count: number,
): Promise<KnownTrade[]> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const { rows } = await client.query<KnownTrade>(
      `select merchant_id, trade_id, order_id from trades
       where merchant_id = any($1) and direction = 'payin' and state = 'pending'
       order by trade_id desc limit $2`,
      [shops.map((shop) => shop.merchant_id), count],
    );
    return rows;
  } finally {
    await client.end();
  }
}
