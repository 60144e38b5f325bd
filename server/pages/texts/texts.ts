// The texts that a language must have for the pages: one table per language, with {names} for the
// values.

import type { State, StateReason } from '../../domain/record/trade.ts';
import type { PaymentTypeName } from '../../domain/values/payment-type.ts';
import type { EvidenceTexts } from './evidence-texts.ts';
import { perLanguage } from './per-language.ts';
import type { SandboxTexts } from './sandbox-texts.ts';

/** By plural category of Intl.PluralRules; a test requires each that the language has. */
export type PluralText = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export type StateText = { heading: string; text: string };

export type UtrTexts = { help: string; format: string };

/** Every state that a direction can be in needs a text, or it does not compile. */
export type StateTexts = {
  payin: Record<Exclude<State, 'processing'>, StateText>;
  payout: Record<Exclude<State, 'pending' | 'verifying' | 'expired'>, StateText>;
};

/** Null if the state's own text says it already. */
export type ReasonTexts = Record<StateReason, string | null>;

export type PageTexts = {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The language's own name, for those who look for it. */
  name: string;
  titles: Record<'payin' | 'payout' | 'problem', string>;
  labels: Record<LabelKey, string>;
  numbers: Record<PaymentTypeName, string>;
  other_number: string;
  states: StateTexts;
  /** After the payer said that they have paid. */
  said_paid: Record<'pending' | 'expired', StateText>;
  reasons: ReasonTexts;
  /** The same while no money has come: only a UTR. */
  unpaid_reasons: Record<'paid_late' | 'paid_after_cancel', string>;
  time_left: { minutes: PluralText; last_minutes: string; seconds: string; over: string };
  steps: Record<StepKey, string>;
  qr: Record<QrKey, string>;
  utr: Record<UtrKey, string> & { changes_left: PluralText; any: UtrTexts; rrn12: UtrTexts };
  actions: Record<ActionKey, string>;
  sending: Record<SendingKey, string>;
  /** Shown instead of a page that was cut off. */
  half: string;
  /** Shown while the page cannot reach the service. */
  connection_lost: string;
  evidence: EvidenceTexts;
  sandbox: SandboxTexts;
  problems: Record<ProblemKey, string>;
  errors: Record<ErrorKey, StateText>;
};

type LabelKey =
  | 'merchant_payin'
  | 'merchant_payout'
  | 'language'
  | 'amount'
  | 'requested'
  | 'received'
  | 'holder'
  | 'payee'
  | 'bank'
  | 'reference'
  | 'order'
  | 'bought'
  | 'utr'
  | 'said_at'
  | 'created_at'
  | 'completed_at'
  | 'pay_to'
  | 'pay_after_all'
  | 'details'
  | 'paid_account'
  | 'contact'
  | 'sandbox'
  | 'shifted';

type StepKey =
  | 'heading'
  | 'open'
  | 'open_upi'
  | 'send'
  | 'reference'
  | 'check_name'
  | 'come_back'
  | 'enter_utr'
  | 'safety';

/** `upi` contains the whole payment, `number` only the number; `…_image` is for screen readers. */
type QrKey =
  | 'upi'
  | 'upi_image'
  | 'number'
  | 'number_image'
  | 'open_app'
  | 'open_app_hint'
  | 'other_app'
  | 'no_app';

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

/**
 * Beside a form: `kept`: will be sent by itself once there is a connection; `offline`: must be sent
 * again by hand; `unsure`: the service is being asked what arrived; `missed`: it did not arrive;
 * `lost`: it did not, and can no longer be sent; {text} is what was sent.
 */
type SendingKey = 'sending' | 'kept' | 'offline' | 'unsure' | 'missed' | 'lost';

type ActionKey =
  | 'copy'
  | 'copied'
  | 'copied_value'
  | 'uncopied'
  | 'print'
  | 'assign'
  | 'cancel'
  | 'cancel_hint'
  | 'cancel_yes'
  | 'return'
  | 'return_notice'
  | 'returning'
  | 'stay'
  | 'refresh'
  | 'refresh_hint'
  | 'updates'
  | 'back';

export const PROBLEM_KEYS = [
  'utr_missing',
  'utr_format',
  'utr_already_used',
  'utr_too_late',
  'utr_change_limit',
  'utr_locked',
  'act_not_allowed',
  'receipt_page',
  'no_receiving_account_available',
  'rate_limited',
  'other',
] as const;
export type ProblemKey = (typeof PROBLEM_KEYS)[number];

export const ERROR_KEYS = [
  'not_found',
  'foreign',
  'invalid',
  'rate_limited',
  'unavailable',
  'unconfirmed',
  'unsent',
  'internal',
] as const;
export type ErrorKey = (typeof ERROR_KEYS)[number];

export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** For texts without markup: isolates a name or number that runs in the other direction. */
export function isolated(text: string, { dir }: Pick<PageTexts, 'dir'>): string {
  return dir === 'rtl' ? `\u2068${text}\u2069` : text;
}

/** The locale for Intl: banks use the digits 0 to 9 in every language, so the pages do too. */
export function localeOf({ lang }: Pick<PageTexts, 'lang'>): string {
  return `${lang}-u-nu-latn`;
}

const rulesOf = perLanguage((lang) => new Intl.PluralRules(lang));
const countsOf = perLanguage((locale) => new Intl.NumberFormat(locale));

export function fillCount(texts: PageTexts, text: PluralText, count: number): string {
  const category = rulesOf(texts.lang).select(count);
  return fill(text[category] ?? text.other, { count: countsOf(localeOf(texts)).format(count) });
}
