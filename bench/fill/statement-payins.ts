// Makes the open pay-ins of one receiving account that a statement is going to pay.
import { makeMerchants } from '../harness/make-merchants.ts';
import { fillOpen, type OpenPayin } from './fill-open.ts';
import { withClient } from './with-client.ts';

const MERCHANTS = 100;
/** Share of pay-ins with an amount that others have too; their bank line names them. */
const SHARED_SHARE = 0.15;

/** Makes so many pay-ins, spread over new merchants. */
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
