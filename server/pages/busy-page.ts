// The page of a service that is too busy to make one: it asks for nothing more, neither style nor
// script nor icon, since these would be refused as it was.
import { errorMain } from './error-page.ts';
import { html } from './parts/html.ts';
import type { PageTexts } from './texts/texts.ts';

export type BusyPage = {
  /** Whether something was sent that is now to be sent again. */
  key: 'unavailable' | 'unsent';
  texts: PageTexts;
  /** The rules themselves; without characters that mean something in HTML. */
  style: string;
  back: string;
};

export function busyPage({ key, texts, style, back }: BusyPage): string {
  return html`<!doctype html>
<html lang="${texts.lang}" dir="${texts.dir}">
<head>
<meta charset="utf-8">
<title>${texts.errors[key].heading}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${errorMain({ key, texts, back })}
</body>
</html>
`.toString();
}
