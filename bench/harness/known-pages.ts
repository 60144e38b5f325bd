// Lists addresses of open payment pages, as the service would give them out.
import { pageUrls } from '../../server/app/process/page-address.ts';
import { withApp } from './bench-app.ts';
import type { Shop } from './shop.ts';

export type KnownPage = { readonly trade_id: string; readonly path: string };

type Row = { trade_id: string; merchant_id: string; page_key_id: number };

/** The pages of these merchants' newest pay-ins that still wait for money. */
export async function knownPages(
  database_url: string,
  shops: readonly Shop[],
  count: number,
): Promise<KnownPage[]> {
  return await withApp(database_url, async ({ store }) => {
    const rows = await store.db.query<Row>(
      '',
      `select trade_id, merchant_id, page_key_id from trades
       where merchant_id = any($1) and direction = 'payin' and state = 'pending'
       order by trade_id desc limit $2`,
      [shops.map((shop) => shop.merchant_id), count],
    );
    const pathOf = pageUrls('', store.cipher);
    return rows.map((row) => ({ trade_id: row.trade_id, path: pathOf(row) }));
  });
}
