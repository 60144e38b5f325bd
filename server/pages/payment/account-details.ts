// Where a payer sends the money: number, holder, bank and reference, and the same as a QR code.
import type { PagePayment } from '../../domain/page/page-view.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import { plainAmount } from '../parts/amount.ts';
import { type Detail, detailList } from '../parts/detail-list.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { isSaidPaid } from '../parts/state-message.ts';
import type { PageTexts } from '../texts/texts.ts';
import { amountText, fitting } from './payment-amount.ts';
import { paymentCode, upiAppLink } from './payment-code.ts';
import { isNeeded } from './utr-form.ts';

export function numberLabel(type: string, texts: PageTexts): string {
  const known = paymentType(type);
  return known === undefined ? texts.other_number : texts.numbers[known.type];
}

function amountDetail({ view, texts }: PageContext): Detail {
  const copy = plainAmount(view.amount_cents, view.exponent);
  const value = amountText(view, view.amount_cents, texts);
  return { label: texts.labels.amount, value, code: true, size: fitting(value), copy };
}

function numberDetail({ view, texts }: PageContext, { number, bare_number }: PagePayment): Detail {
  return { label: numberLabel(view.type, texts), value: number, code: true, copy: bare_number };
}

function bankAndReference({ view, texts: { labels } }: PageContext): Detail[] {
  const details: Detail[] = [];
  const bank_name = view.payment?.bank_name ?? null;
  if (bank_name !== null) details.push({ label: labels.bank, value: bank_name });
  const { reference } = view;
  if (reference !== null) {
    details.push({ label: labels.reference, value: reference, code: true, copy: reference });
  }
  return details;
}

export function accountDetails(context: PageContext): SafeHtml | null {
  const { view, texts } = context;
  const { payment } = view;
  if (view.state !== 'pending' || payment === null) return null;
  const { labels } = texts;
  const details: Detail[] = [
    // The amount is no longer shown above, where it could be copied.
    ...(isSaidPaid(context) ? [amountDetail(context)] : []),
    numberDetail(context, payment),
  ];
  if (payment.name !== null) details.push({ label: labels.holder, value: payment.name });
  const is_short = isShort(context);
  if (!is_short) details.push(...bankAndReference(context));
  return html`<section class="account" aria-labelledby="account-heading">
<h2 id="account-heading">${labels.pay_to}</h2>
${upiAppLink(context)}${detailList(details, texts)}
${is_short ? null : paymentCode(context)}
</section>`;
}

/** Short, so that the UTR field, which comes next, is visible without scrolling. */
function isShort(context: PageContext): boolean {
  return isNeeded(context) && !isSaidPaid(context);
}

/** What the short account details leave out, below the UTR. */
export function moreDetails(context: PageContext): SafeHtml | null {
  if (context.view.payment === null || !isShort(context)) return null;
  return html`<div class="more">
${detailList(bankAndReference(context), context.texts)}
${paymentCode(context)}
</div>`;
}
