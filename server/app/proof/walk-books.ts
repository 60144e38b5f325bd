// Walks all books and their entries side by side, in the same order: each book is compared with its
// head when the next one begins.
import type { Entry } from '../../domain/ledger/ledger.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import { type BookWalk, closeWalk, openWalk, takeEntry } from '../../domain/proof/walk-book.ts';
import type { BookRecord } from '../../store/proof/proof-books.ts';
import { sha256Hex } from '../process/ids.ts';

export type WalkedBooks = { books: number; entries: number; problems: string[] };

export type WalkOptions = {
  /** Where a book's walk starts; from the first entry if absent. */
  open?: (record: BookRecord) => BookWalk;
  /** Whose head each book is compared with: the book's own, or that of a proof. */
  told_by?: string;
  /** Called once per book, when all its entries have been walked. */
  closed?: (record: BookRecord) => void;
  /** Called after each few thousand entries; if it throws, the walk ends. */
  tell?: (entries: number) => void;
};

/** Starts from the book's head in the earlier proof, with its balances. */
export const openProven = ({ head, proven }: BookRecord): BookWalk =>
  proven === null ? openWalk(head.book) : openWalk(head.book, ...readHeadText(proven, head.book));

/** Reads one record ahead, because the book of an entry may be missing. */
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

/** More problems of one kind say nothing new, and would only use memory. */
const MOST_PROBLEMS = 1_000;

export async function walkBooks(
  records: AsyncIterable<BookRecord>,
  pages: AsyncIterable<readonly Entry[]>,
  options: WalkOptions = {},
): Promise<WalkedBooks> {
  const { open = (record) => openWalk(record.head.book), closed, told_by, tell } = options;
  const reader = new BookReader(records);
  const found: WalkedBooks = { books: 0, entries: 0, problems: [] };
  let walk: BookWalk | null = null;
  const note = (problems: readonly string[]) => {
    if (found.problems.length < MOST_PROBLEMS) found.problems.push(...problems);
  };

  /** Closes every book before this one, including those without entries. */
  const closeBefore = async (book: string | null) => {
    for (;;) {
      const record = await reader.peek();
      if (record === null || (book !== null && record.head.book >= book)) break;
      reader.skip();
      const own = walk?.book === record.head.book ? walk : open(record);
      note(closeWalk(own, record.head, record.accounts, told_by));
      closed?.(record);
      found.books += 1;
    }
  };

  const begin = async (book: string) => {
    await closeBefore(book);
    const record = await reader.peek();
    // A separate query reports entries without a book.
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
