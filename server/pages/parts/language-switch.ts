// The choice of another language: links, so that it works without a script.

import { LANGUAGES } from '../texts/languages.ts';
import type { PageTexts } from '../texts/texts.ts';
import { html, type SafeHtml } from './html.ts';
import { icon } from './icons.ts';

/** The links are relative, so that they work at any address of a page. */
export function languageSwitch(texts: PageTexts): SafeHtml {
  const links = LANGUAGES.map(
    ({ lang, dir, name }) => html`
<li><a href="?lang=${lang}" lang="${lang}" hreflang="${lang}" dir="${dir}"${
      lang === texts.lang && html` aria-current="true"`
    }>${name}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${texts.labels.language}"><details>
<summary>${icon('globe')}<span class="visually-hidden">${texts.labels.language}: </span>
${texts.name}</summary>
<ul>${links}
</ul></details></nav>`;
}
