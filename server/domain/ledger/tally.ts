// A month's journal for Tally: what the accounts of a book are called there.

import type { Notes } from '../request/request-shape.ts';
import type { JournalRow } from './journal.ts';
import { ACCOUNT_KIND_NAMES } from './ledger.ts';

/** By an account, or by a kind of accounts, which then share a ledger. */
export type LedgerNames = ReadonlyMap<string, string>;

export const OWN_NAMES: LedgerNames = new Map();

const kindOf = (account: string): string => account.split(':')[0] ?? '';

/** `available=Merchant balances,fees=Fees`; undefined, with a note, if it is none. */
export function readLedgerNames(
  given: string,
  name: string,
  notes: Notes,
): LedgerNames | undefined {
  const named = given.split(',').map((part) => {
    const [account = '', ...ledger] = part.split('=');
    return [account.trim(), ledger.join('=').trim()] as const;
  });
  if (named.some(([account]) => !ACCOUNT_KIND_NAMES.includes(kindOf(account)))) {
    notes.wrong(
      name,
      'unknown_value',
      `must name accounts of the kinds ${ACCOUNT_KIND_NAMES.join(', ')}`,
    );
    return undefined;
  }
  if (named.some(([, ledger]) => ledger === '')) {
    notes.wrong(name, 'format', 'must name a ledger for each account, as `fees=Fees`');
    return undefined;
  }
  return new Map(named);
}

/** An account's own name comes before that of its kind; without either it tells its owners. */
export function ledgerNameOf(
  { posting: { account }, owners }: Pick<JournalRow, 'posting' | 'owners'>,
  names: LedgerNames,
): string {
  const kind = kindOf(account);
  return names.get(account) ?? names.get(kind) ?? [kind, ...owners].join(' ');
}
