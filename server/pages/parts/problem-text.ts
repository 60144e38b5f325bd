// Why something was refused, in the page's language.

import type { Refusal } from '../../domain/service/refusal.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import { fill, isolated, PROBLEM_KEYS, type ProblemKey, type UtrTexts } from '../texts/texts.ts';
import type { PageContext } from './page-context.ts';

/** Reasons about which a customer can do nothing share one text. */
export function problemKey({ code, extra }: Pick<Refusal, 'code' | 'extra'>): ProblemKey {
  if (code === 'invalid_request') return 'utr_format';
  if (extra?.reason === 'receipt_page') return 'receipt_page';
  return PROBLEM_KEYS.find((key) => key === code) ?? 'other';
}

/** What banks call a UTR for this payment type. */
export function utrTexts({ view, texts }: PageContext): UtrTexts {
  const rule = paymentType(view.type)?.utr_rule ?? 'any';
  return texts.utr[rule];
}

export function problemText(context: PageContext): string | null {
  const { view, texts, problem } = context;
  if (problem === null) return null;
  if (problem.key === 'utr_format') return utrTexts(context).format;
  const text = { ...texts.problems, ...texts.evidence.problems }[problem.key];
  const merchant = isolated(view.merchant_name, texts);
  return fill(text, { merchant, contact: merchant, found: problem.found ?? '' });
}
