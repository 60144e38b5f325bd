// Walks all books side by side with their entries, which come in the same order: each is closed
// against its head when the next begins.
import type { Entry } from '../../domain/ledger/ledger.ts';
import { type BookWalk, closeWalk, openWalk, takeEntry } from '../../domain/proof/proof.ts';
import type { BookRecord } from '../../store/proof/proof-books.ts';
import { sha256Hex } from '../process/ids.ts';

export type WalkedBooks = { books: number; entries: number; problems: string[] };

export type WalkOptions = {
  /** Where a book's walk starts; the genesis where nothing is said. */
  open?: (record: BookRecord) => BookWalk;
  /** Each book once, when all of it has been walked. */
  closed?: (record: BookRecord) => void;
  /** Told after each few thousand entries; what it throws ends the walk. */
  tell?: (entries: number) => void;
};

/** Reads one record ahead, since an entry's book may be missing. */
class BookReader {
  readonly #records: AsyncIterator<BookRecord>;
  #next: BookRecord | null | undefined;

  constructor(records: AsyncIterable<BookRecord>) {
    this.#records = records[Symbol.asyncIterator]();
  }

  /** Null at the end. */
  async peek(): Promise<BookRecord | null> {
    if (this.#next === undefined) {
      const { done, value } = await this.#records.next();
      this.#next = done === true ? null : value;
    }
    return this.#next;
  }

  skip(): void {
    if (this.#next !== null) this.#next = undefined;
  }
}

/** More than this of one kind of damage says nothing new, and would only fill the memory. */
const MOST_PROBLEMS = 1_000;

export async function walkBooks(
  records: AsyncIterable<BookRecord>,
  pages: AsyncIterable<readonly Entry[]>,
  options: WalkOptions = {},
): Promise<WalkedBooks> {
  const { open = (record) => openWalk(record.head.book), closed, tell } = options;
  const reader = new BookReader(records);
  const found: WalkedBooks = { books: 0, entries: 0, problems: [] };
  let walk: BookWalk | null = null;
  const note = (problems: readonly string[]) => {
    if (found.problems.length < MOST_PROBLEMS) found.problems.push(...problems);
  };

  /** Closes every book whose entries have all been seen, also those that have none. */
  const closeBefore = async (book: string | null) => {
    for (;;) {
      const record = await reader.peek();
      if (record === null || (book !== null && record.head.book >= book)) break;
      reader.skip();
      const own = walk?.book === record.head.book ? walk : open(record);
      note(closeWalk(own, record.head, record.accounts));
      closed?.(record);
      found.books += 1;
    }
  };

  const begin = async (book: string) => {
    await closeBefore(book);
    const record = await reader.peek();
    // Entries without a book are told of by the query that looks for them.
    return record?.head.book === book ? open(record) : openWalk(book);
  };

  for await (const page of pages) {
    for (const entry of page) {
      if (walk?.book !== entry.book) walk = await begin(entry.book);
      note(takeEntry(walk, entry, sha256Hex));
    }
    found.entries += page.length;
    tell?.(found.entries);
  }
  await closeBefore(null);
  return found;
}
