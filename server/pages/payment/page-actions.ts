// What the customer can do beside paying: get the details, cancel, return to the shop, refresh.

import type { PageView } from '../../domain/page/page-view.ts';
import type { State } from '../../domain/record/trade.ts';
import { fillHtml } from '../parts/fill-html.ts';
import { html, type SafeHtml } from '../parts/html.ts';
import type { PageContext } from '../parts/page-context.ts';

/** How often the script asks for changes; 0: there will be none. */
export const POLL_S: Readonly<Record<State, number>> = {
  created: 3,
  pending: 3,
  verifying: 3,
  processing: 5,
  completed: 30,
  expired: 10,
  canceled: 10,
  failed: 30,
  disputed: 30,
  reversed: 0,
};

/** After how many seconds the script returns to the shop. */
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

/**
 * The page never leaves by itself while the payer can still give evidence or ask, nor if it says
 * why it did not take something.
 */
function returnsAfter({ view: { state, can }, problem }: PageContext): number | null {
  if (problem !== null) return null;
  const { assign: _assign, cancel: _cancel, ...asks } = can;
  return Object.values(asks).includes(true) ? null : (RETURN_AFTER_S[state] ?? null);
}

export function returnPart(context: PageContext): SafeHtml | null {
  const { view, texts } = context;
  const address = returnAddress(view);
  if (address === null) return null;
  const { actions } = texts;
  const seconds = returnsAfter(context);
  const kind = RETURN_AFTER_S[view.state] === undefined ? 'secondary' : 'primary';
  const label = fillHtml(actions.return, { merchant: view.merchant_name });
  // Below the link, because it disappears on any press and the link must not move then.
  const automatic =
    seconds !== null &&
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

/**
 * Until the script runs, the page shows the way to refresh it; then, in the same place, that it
 * updates itself. Where nothing more will change, there is nothing to say.
 */
export function refreshPart({ view, texts, paths }: PageContext): SafeHtml | null {
  if (POLL_S[view.state] === 0) return null;
  const { refresh, refresh_hint, updates } = texts.actions;
  return html`<div class="refresh">
<p class="by-hand"><a class="button secondary" href="${paths.page}">${refresh}</a>
<span class="hint">${refresh_hint}</span></p>
<p class="by-itself hint">${updates}</p></div>`;
}

export type ReturnAddress = { href: string; host: string };

/** Checked when the trade was created; checked again here, where a wrong address would do harm. */
function returnAddress(view: Pick<PageView, 'return_url'>): ReturnAddress | null {
  const url = view.return_url === null ? null : URL.parse(view.return_url);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return { href: url.href, host: url.host };
}
