// The addresses of open payment pages, as they are in the benchmark's database.
import pg from 'pg';
import type { Shop } from './shop.ts';

export type KnownPage = { readonly trade_id: string; readonly path: string };

/** Of these merchants' newest pay-ins that still wait for money. */
export async function knownPages(
  database_url: string,
  shops: readonly Shop[],
  count: number,
): Promise<KnownPage[]> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const { rows } = await client.query<{ trade_id: string; merchant_id: string; key: Buffer }>(
      `select trade_id, merchant_id, page_key as key from trades
       where merchant_id = any($1) and direction = 'payin' and state = 'pending'
       order by trade_id desc limit $2`,
      [shops.map((shop) => shop.merchant_id), count],
    );
    const bytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
    return rows.map(({ trade_id, merchant_id, key }) => {
      const token = Buffer.concat([bytes(merchant_id), bytes(trade_id), key]).toString('base64url');
      return { trade_id, path: `/pay/${token}` };
    });
  } finally {
    await client.end();
  }
}
