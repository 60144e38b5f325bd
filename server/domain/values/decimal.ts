// Exact decimal numbers (digits × 10^-scale) for percents and exchange rates; never floating point.

export type Decimal = { readonly digits: bigint; readonly scale: number };

export const ZERO: Decimal = { digits: 0n, scale: 0 };
export const ONE: Decimal = { digits: 1n, scale: 0 };

/** Longer text is refused before parsing, which would be expensive; no real value needs it. */
const MAX_TEXT_LENGTH = 64;
const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;
const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** The same value without trailing zeros in its fraction: each value has one form. */
function canonical(digits: bigint, scale: number): Decimal {
  let [rest, places] = [digits, scale];
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return { digits: rest, scale: places };
}

/** Plain notation only (`-12.50`), as SQL numeric prints it; null for anything else. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > MAX_TEXT_LENGTH) return null;
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return canonical(BigInt(`${sign}${whole}${fraction}`), fraction.length);
}

/** The shortest decimal that reads back as this number: the sender's text, up to 15 digits. */
export function decimalFromNumber(value: number): Decimal | null {
  if (!Number.isFinite(value)) return null;
  const text = String(value);
  const match = EXPONENT.exec(text);
  if (match === null) return parseDecimal(text);
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0
    ? canonical(digits, scale)
    : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

export function formatDecimal(value: Decimal): string {
  const { digits, scale } = canonical(value.digits, value.scale);
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + text;
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** A decimal with at most this many digits can be converted to a number and back without loss. */
const LAST_EXACT = 999_999_999_999_999n;
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/** A JSON number that reads back as the same decimal; if there is none, it is the caller's bug. */
export function toWireNumber(value: Decimal): number {
  const power = POWERS_OF_TEN[value.scale];
  if (power !== undefined && value.digits <= LAST_EXACT && value.digits >= -LAST_EXACT) {
    // Both are whole numbers below 2^53, so only the division rounds.
    return Number(value.digits) / power;
  }
  const number = Number(formatDecimal(value));
  const back = decimalFromNumber(number);
  if (back === null || compareDecimals(back, value) !== 0) {
    throw new Error(`decimal is not exact as a JSON number: ${formatDecimal(value)}`);
  }
  return number;
}

/** Negative, zero or positive, if the first is less than, equal to or greater than the second. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.digits * 10n ** BigInt(b.scale);
  const right = b.digits * 10n ** BigInt(a.scale);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function isZero(value: Decimal): boolean {
  return value.digits === 0n;
}

/** Whether the value has at most `max_scale` decimals and `max_digits` significant digits. */
export function fitsDecimal(value: Decimal, max_scale: number, max_digits: number): boolean {
  const { digits, scale } = canonical(value.digits, value.scale);
  const significant = (digits < 0n ? -digits : digits).toString().length;
  return scale <= max_scale && significant <= max_digits;
}
