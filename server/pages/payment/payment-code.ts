// What a payer's phone can use: the QR code, and the link that opens a UPI app.
import type { PageView } from '../../domain/page/page-view.ts';
import { upiLink } from '../../domain/values/upi-link.ts';
import { plainAmount } from '../parts/amount.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { qrImage } from '../parts/qr-image.ts';

/** Null if this is no UPI payment that an app could open. */
function upiLinkOf(view: PageView): string | null {
  const { payment, type, currency } = view;
  if (view.state !== 'pending' || payment === null) return null;
  if (type !== 'upi' || currency !== 'INR') return null;
  return upiLink({
    address: payment.bare_number,
    name: payment.name,
    amount: plainAmount(view.amount_cents, view.exponent),
    reference: view.reference,
  });
}

/** Shown on touch devices, which may have an app to open. */
export function upiAppLink({ view, texts }: PageContext): SafeHtml | null {
  const link = upiLinkOf(view);
  if (link === null) return null;
  return html`<div class="open-app"><a class="button primary wide" href="${link}"
 aria-describedby="open-app-hint">${texts.qr.open_app}</a>
<p class="hint" id="open-app-hint">${texts.qr.open_app_hint}</p></div>`;
}

export function paymentCode({ view, texts }: PageContext): SafeHtml | null {
  if (view.state !== 'pending' || view.payment === null) return null;
  const link = upiLinkOf(view);
  const { qr } = texts;
  const kind = link === null ? 'number' : 'upi';
  return html`<figure class="code-${kind}">
${qrImage(link ?? view.payment.bare_number, qr[`${kind}_image`])}
<figcaption class="hint">${qr[kind]}</figcaption>
</figure>`;
}
