// Tells bytes that stand for an erased value from a ciphertext, and from nothing.

/** Too short for a ciphertext, which begins with the id of its key. */
const ERASED_BYTES = Buffer.of(0);

export const isErased = (sealed: Uint8Array): boolean => sealed.length === ERASED_BYTES.length;
