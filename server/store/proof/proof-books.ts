// Reads all books for the proof: the head of each chain, the balances of its accounts, and its head
// in the newest signed proof.
import type { BookHead } from '../../domain/ledger/ledger.ts';
import type { AccountBalance } from '../../domain/proof/walk-book.ts';
import type { Queryable } from '../connection/database.ts';
import { streamRows } from './proof-entries.ts';

export type BookRecord = {
  head: BookHead;
  accounts: readonly AccountBalance[];
  /** The head's text in the newest proof; null if the book is not in it. */
  proven: string | null;
};

type BookRow = {
  book: string;
  number: bigint;
  hash: string;
  accounts: [account: string, currency: string, balance_cents: string][] | null;
  proven: string | null;
};

/** By id, in the same order as the entries. */
export async function* streamBooks(tx: Queryable): AsyncGenerator<BookRecord> {
  const text = `
    select b.merchant_id as book, b.last_number as number, encode(b.last_hash, 'hex') as hash,
      (
        select json_agg(json_build_array(a.account, a.currency, a.balance_cents::text))
        from ledger_accounts a where a.merchant_id = b.merchant_id
      ) as accounts, h.head as proven
    from ledger_books b
    left join proof_heads h on h.merchant_id = b.merchant_id
      and h.proof_number = (select max(proof_number) from proofs)
    order by b.merchant_id`;
  for await (const rows of streamRows<BookRow>(tx, 'proof_books', text)) {
    for (const { book, number, hash, accounts, proven } of rows) {
      yield {
        head: { book, number, hash },
        accounts: (accounts ?? []).map(([account, currency, balance]) => ({
          account,
          currency,
          balance_cents: BigInt(balance),
        })),
        proven,
      };
    }
  }
}
