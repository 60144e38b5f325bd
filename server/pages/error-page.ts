// Pages for what has no trade to show: not found, a form from elsewhere, an outage.
import { html, type SafeHtml } from './parts/html.ts';
import { layout } from './parts/layout.ts';
import type { AssetPaths } from './parts/page-context.ts';
import type { ErrorKey, PageTexts } from './texts/texts.ts';

export type ErrorPage = {
  key: ErrorKey;
  texts: PageTexts;
  assets: AssetPaths;
  /** A way back to the payment, where there is one. */
  back: string | null;
};

/** What a page says about an error: all of it that the script takes from an answer. */
export function errorMain({ key, texts, back }: Omit<ErrorPage, 'assets'>): SafeHtml {
  const { heading, text } = texts.errors[key];
  const link =
    back !== null &&
    html`<p><a class="button primary wide" href="${back}">${texts.actions.back}</a></p>\n`;
  return html`<main class="quiet" data-error="${key}">
<div class="state">
<h1>${heading}</h1>
<p>${text}</p>
</div>
${link}</main>`;
}

export function errorPage({ key, texts, assets, back }: ErrorPage): string {
  const title = texts.errors[key].heading;
  const main = errorMain({ key, texts, back });
  return layout({ title, assets, texts, brand: null, colors: null, main, is_sandbox: false });
}
