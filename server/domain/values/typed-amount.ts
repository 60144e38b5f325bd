// An amount as a person types it, in units of its currency.

const TYPED = /^(\d{1,13})(?:[.,](\d{1,4}))?$/;

/** In minor units; null if it is none, or has more decimals than the currency. */
export function typedAmount(text: string, exponent: number): bigint | null {
  const [, whole, decimals = ''] = TYPED.exec(text.trim()) ?? [];
  if (whole === undefined || decimals.length > exponent) return null;
  const cents = BigInt(`${whole}${decimals.padEnd(exponent, '0')}`);
  return cents > 0n ? cents : null;
}
