// The values of ISO 20022 cash messages: amounts with their sign, booking times, accounts.

import { currencyExponent } from '../../../domain/values/currency.ts';
import { MAX_LINE_CENTS } from '../../../domain/values/money.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { at, type Element, textAt } from '../../../lib/xml/xml-tree.ts';
import { readStatementAmount } from '../statement-amount.ts';
import { type ReadDate, readDate } from '../statement-date.ts';

const AMOUNT_FORM = { decimal: '.', thousands: [], minor_units: false } as const;
const AMOUNT = /^\d{1,18}(?:\.(\d{1,5}))?$/;

export type CamtValue<Kind> = { readonly value: Kind } | { readonly problem: string };

/** An amount without sign; decimals beyond the currency's must be zeros. */
export function readCents(element: Element | undefined, most = MAX_LINE_CENTS): CamtValue<bigint> {
  const text = element?.text.trim() ?? '';
  const exponent = currencyExponent(element?.currency ?? '');
  if (element === undefined || text === '') return { problem: 'has no amount' };
  if (exponent === undefined) return { problem: `has no known currency at its amount ${text}` };
  const [, fraction = ''] = AMOUNT.exec(text) ?? ['', null];
  if (fraction === null) return { problem: `has the amount ${text.slice(0, 40)}, which is none` };
  const extra = fraction.slice(exponent);
  const short = /^0+$/.test(extra) ? text.slice(0, -extra.length).replace(/\.$/, '') : text;
  const amount = readStatementAmount(short, AMOUNT_FORM, exponent, most);
  if ('problem' in amount) return { problem: `has an amount that ${amount.problem}` };
  return { value: amount.cents };
}

/** 1 for incoming money, -1 for outgoing. */
export function readSign(element: Element | undefined): CamtValue<bigint> {
  const text = textAt(element, 'CdtDbtInd');
  if (text === 'CRDT') return { value: 1n };
  if (text === 'DBIT') return { value: -1n };
  return { problem: `has ${text === '' ? 'no CdtDbtInd' : `CdtDbtInd ${text.slice(0, 20)}`}` };
}

const DAY = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})?$/;
const ZONED = /T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Banks that know only the day write its midnight. */
const MIDNIGHT = /T00:00:00(?:\.0+)?(?:Z|[+-]\d{2}:\d{2})?$/;

/**
 * A time counts if it names its zone and is on the same day in UTC, because days are closed by UTC;
 * otherwise only the day counts, as the bank writes it.
 */
export function readCamtMoment(text: string): ReadDate | null {
  const date = DAY.exec(text)?.[1] ?? text.slice(0, 10);
  const day = readDate({ date, time: '' }, ['ISO'], 0);
  if (day === null || !ZONED.test(text) || MIDNIGHT.test(text)) return day;
  const exact = readDate({ date: text, time: '' }, ['ISO'], 0);
  const from_day_ms = (exact?.booked_at ?? 0) - day.booked_at;
  return exact !== null && from_day_ms >= 0 && from_day_ms < DAY_MS ? exact : day;
}

/** `Dt` or `DtTm` within an element such as `BookgDt`. */
export function momentAt(element: Element | undefined, name: string): ReadDate | null {
  const held = at(element, name);
  const text = textAt(held, 'DtTm') || textAt(held, 'Dt');
  return text === '' ? null : readCamtMoment(text);
}

/** `YYYY-MM-DD`, or null. */
export function dayAt(element: Element | undefined, name: string): string | null {
  const held = at(element, name);
  const day = (textAt(held, 'Dt') || textAt(held, 'DtTm')).slice(0, 10);
  return readDate({ date: day, time: '' }, ['ISO'], 0) === null ? null : day;
}

/** The `IBAN`, or the number in any other scheme. */
export function numberOf(account: Element | undefined): string {
  return textAt(account, 'Id', 'IBAN') || textAt(account, 'Id', 'Othr', 'Id');
}
