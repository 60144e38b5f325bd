// What a payer's phone can use: the QR code, and the link that opens a UPI app.
import type { PageView } from '../../domain/page/page-view.ts';
import { UPI_APPS, upiLink } from '../../domain/values/upi-link.ts';
import { plainAmount } from '../parts/amount.ts';
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { qrImage } from '../parts/qr-image.ts';

/** Null if this is no UPI payment that an app could open. */
function upiLinkOf(view: PageView, opens?: string): string | null {
  const { payment, type, currency } = view;
  if (view.state !== 'pending' || payment === null) return null;
  if (type !== 'upi' || currency !== 'INR') return null;
  const { bare_number: address, name } = payment;
  const amount = plainAmount(view.amount_cents, view.exponent);
  return upiLink({ address, name, amount, reference: view.reference }, opens);
}

/**
 * Shown on touch devices, which may have an app to open. The buttons of single apps are shown only
 * on iPhones, where the general link leads to any of them.
 */
export function upiAppLink({ view, texts }: PageContext): SafeHtml | null {
  const link = upiLinkOf(view);
  if (link === null) return null;
  const apps = UPI_APPS.map(
    ({ name, opens }) =>
      html`<a class="button primary" href="${upiLinkOf(view, opens)}">${name}</a>\n`,
  );
  const { open_app, other_app, open_app_hint, no_app } = texts.qr;
  const holder = view.payment?.name ?? null;
  // Who presses the button never reads the steps.
  const name = holder !== null && fillHtml(texts.steps.check_name, { holder });
  return html`<div class="open-app"><div class="apps">
${apps}</div><a class="button primary wide" href="${link}" aria-describedby="open-app-hint"><span
 class="any">${open_app}</span><span class="other">${other_app}</span></a>
<p class="hint" id="open-app-hint">${open_app_hint} ${name}</p>
<p class="note no-app" hidden>${no_app}</p></div>`;
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
