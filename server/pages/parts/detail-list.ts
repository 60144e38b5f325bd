// A list of labelled facts, with a copy button for those worth copying.

import type { PageTexts } from '../texts/texts.ts';
import { copyButton } from './copy-button.ts';
import { type HtmlValue, html, type SafeHtml } from './html.ts';

/** `code` is a number or key that reads from left to right in every language. */
export type Detail = {
  label: string;
  value: HtmlValue;
  code?: boolean;
  /** The class of an amount's size. */
  size?: string;
  copy?: string;
};

export function detailList(details: readonly Detail[], texts: PageTexts): SafeHtml {
  return html`<dl class="details">
${details.map((detail) => row(detail, texts))}</dl>`;
}

function row({ label, value, code, size = '', copy }: Detail, texts: PageTexts): SafeHtml {
  const shown = code
    ? html`<bdi class="${`code ${size}`.trim()}" dir="ltr">${value}</bdi>`
    : html`<bdi class="text">${value}</bdi>`;
  const button = copy !== undefined && copyButton(copy, label, texts);
  return html`<div><dt>${label}</dt><dd>${shown}${button}</dd></div>
`;
}
