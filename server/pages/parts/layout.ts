// The document around every page: head, one tile with its header, and the region that announces
// changes.

import type { PageTexts } from '../texts/texts.ts';
import { html, type SafeHtml } from './html.ts';
import { languageSwitch } from './language-switch.ts';
import type { AssetPaths } from './page-context.ts';

export type Layout = {
  title: string;
  assets: AssetPaths;
  texts: PageTexts;
  /** The merchant's header; null if the page shows no trade. */
  brand: SafeHtml | null;
  /** A style sheet with the merchant's colours. */
  colors: string | null;
  main: SafeHtml;
  /** Shows a banner that nothing here is real money. */
  is_sandbox: boolean;
};

/** The script is a module: older browsers ignore it and use the page without. */
export function layout(page: Layout): string {
  const { title, assets, texts, brand, colors, main } = page;
  const sandbox = page.is_sandbox && html`<p class="sandbox">${texts.labels.sandbox}</p>\n`;
  const own_colors = colors !== null && html`<link rel="stylesheet" href="${colors}">\n`;
  return html`<!doctype html>
<html lang="${texts.lang}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="stylesheet" href="${assets.css}">
${own_colors}<script type="module" src="${assets.js}"></script>
</head>
<body>
<p class="half">${texts.half}</p>
<div class="tile">
<header class="top">
${sandbox}${brand}${languageSwitch(texts)}
</header>
${main}
</div>
<div class="messages" role="status"><p id="announcer"></p>
<p id="connection-lost" hidden>${texts.connection_lost}</p></div>
<i id="end" hidden></i>
</body>
</html>
`.toString();
}
