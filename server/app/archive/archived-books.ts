// The books of an archive: each with its signed head before the month and at its end, between which
// its entries have to lead.
import type { Entry } from '../../domain/ledger/ledger.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import { leafHash } from '../../domain/proof/proof-tree.ts';
import type { BookRecord } from '../../store/proof/proof-books.ts';
import { sha256Hex } from '../process/ids.ts';
import type { CheckedProof, ProofChain } from './proof-chain.ts';
import type { ArchiveRecord } from './read-archive.ts';

type BookRow = {
  book: string;
  position: number;
  head: string;
  position_before: number | null;
  head_before: string | null;
};

/** Each head has to be a leaf of its proof, and no leaf may be without its book. */
export class ArchivedBooks {
  readonly problems: string[] = [];
  readonly records: BookRecord[] = [];
  #before = 0;
  readonly #chain: ProofChain;
  readonly #has_before: boolean;

  constructor(chain: ProofChain, has_before: boolean) {
    this.#chain = chain;
    this.#has_before = has_before;
  }

  #isLeaf(proof: CheckedProof | null, head: string, position: number): boolean {
    return proof?.leaf_hashes[position] === leafHash(head, sha256Hex);
  }

  take(record: ArchiveRecord): void {
    const { book, position, head, position_before, head_before } = record as unknown as BookRow;
    const { first, last } = this.#chain;
    const is_signed =
      this.#isLeaf(last, head, position) &&
      (head_before === null || this.#isLeaf(first, head_before, position_before ?? 0));
    if (!is_signed) {
      this.problems.push(`book ${book}: its head is not the signed one`);
      return;
    }
    if (head_before !== null) this.#before += 1;
    const [end, accounts] = readHeadText(head, book);
    this.records.push({ head: end, accounts, proven: head_before });
  }

  end(): void {
    const { first, last } = this.#chain;
    const signed = (last?.leaf_hashes.length ?? 1) - 1;
    const signed_before = this.#has_before ? (first?.leaf_hashes.length ?? 1) - 1 : 0;
    if (this.records.length !== signed) {
      this.problems.push(`${signed} books were signed, ${this.records.length} are there`);
    }
    if (this.#before !== signed_before) {
      this.problems.push(`${signed_before} books were signed before, ${this.#before} are there`);
    }
  }
}

type EntryRow = Omit<Entry, 'number' | 'postings'> & {
  number: string;
  postings: { account: string; currency: string; amount_cents: string }[];
};

export function archivedEntry(record: ArchiveRecord): Entry {
  const { book, number, at, act, trade_id, bank_line_id, adjustment_id, postings, hash } =
    record as unknown as EntryRow;
  return {
    book,
    number: BigInt(number),
    at,
    act,
    trade_id,
    bank_line_id,
    adjustment_id,
    postings: postings.map((one) => ({ ...one, amount_cents: BigInt(one.amount_cents) })),
    hash,
  };
}
