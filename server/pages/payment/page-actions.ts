// What the customer can do beside paying: get the details, cancel, return to the shop, refresh.
import type { State } from '../../domain/record/trade.ts';
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';
import { returnAddress } from '../parts/return-address.ts';

/**
 * After how many seconds the script returns to the shop; never for an expired page, which accepts a
 * late UTR.
 */
const RETURN_AFTER_S: Readonly<Partial<Record<State, number>>> = {
  completed: 8,
  failed: 15,
  canceled: 8,
  expired: 45,
};

export function assignForm({ view, texts, paths }: PageContext): SafeHtml | null {
  if (!view.can.assign) return null;
  return html`<form method="post" action="${paths.assign}">
<button type="submit" class="primary wide">${texts.actions.assign}</button>
</form>`;
}

export function returnPart({ view, texts }: PageContext): SafeHtml | null {
  const address = returnAddress(view);
  if (address === null) return null;
  const { actions } = texts;
  const seconds = RETURN_AFTER_S[view.state];
  const kind = seconds === undefined ? 'secondary' : 'primary';
  const label = fillHtml(actions.return, { merchant: view.merchant_name });
  // Below the link, because it disappears on any press and the link must not move then.
  const automatic =
    seconds !== undefined &&
    html`<div class="returning" data-return-seconds="${seconds}">
<p>${fillHtml(actions.returning, { host: address.host })}</p>
<button type="button" class="secondary" data-stay>${actions.stay}</button>
</div>\n`;
  return html`<div class="return">
<a class="button ${kind} wide" href="${address.href}" rel="noreferrer" data-return
 aria-describedby="return-notice">${label}</a>
<p class="hint" id="return-notice">${fillHtml(actions.return_notice, { host: address.host })}</p>
${automatic}</div>`;
}

/** Collapsed, so that no single tap cancels, with or without a script. */
export function cancelForm({ view, texts, paths }: PageContext): SafeHtml | null {
  if (!view.can.cancel) return null;
  const { cancel, cancel_hint, cancel_yes } = texts.actions;
  return html`<details class="cancel"><summary>${cancel}</summary>
<p id="cancel-hint">${cancel_hint}</p>
<form method="post" action="${paths.cancel}">
<button type="submit" class="secondary" aria-describedby="cancel-hint">${cancel_yes}</button>
</form></details>`;
}

/** With a script the page updates itself. */
export function refreshPart({ texts, paths }: PageContext): SafeHtml {
  return html`<noscript><p class="refresh">
<a class="button secondary" href="${paths.page}">${texts.actions.refresh}</a>
<span class="hint">${texts.actions.refresh_hint}</span></p></noscript>`;
}
