// What a batch knows of the books: balances, and the postings of trades.
import { accountKey, type EntryDraft } from '../ledger/ledger.ts';

/** The postings of one act. */
export type Posted = Pick<EntryDraft, 'trade_id' | 'bank_line_id' | 'act' | 'postings'>;

export type Books = {
  /** Ledger balances by accountKey. */
  balances: Map<string, bigint>;
  /** By trade: its entries, oldest first. Read only if a command may undo them. */
  posted: Map<string, readonly Posted[]>;
};

/** Adds an entry to its trade. */
export function putPosted({ posted }: Books, entry: Posted): void {
  if (entry.trade_id === null) return;
  posted.set(entry.trade_id, [...(posted.get(entry.trade_id) ?? []), entry]);
}

/** Adds an entry that the batch itself posts. */
export function postEntry(books: Books, entry: EntryDraft): void {
  putPosted(books, entry);
  for (const { account, currency, amount_cents } of entry.postings) {
    const key = accountKey(entry.book, account, currency);
    books.balances.set(key, (books.balances.get(key) ?? 0n) + amount_cents);
  }
}
