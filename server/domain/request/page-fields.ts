// Lists in pages: how many items one page has.

/** A cursor is made here, and its reader knows no other. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]*$';

/** How many items a list gives: if nothing is said, and at most. */
export const LIST_LIMIT = { otherwise: 50, most: 200 } as const;
