// The document around every page: head, the announcer for screen readers, and the main part.
import { html, type SafeHtml } from './html.ts';
import type { AssetPaths } from './page-context.ts';
import type { PageTexts } from './texts.ts';

export type Layout = { title: string; assets: AssetPaths; texts: PageTexts; main: SafeHtml };

/** The script is a module: browsers too old for it get the page that works without. */
export function layout({ title, assets, texts, main }: Layout): string {
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
<script type="module" src="${assets.js}"></script>
</head>
<body>
${main}
<p class="visually-hidden" role="status" id="announcer"></p>
</body>
</html>
`.toString();
}
