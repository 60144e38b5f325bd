// Lists that ask for their pages while they are read.

type Paged<Item> = { readonly data: readonly Item[] };

/** A list: `for await` reads every item, `pages()` page by page, `first()` one page only. */
export type List<Item, Page extends Paged<Item>> = AsyncIterable<Item> & {
  pages(): AsyncIterable<Page>;
  first(): Promise<Page>;
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
  return { [Symbol.asyncIterator]: items, pages, first: () => fetchPage(undefined) };
}

export const byCursor = (page: { readonly next_cursor: string | null }) => page.next_cursor;

export const byNumber = (page: { readonly next_after: number; readonly has_more: boolean }) =>
  page.has_more ? page.next_after : null;
