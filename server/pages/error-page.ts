// Pages without a trade: not found, a form from another site, an outage.
import { html, type SafeHtml } from './parts/html.ts';
import { layout } from './parts/layout.ts';
import type { AssetPaths } from './parts/page-context.ts';
import type { ErrorKey, PageTexts } from './texts/texts.ts';

export type ErrorPage = {
  key: ErrorKey;
  texts: PageTexts;
  assets: AssetPaths;
  /** The address of the payment page, if it is known. */
  back: string | null;
};

/** The text of an error page: the part that the script takes from an answer. */
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
