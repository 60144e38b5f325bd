// Layouts of ledger entries: the accounts and currencies that many entries share, stored once.
import { hash } from 'node:crypto';
import type { Entry } from '../../domain/ledger/ledger.ts';
import type { Transaction } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';

export type EntryLayout = {
  merchant_id: string;
  layout: bigint;
  accounts: readonly string[];
  currencies: readonly string[];
};

/** With more postings, a constraint could not add up their amounts. */
const MOST_POSTINGS = 3;

/**
 * Null for an entry that has its accounts itself: of several currencies, or of many postings. The
 * entries of a batch share few layouts, so each is made once.
 */
export function createLayouts(): (entry: Entry) => EntryLayout | null {
  const known = new Map<string, EntryLayout | null>();
  return ({ book, postings }) => {
    let key = book;
    for (const { account, currency } of postings) key += ` ${account} ${currency}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const layout = layoutOfPostings(postings);
    const made = layout === null ? null : { merchant_id: book, ...layout };
    known.set(key, made);
    return made;
  };
}

/** Its number follows from what it has, so all processes make the same. */
export function layoutOfPostings(
  postings: Entry['postings'],
): Omit<EntryLayout, 'merchant_id'> | null {
  const currency = postings[0]?.currency;
  if (postings.length > MOST_POSTINGS || postings.some((leg) => leg.currency !== currency)) {
    return null;
  }
  const accounts = postings.map((leg) => leg.account);
  const currencies = postings.map((leg) => leg.currency);
  const layout = hash('sha256', JSON.stringify([accounts, currencies]), 'buffer').readBigInt64BE();
  return { layout, accounts, currencies };
}

/** Those that are there already cost a look-up each, and nothing is written. */
export async function insertLayouts(
  tx: Transaction,
  layouts: readonly EntryLayout[],
): Promise<void> {
  const each = new Map(layouts.map((one) => [`${one.merchant_id}/${one.layout}`, one]));
  await insertRows<EntryLayout>(
    tx,
    'ledger_layouts',
    [
      { name: 'merchant_id', value: (l) => l.merchant_id },
      { name: 'layout', value: (l) => l.layout },
      { name: 'accounts', value: (l) => l.accounts },
      { name: 'currencies', value: (l) => l.currencies },
    ],
    [...each.values()],
    'on conflict (merchant_id, layout) do nothing',
  );
}
