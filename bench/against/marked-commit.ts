// The commit that the build server compares with. A release marks its own commit here; until there
// is one, it is marked by hand.

/** Named on the command line instead of a commit. */
export const MARKED = 'marked';

export const MARKED_COMMIT = 'e34723ea8112170461359206ce96d564ab755aca';

/** The newest migration that it knows. */
export const MARKED_MIGRATION = 31;
