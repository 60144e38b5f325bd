// The terms of a receiving account as texts of a form, and what a form would change.
import { BOUNDS } from '../../api/bounds.gen.ts';
import type { UpdateReceivingAccount, UsedReceivingAccount } from '../../api/schema.gen.ts';
import type { Changed } from '../../parts/act/changed.ts';
import { writtenAmount } from '../../parts/amount/amount.ts';
import { readAmount } from '../../parts/amount/read-amount.ts';
import { digitsOf } from '../../parts/typed-bounds.ts';
import { RECEIVING_ACCOUNT_TEXTS } from '../../texts/accounts/accounts.ts';

const { fields: labels } = RECEIVING_ACCOUNT_TEXTS;

/** `time`: a minute of the UTC day, written as 09:30. */
const KINDS = {
  name: 'text',
  bank_name: 'text',
  min_amount_cents: 'amount',
  max_amount_cents: 'amount',
  daily_count_limit: 'number',
  daily_amount_limit_cents: 'amount',
  active_from_minute: 'time',
  active_to_minute: 'time',
  weight: 'number',
} as const;

export type TermName = keyof typeof KINDS;
export type Terms = Readonly<Record<TermName, string>>;
export const TERMS = Object.keys(KINDS) as TermName[];
export const kindOf = (name: TermName) => KINDS[name];

/** Amounts and times are typed in another form than they are sent. */
export function boundsOfTerm(name: TermName) {
  const bounds = BOUNDS.updateReceivingAccount;
  if (name === 'name' || name === 'bank_name') return bounds[name];
  return KINDS[name] === 'number' ? digitsOf(bounds[name]) : {};
}

const two = (value: number) => String(value).padStart(2, '0');

const clock = (minute: number) => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;

function minuteOf(text: string): number | null {
  const [, hours = '', minutes = ''] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  return hours === '' ? null : Number(hours) * 60 + Number(minutes);
}

export function termsOf(account: UsedReceivingAccount): Terms {
  const texts = TERMS.map((name) => {
    const value = account[name];
    if (value === null) return [name, ''];
    if (KINDS[name] === 'amount') return [name, writtenAmount(Number(value), account.currency)];
    return [name, KINDS[name] === 'time' ? clock(Number(value)) : String(value)];
  });
  return Object.fromEntries(texts) as Terms;
}

const changedNames = (before: Terms, after: Terms) =>
  TERMS.filter((name) => before[name] !== after[name].trim());

export const changesOf = (before: Terms, after: Terms): readonly Changed[] =>
  changedNames(before, after).map((name) => ({
    label: labels[name],
    before: before[name],
    after: after[name],
  }));

function valueOfTerm(name: TermName, text: string, currency: string): unknown {
  if (text.trim() === '') return null;
  const kind = KINDS[name];
  if (kind === 'amount') return readAmount(text, currency);
  if (kind === 'time') return minuteOf(text);
  return kind === 'number' ? Number(text) : text.trim();
}

/** Null if an amount is no amount of the currency: an empty limit would be something else. */
export function changeOf(
  before: Terms,
  after: Terms,
  currency: string,
): UpdateReceivingAccount | null {
  const pairs = changedNames(before, after).map(
    (name) => [name, valueOfTerm(name, after[name], currency)] as const,
  );
  const is_wrong = pairs.some(([name, value]) => value === null && after[name].trim() !== '');
  return is_wrong ? null : Object.fromEntries(pairs);
}
