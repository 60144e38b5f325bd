// A band as people say it: always, never, or from an amount on.
import type { ApprovalBand, ApprovalBands } from '../../api/schema.gen.ts';
import { exponentOf, shownAmount } from '../../parts/amount/amount.ts';
import { readAmount } from '../../parts/amount/read-amount.ts';
import { BAND_TEXTS as texts } from '../../texts/approvals/bands.ts';

export type Rule = keyof typeof texts.rules;
/** What somebody chose; the amount as they typed it. */
export type Chosen = { readonly rule: Rule; readonly amount: string };

const RULES = Object.keys(texts.rules) as Rule[];

/** An amount says nothing without its currency. */
export const rulesFor = (has_amount: boolean, currency: string | null): readonly Rule[] =>
  has_amount && currency !== null ? RULES : RULES.filter((rule) => rule !== 'from');

export const isRule = (text: string): text is Rule => text in texts.rules;

/** The chosen limit in minor units; undefined: what was typed is no amount. */
export function limitOf({ rule, amount }: Chosen, currency: string): number | null | undefined {
  if (rule === 'always') return 0;
  if (rule === 'never') return null;
  const cents = readAmount(amount, currency);
  return cents === null || cents < 0 ? undefined : cents;
}

export function wordsOf(from_cents: number | null, currency: string | null): string {
  if (from_cents === null) return texts.rules.never;
  if (from_cents === 0 || currency === null) return texts.rules.always;
  return `${texts.from} ${shownAmount(from_cents, currency)}`;
}

type Defaults = ApprovalBands['defaults'];

/**
 * The default of an act with an amount differs by currency, unless it is off. `currency`: the one
 * that somebody asks about, if the band is that of every other currency.
 */
export function shownBand(
  { has_amount, is_default, from_cents, currency: own }: ApprovalBand,
  defaults: Defaults,
  currency = own,
): string {
  if (!has_amount || !is_default || own !== null) return wordsOf(from_cents, own);
  if (defaults.every((one) => one.from_cents === null)) return texts.rules.never;
  const known = defaultOf(defaults, currency);
  return known === undefined ? texts.by_currency : wordsOf(known.from_cents, currency);
}

const defaultOf = (defaults: Defaults, currency: string | null) =>
  defaults.find(({ decimals }) => currency !== null && decimals === exponentOf(currency));

/** The same for the sum of a day, which follows from the band of one act unless it is set. */
export function shownSum(
  { has_amount, is_default, sum_is_default, sum_from_cents, currency: own }: ApprovalBand,
  defaults: Defaults,
  currency = own,
): string {
  if (!has_amount) return '';
  const follows = own === null && is_default && sum_is_default;
  if (!follows) return wordsOf(sum_from_cents, own);
  if (defaults.every((one) => one.sum_from_cents === null)) return texts.rules.never;
  const known = defaultOf(defaults, currency);
  return known === undefined ? texts.by_currency : wordsOf(known.sum_from_cents, currency);
}
