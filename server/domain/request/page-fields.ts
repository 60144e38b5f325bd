// Lists in pages: how many items one page has.

/** How many items a list gives: if nothing is said, and at most. */
export const LIST_LIMIT = { otherwise: 50, most: 200 } as const;
