// The commit that the build server compares with. A release marks its own commit here; until there
// is one, it is marked by hand.

/** Named on the command line instead of a commit. */
export const MARKED = 'marked';

export const MARKED_COMMIT = '52488670211504a9ea8282b3412a25f8a92a5396';

/** The newest migration that it knows. */
export const MARKED_MIGRATION = 34;
