// The steps for a payer to take, as a numbered list.
import { fillHtml, numeral } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { amountInText } from './payment-amount.ts';

export function paymentSteps({ view, texts }: PageContext): SafeHtml | null {
  if (view.state !== 'pending') return null;
  const { steps } = texts;
  const { reference } = view;
  const holder = view.payment?.name ?? null;
  const amount = amountInText(view, view.amount_cents, texts);
  const words = [
    view.type === 'upi' ? steps.open_upi : steps.open,
    fillHtml(steps.send, { amount }),
    holder !== null && fillHtml(steps.check_name, { holder }),
    reference !== null && fillHtml(steps.reference, { reference: numeral(reference) }),
    view.exclusive ? steps.come_back : steps.enter_utr,
  ].filter((word) => word !== false);
  return html`<section class="how" aria-labelledby="steps-heading">
<h2 id="steps-heading">${steps.heading}</h2>
<ol class="steps">
${words.map((word) => html`<li><span>${word}</span></li>\n`)}</ol>
<p class="hint safety">${steps.safety}</p>
</section>`;
}
