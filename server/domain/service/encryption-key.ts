// The purposes of the encryption keys, and which of them can be rotated.

/** `data` encrypts rows, `lookup` makes keyed hashes, `page` the addresses of payment pages. */
export const KEY_PURPOSES = ['data', 'lookup', 'page'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** With another `lookup` key, nothing stored under a keyed hash could be found any more. */
export const ROTATED_PURPOSES = ['data', 'page'] as const satisfies readonly KeyPurpose[];
export type RotatedPurpose = (typeof ROTATED_PURPOSES)[number];
