// What a payer does, in numbered words.
import { shownAmount } from './amount.ts';
import { html, type SafeHtml } from './html.ts';
import type { PageContext } from './page-context.ts';
import { fill } from './texts.ts';

export function paymentSteps({ view, texts }: PageContext): SafeHtml | null {
  if (view.state !== 'pending') return null;
  const { steps } = texts;
  const send = fill(steps.send, {
    amount: shownAmount(view.amount_cents, view.exponent, texts.lang),
    currency: view.currency,
  });
  const reference = view.reference !== null && fill(steps.reference, { reference: view.reference });
  const words = [
    view.type === 'upi' ? steps.open_upi : steps.open,
    send,
    ...(reference === false ? [] : [reference]),
    view.exclusive ? steps.come_back : steps.enter_utr,
  ];
  return html`<section aria-labelledby="steps-heading">
<h2 id="steps-heading">${steps.heading}</h2>
<ol class="steps">
${words.map((word) => html`<li>${word}</li>\n`)}</ol>
</section>`;
}
