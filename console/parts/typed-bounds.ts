// Bounds of values that are typed in another form than they are sent: how long the text may be.

/** A whole number. */
export const digitsOf = ({ max }: { readonly max: number }) => ({ maxLength: String(max).length });

/** With the separators that people write, which are not sent. */
export const AMOUNT_TEXT = { maxLength: 30 } as const;

/** ISO 4217. */
const CODE_LENGTH = 3;
export const CURRENCY_CODE = { pattern: '[A-Za-z]{3}', maxLength: CODE_LENGTH } as const;
