// Reads all books for the proof: the head of each chain, the balances of its accounts, and its head
// in an earlier signed proof.
import type { BookHead } from '../../domain/ledger/ledger.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import type { AccountBalance } from '../../domain/proof/walk-book.ts';
import type { Queryable } from '../connection/database.ts';
import { type ProofRange, streamRows } from './proof-entries.ts';

export type BookRecord = {
  head: BookHead;
  accounts: readonly AccountBalance[];
  /** The head's text in the earlier proof; null if the book is not in it. */
  proven: string | null;
};

type ProvenRow = Omit<BookRow, 'accounts'> & { signed: string };

/** The books of a proof, each as the proof has it, with its head in an earlier one. */
export async function* streamProvenBooks(
  tx: Queryable,
  { after, to }: ProofRange,
): AsyncGenerator<BookRecord> {
  const text = `
    select h.merchant_id as book, h.book_number as number, encode(h.book_hash, 'hex') as hash,
      h.head as signed, b.head as proven
    from proof_heads h left join proof_heads b on b.merchant_id = h.merchant_id
      and b.proof_number = ${after}
    where h.proof_number = ${to} order by h.merchant_id`;
  for await (const rows of streamRows<ProvenRow>(tx, `proof_books_${to}`, text)) {
    for (const { book, number, hash, signed, proven } of rows) {
      const [, accounts] = readHeadText(signed, book);
      yield { head: { book, number, hash }, accounts, proven };
    }
  }
}

type BookRow = {
  book: string;
  number: bigint;
  hash: string;
  accounts: [account: string, currency: string, balance_cents: string][] | null;
  proven: string | null;
};

/**
 * The present books by id, in the same order as the entries, with their heads in a proof; no proof
 * has the number 0.
 */
export async function* streamBooks(tx: Queryable, since: bigint): AsyncGenerator<BookRecord> {
  const text = `
    select b.merchant_id as book, b.last_number as number, encode(b.last_hash, 'hex') as hash,
      (
        select json_agg(json_build_array(a.account, a.currency, a.balance_cents::text))
        from ledger_accounts a where a.merchant_id = b.merchant_id
      ) as accounts, h.head as proven
    from ledger_books b
    left join proof_heads h on h.merchant_id = b.merchant_id and h.proof_number = ${since}
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
