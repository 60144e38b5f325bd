// The amount, huge and ready to copy, and the time that is left to pay it.
import { plainAmount, shownAmount } from './amount.ts';
import { copyButton } from './copy-button.ts';
import { html, type SafeHtml } from './html.ts';
import { secondsLeft, timeLeft } from './moment.ts';
import type { PageContext } from './page-context.ts';
import { fill } from './texts.ts';

export function paymentAmount(context: PageContext): SafeHtml {
  const { view, texts } = context;
  const shown = shownAmount(view.amount_cents, view.exponent, texts.lang);
  const copy =
    view.state === 'pending' &&
    copyButton(plainAmount(view.amount_cents, view.exponent), texts.labels.amount, texts);
  return html`<div class="amount">
<p class="amount-value"><span class="visually-hidden">${texts.labels.amount}: </span><bdi
 dir="ltr"><span class="digits">${shown}</span> <span
 class="currency">${view.currency}</span></bdi></p>
${copy}
</div>
${shifted(context)}`;
}

/** The payable amount may differ by a few minor units from what the shop asked for. */
function shifted({ view, texts }: PageContext): SafeHtml | null {
  const differs = view.requested_amount_cents !== view.amount_cents;
  if (view.state !== 'pending' || !differs) return null;
  const amount = shownAmount(view.amount_cents, view.exponent, texts.lang);
  const requested = shownAmount(view.requested_amount_cents, view.exponent, texts.lang);
  const merchant = view.merchant_name;
  return html`<p class="note">${fill(texts.labels.shifted, { merchant, amount, requested })}</p>`;
}

/** The words are always there; the script adds a countdown near the end. */
export function paymentTimer({ view, texts }: PageContext): SafeHtml | null {
  const seconds = view.state === 'pending' ? secondsLeft(view.expires_at, view.now) : null;
  if (seconds === null) return null;
  return html`<p class="timer" data-seconds-left="${seconds}"><span
 id="time-left">${timeLeft(seconds, texts)}</span> <span
 id="countdown" aria-hidden="true" hidden></span></p>`;
}
