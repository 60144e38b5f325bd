// The text of a sheet's number as it would stand in a CSV: exact digits, days and times, and never
// the remains of a binary fraction.
import { DAY_MS } from '../../../lib/durations.ts';
import type { CellMeaning } from './number-format.ts';

/** `number`: the point in the text is its decimal sign. `day`: made from a number of days. */
export type CellText = { readonly text: string; readonly kind: 'text' | 'number' | 'day' };

const asText = (text: string): CellText => ({ text, kind: 'text' });

const WRITTEN = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:[eE]([+-]?\d{1,3}))?$/;
/** Spreadsheets keep so many digits; longer ids are not exact. */
const EXACT_DIGITS = 15;
/** The decimals of no currency are more than four. */
const DECIMALS = 4;
/** Farther from such a decimal number a value is no remains of a fraction, but another value. */
const NEAR = { always: 10n ** 9n, large: 10n ** 6n } as const;

type Decimal = { readonly negative: boolean; readonly digits: bigint; readonly scale: number };

/** Exactly as written; null if it is no number, or longer than any number of a spreadsheet. */
function decimalOf(written: string): Decimal | null {
  const match = WRITTEN.exec(written);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const scale = fraction.length - Number(power);
  if (whole === '' && fraction === '') return null;
  if (scale > 400 || scale < -400) return null;
  const digits = BigInt(`${whole}${fraction}`);
  const negative = sign === '-';
  return scale < 0
    ? { negative, digits: digits * 10n ** BigInt(-scale), scale: 0 }
    : { negative, digits, scale };
}

/** `digits` with fewer decimals, rounded half up. */
function rounded(digits: bigint, from: number, to: number): bigint {
  if (from <= to) return digits * 10n ** BigInt(to - from);
  const unit = 10n ** BigInt(from - to);
  return (digits + unit / 2n) / unit;
}

/**
 * A double that should be 1234.56 may be written as 1234.5599999999999. If a number with few
 * decimals is nearer than 10^-9, that one is meant, and of larger numbers if they differ only
 * behind the fifteen digits that spreadsheets keep. Any other number stays as it is.
 */
function withoutRemains({ negative, digits, scale }: Decimal): Decimal {
  if (scale <= DECIMALS) return { negative, digits, scale };
  const short = rounded(digits, scale, DECIMALS);
  const difference = digits - short * 10n ** BigInt(scale - DECIMALS);
  const size = difference < 0n ? -difference : difference;
  const one = 10n ** BigInt(scale);
  const is_behind = size * 10n ** BigInt(EXACT_DIGITS) < digits && size * NEAR.large < one;
  return is_behind || size * NEAR.always < one
    ? { negative, digits: short, scale: DECIMALS }
    : { negative, digits, scale };
}

function withoutZeros(fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

function plainText({ negative, digits, scale }: Decimal): string {
  const text = String(digits).padStart(scale + 1, '0');
  const at = text.length - scale;
  const fraction = withoutZeros(text.slice(at));
  // Three decimals could be taken for thousands; a fourth zero is dropped again.
  const shown = fraction.length === 3 ? `${fraction}0` : fraction;
  const minus = negative && digits !== 0n ? '-' : '';
  return `${minus}${text.slice(0, at)}${shown === '' ? '' : `.${shown}`}`;
}

/** Digits beyond the exact ones stay as they are written: nobody shall take them for an id. */
function numberText(written: string): CellText {
  const decimal = decimalOf(written);
  if (decimal === null) return asText(written);
  const clean = withoutRemains(decimal);
  const whole = String(clean.digits).length - clean.scale;
  if (whole > EXACT_DIGITS && /e/i.test(written)) return asText(written);
  return { text: plainText(clean), kind: 'number' };
}

/** Day 0 of each system; before March 1900 the first one counts a day that never was. */
const EPOCH = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
const FIRST_TRUE_DAY = 61;
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

export type DateSystem = keyof typeof EPOCH;

/** To the second: a moment's fraction of a day is never exact. Null if it is no such moment. */
function serialText(
  written: string,
  kind: 'day' | 'moment' | 'clock',
  system: DateSystem,
): CellText | null {
  const serial = Number(written);
  const is_clock = kind === 'clock' || serial < 1;
  const first_day = system === 1900 ? FIRST_TRUE_DAY : 1;
  const is_known = serial >= (is_clock ? 0 : first_day) && serial < LAST_DAY;
  if (written === '' || !is_known) return null;
  const since_epoch = Math.round((serial * DAY_MS) / 1_000) * 1_000;
  const moment = new Date(EPOCH[system] + since_epoch).toISOString();
  const [day, clock] = [moment.slice(0, 10), moment.slice(11, 19)];
  if (is_clock) return asText(clock);
  const is_day = kind === 'day' || clock === '00:00:00';
  return { text: is_day ? day : `${day} ${clock}`, kind: 'day' };
}

/** `written` is the number as the sheet has it. */
export function numberCell(written: string, meaning: CellMeaning, system: DateSystem): CellText {
  switch (meaning.kind) {
    case 'number':
      return numberText(written);
    case 'digits': {
      const { text } = numberText(written);
      const is_whole = /^\d{1,400}$/.test(text);
      return is_whole ? asText(text.padStart(meaning.count, '0')) : numberText(written);
    }
    case 'day':
    case 'moment':
    case 'clock':
      return serialText(written, meaning.kind, system) ?? numberText(written);
  }
}

/** As a CSV with this decimal sign would have it. */
export const textWith = ({ text, kind }: CellText, decimal: '.' | ','): string =>
  kind === 'number' ? text.replace('.', decimal) : text;
