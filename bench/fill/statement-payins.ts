// Open pay-ins of one receiving account, as a statement of matching is to pay them.
import { makeMerchants } from '../harness/make-merchants.ts';
import { fillOpen, type OpenPayin } from './fill-open.ts';
import { withClient } from './with-client.ts';

const MERCHANTS = 100;
/** Of the pay-ins, those whose amount others have too: their line names them. */
const SHARED_SHARE = 0.15;

/** As many as asked for, spread over merchants of their own. */
export async function fillPayins(
  database_url: string,
  receiving_account_id: string,
  count: number,
): Promise<OpenPayin[]> {
  const shops = await makeMerchants(database_url, { count: MERCHANTS });
  const open = {
    merchants: shops.map((shop) => shop.merchant_id),
    receiving_account_id,
    count,
    shared: Math.round(count * SHARED_SHARE),
    claims: true,
  };
  return await withClient(database_url, (client) => fillOpen(client, open));
}
