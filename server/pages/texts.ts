// What a language must say for the pages: one table per language, with {names} where facts go in.
import type { Direction, State, StateReason } from '../domain/trade.ts';

/** By plural category, as Intl.PluralRules names it; `other` stands in for those not given. */
export type PluralText = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export type StateText = { heading: string; text: string };

export type UtrTexts = { help: string; format: string };

export type PageTexts = {
  lang: string;
  dir: 'ltr' | 'rtl';
  titles: Record<'payin' | 'payout' | 'problem', string>;
  labels: Record<LabelKey, string>;
  numbers: Record<string, string>;
  other_number: string;
  states: Record<Direction, Partial<Record<State, StateText>>>;
  /** Null where the state's own text has said it. */
  reasons: Record<StateReason, string | null>;
  time_left: { minutes: PluralText; last_minutes: string; seconds: string; over: string };
  steps: Record<StepKey, string>;
  utr: Record<UtrKey, string> & { changes_left: PluralText; any: UtrTexts; rrn12: UtrTexts };
  actions: Record<ActionKey, string>;
  problems: Record<ProblemKey, string>;
  errors: Record<ErrorKey, StateText>;
};

type LabelKey =
  | 'merchant_payin'
  | 'merchant_payout'
  | 'amount'
  | 'requested'
  | 'received'
  | 'holder'
  | 'payee'
  | 'bank'
  | 'reference'
  | 'order'
  | 'utr'
  | 'created_at'
  | 'completed_at'
  | 'pay_to'
  | 'details'
  | 'shifted';

type StepKey = 'heading' | 'open' | 'open_upi' | 'send' | 'reference' | 'come_back' | 'enter_utr';

type UtrKey =
  | 'heading'
  | 'heading_needed'
  | 'heading_change'
  | 'heading_late'
  | 'optional'
  | 'needed'
  | 'label'
  | 'claimed'
  | 'send';

type ActionKey =
  | 'copy'
  | 'copied'
  | 'assign'
  | 'cancel'
  | 'cancel_hint'
  | 'return'
  | 'return_notice'
  | 'returning'
  | 'stay'
  | 'refresh'
  | 'refresh_hint'
  | 'back';

export const PROBLEM_KEYS = [
  'utr_missing',
  'utr_format',
  'utr_already_used',
  'utr_too_late',
  'utr_change_limit',
  'utr_locked',
  'act_not_allowed',
  'no_receiving_account_available',
  'rate_limited',
  'other',
] as const;
export type ProblemKey = (typeof PROBLEM_KEYS)[number];

export const ERROR_KEYS = ['not_found', 'foreign', 'invalid', 'unavailable', 'internal'] as const;
export type ErrorKey = (typeof ERROR_KEYS)[number];

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

export function fillCount(texts: PageTexts, text: PluralText, count: number): string {
  const category = new Intl.PluralRules(texts.lang).select(count);
  return fill(text[category] ?? text.other, { count: count.toLocaleString(texts.lang) });
}
