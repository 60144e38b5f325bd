// The version of a setting on which a dialog was opened.

/** As a field of the request; nothing if it is about no setting. */
export type Seen = { readonly expected_version?: string };

/** The version of a rate or a band that is not there yet. */
export const NONE_YET = 'none';
