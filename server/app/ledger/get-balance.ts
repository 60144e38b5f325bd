// A merchant's balance, from the ledger accounts, read in one statement.
import type { Merchant } from '../../domain/record/merchant.ts';
import type { App } from '../process/app.ts';
import { type BalanceBody, balanceBody } from '../request/views.ts';

export async function balanceOfMerchant(app: App, merchant: Merchant): Promise<BalanceBody> {
  const { merchant_id, balance_currency } = merchant;
  const rows = (await app.store.reads.balances(merchant_id)) ?? [];
  const of = (account: string) =>
    rows.find((row) => row.account === account && row.currency === balance_currency)
      ?.balance_cents ?? 0n;
  return balanceBody(balance_currency, of('available'), of('blocked'));
}
