// Lists that ask for their pages while they are read.
import { PaymentOrdersError } from './api-errors.ts';

type Paged<Item> = { readonly data: readonly Item[] };

/** A list: `for await` reads every item. */
export type List<Item, Page extends Paged<Item>> = AsyncIterable<Item> & {
  pages(): AsyncIterable<Page>;
  /** One page only. */
  first(): Promise<Page>;
  /** The first items, or all if there are fewer; asks for no page that it does not need. */
  take(count: number): Promise<Item[]>;
};

/** `fetchPage` gets what the page before says of the next one; undefined for the first. */
export function listOf<Item, Page extends Paged<Item>, Next>(
  fetchPage: (next: Next | undefined) => Promise<Page>,
  nextOf: (page: Page) => Next | null,
): List<Item, Page> {
  async function* pages(): AsyncGenerator<Page> {
    let next: Next | undefined;
    for (;;) {
      const page = await fetchPage(next);
      yield page;
      const following = nextOf(page);
      if (following === null) return;
      next = following;
    }
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const { data } of pages()) for (const item of data) yield item;
  }
  async function take(count: number): Promise<Item[]> {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new PaymentOrdersError(`take needs a whole number from 0 on, not ${count}`);
    }
    const taken: Item[] = [];
    if (count === 0) return taken;
    for await (const item of items()) {
      taken.push(item);
      if (taken.length === count) break;
    }
    return taken;
  }
  return { [Symbol.asyncIterator]: items, pages, first: () => fetchPage(undefined), take };
}

export const byCursor = (page: { readonly next_cursor: string | null }) => page.next_cursor;

export const byNumber = (page: { readonly next_after: number; readonly has_more: boolean }) =>
  page.has_more ? page.next_after : null;

/** The first page has no cursor of its own. */
export const atCursor = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
