// Fills values into a text of the catalogue as markup, each isolated from the text direction around
// it.
import { type HtmlValue, html, type SafeHtml } from './html.ts';

/**
 * A number or a name may run in the other direction than the sentence: `bdi` keeps both readable.
 */
export function fillHtml(text: string, values: Readonly<Record<string, HtmlValue>>): SafeHtml {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const value = values[part];
    return value === undefined ? `{${part}}` : html`<bdi>${value}</bdi>`;
  });
  return html`${parts}`;
}

/** A number, amount or key: left to right in every language, and never wrapped. */
export function numeral(text: string): SafeHtml {
  return html`<span class="numeral" dir="ltr">${text}</span>`;
}
