// Lists that ask for their pages while they are read.
/** `fetchPage` gets what the page before says of the next one; undefined for the first. */
export function listOf(fetchPage, nextOf) {
    async function* pages() {
        let next;
        for (;;) {
            const page = await fetchPage(next);
            yield page;
            const following = nextOf(page);
            if (following === null)
                return;
            next = following;
        }
    }
    async function* items() {
        for await (const { data } of pages())
            for (const item of data)
                yield item;
    }
    return { [Symbol.asyncIterator]: items, pages, first: () => fetchPage(undefined) };
}
export const byCursor = (page) => page.next_cursor;
export const byNumber = (page) => page.has_more ? page.next_after : null;
