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

const MOST_SEARCHES = 4;
const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s:’']+/)
    .filter((word) => word !== '');

/**
 * What is asked of the service for what is typed: its own words, and the names of the kinds of
 * account whose words here begin so, because the service knows accounts by their names only.
 */
export function accountSearches(typed: string): readonly string[] {
  const given = wordsIn(typed);
  if (given.length === 0) return [''];
  const kinds = Object.entries(ACCOUNT_WORDS).flatMap(([kind, words]) => {
    const own = wordsIn(words({ account: '', merchant: '' }));
    const others = given.filter((word) => !own.some((one) => one.startsWith(word)));
    const known = given.length - others.length;
    return known === 0 ? [] : [{ q: [`${kind}`, ...others].join(' '), known }];
  });
  const best = kinds.toSorted((one, other) => other.known - one.known).map(({ q }) => q);
  return [...new Set([given.join(' '), ...best])].slice(0, MOST_SEARCHES);
}
