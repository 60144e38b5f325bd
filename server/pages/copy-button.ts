// A button that copies a text; the script reveals it, because it could do nothing without.
import { html, type SafeHtml } from './html.ts';
import type { PageTexts } from './texts.ts';

export function copyButton(text: string, label: string, { actions }: PageTexts): SafeHtml {
  return html`<button type="button" class="copy" data-copy="${text}" data-copied="${actions.copied}"
 data-needs-script hidden>${actions.copy}<span class="visually-hidden"> ${label}</span></button>`;
}
