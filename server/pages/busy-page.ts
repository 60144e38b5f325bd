// The page of a service that is too busy to make one: it loads neither style nor script nor icon,
// since those requests would be refused too.
import { errorMain } from './error-page.ts';
import { html } from './parts/html.ts';
import type { PageTexts } from './texts/texts.ts';

export type BusyPage = {
  /** `unsent`: a form was refused and must be sent again. */
  key: 'unavailable' | 'unsent';
  texts: PageTexts;
  /** The CSS itself; without characters that are special in HTML. */
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
