// A ledger account by its meaning.
import type { LedgerAccount } from '../../api/schema.gen.ts';
import { ACCOUNT_WORDS, UNKNOWN_ACCOUNT } from '../../texts/ledger/entries.ts';
import { shortId } from './short-id.ts';

export type NamedAccount = Pick<
  LedgerAccount,
  'account' | 'merchant_name' | 'receiving_account_name'
>;

/** What an account means; its own name if that is newer than this console. */
export function accountWords({
  account,
  merchant_name,
  receiving_account_name,
}: NamedAccount): string {
  const words = ACCOUNT_WORDS[account.split(':')[0] ?? ''];
  if (words === undefined) return account;
  const unnamed = account.endsWith(':none') ? UNKNOWN_ACCOUNT : shortId(account);
  return words({
    account: receiving_account_name ?? unnamed,
    merchant: merchant_name ?? shortId(account.split(':')[1] ?? ''),
  });
}
