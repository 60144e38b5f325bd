// Where a payer sends the money: number, holder, bank and reference, and the same as a QR code.
import { paymentType } from '../domain/payment-type.ts';
import { type Detail, detailList } from './detail-list.ts';
import { html, type SafeHtml } from './html.ts';
import type { PageContext } from './page-context.ts';
import { openApp, paymentCode } from './payment-code.ts';
import type { PageTexts } from './texts.ts';

export function numberLabel(type: string, texts: PageTexts): string {
  const known = paymentType(type);
  return known === undefined ? texts.other_number : texts.numbers[known.type];
}

export function accountDetails(context: PageContext): SafeHtml | null {
  const { view, texts } = context;
  if (view.state !== 'pending' || view.payment === null) return null;
  const { labels } = texts;
  const { payment, reference } = view;
  const details: Detail[] = [
    {
      label: numberLabel(view.type, texts),
      value: payment.number,
      code: true,
      copy: payment.bare_number,
    },
  ];
  if (payment.name !== null) details.push({ label: labels.holder, value: payment.name });
  if (payment.bank_name !== null) details.push({ label: labels.bank, value: payment.bank_name });
  if (reference !== null) {
    details.push({ label: labels.reference, value: reference, code: true, copy: reference });
  }
  return html`<section class="account" aria-labelledby="account-heading">
<h2 id="account-heading">${labels.pay_to}</h2>
${openApp(context)}${detailList(details, texts)}
${paymentCode(context)}
</section>`;
}
