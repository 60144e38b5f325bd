// A button that copies a text and says what it copied; it needs the script.

import { fill, isolated, type PageTexts } from '../texts/texts.ts';
import { html, type SafeHtml } from './html.ts';
import { icon } from './icons.ts';

/** Both labels take up space from the start, so that nothing moves when one replaces the other. */
export function copyButton(value: string, label: string, texts: PageTexts): SafeHtml {
  const { copy, copied, copied_value } = texts.actions;
  const said = fill(copied_value, { value: isolated(value, texts) });
  return html`<button type="button" class="copy" data-copy="${value}" data-said="${said}">
${icon('copy')}<span class="before">${copy}<span class="visually-hidden"> ${label}</span></span>
${icon('check')}<span class="after">${copied}</span></button>`;
}
