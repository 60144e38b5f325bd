type Paged<Item> = {
    readonly data: readonly Item[];
};
/** A list: `for await` reads every item, `pages()` page by page, `first()` one page only. */
export type List<Item, Page extends Paged<Item>> = AsyncIterable<Item> & {
    pages(): AsyncIterable<Page>;
    first(): Promise<Page>;
};
/** `fetchPage` gets what the page before says of the next one; undefined for the first. */
export declare function listOf<Item, Page extends Paged<Item>, Next>(fetchPage: (next: Next | undefined) => Promise<Page>, nextOf: (page: Page) => Next | null): List<Item, Page>;
export declare const byCursor: (page: {
    readonly next_cursor: string | null;
}) => string | null;
export declare const byNumber: (page: {
    readonly next_after: number;
    readonly has_more: boolean;
}) => number | null;
export {};
