// Bounds of values that are typed in another form than they are sent: how long the text may be.

/** A whole number. */
export const digitsOf = ({ max }: { readonly max: number }) => ({ maxLength: String(max).length });

/** Blanks and commas between the items of a list. */
const BETWEEN = 3;

/** A list as one text: each item has at most `length` characters. */
export const listText = ({ maxItems }: { readonly maxItems: number }, length: number) => ({
  maxLength: maxItems * (length + BETWEEN),
});

/** With the separators that people write, which are not sent. */
export const AMOUNT_TEXT = { maxLength: 30 } as const;

/** ISO 4217. */
export const CODE_LENGTH = 3;
export const CURRENCY_CODE = { pattern: '[A-Za-z]{3}', maxLength: CODE_LENGTH } as const;

/** An address with its prefix, as IPv6 writes one of IPv4. */
export const NETWORK_LENGTH = 49;
