// An id of which nothing better is known, shortened.

const SHORT = 8;

/** Ids are recognised by their ends: those of one minute begin alike. */
export const shortId = (id: string): string => `…${id.slice(-SHORT)}`;
