// What the keys that encrypt rows are for, and which of them can be rotated.

/** `data` encrypts rows, `lookup` makes their keyed hashes, `page` the addresses of pages. */
export const KEY_PURPOSES = ['data', 'lookup', 'page'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** Everything that is found by a keyed hash would be lost with another one. */
export const ROTATED_PURPOSES = ['data', 'page'] as const satisfies readonly KeyPurpose[];
export type RotatedPurpose = (typeof ROTATED_PURPOSES)[number];
