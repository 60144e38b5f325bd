// The payment page's answer if the service is too busy: a page of text, rendered once per language,
// so that it costs next to nothing, and complete without further requests.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { withoutTrailing } from '../../domain/values/separators.ts';
import { type BusyPage, busyPage } from '../../pages/busy-page.ts';
import { acceptedLanguage, chosenLanguage, LANGUAGES } from '../../pages/texts/languages.ts';
import type { PageTexts } from '../../pages/texts/texts.ts';
import { PAGE_HEADERS } from '../customer/page-headers.ts';

const STYLE = readFileSync(new URL('../../pages/browser/busy-page.css', import.meta.url), 'utf8');

/** Allows the styles in the page, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const SHED_PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...PAGE_HEADERS,
  'content-security-policy': POLICY,
  'content-type': 'text/html; charset=utf-8',
  vary: 'accept-language',
};

/** The page and its forms; its script and its files get the ordinary answer. */
const PAGE = /^\/pay\/([\w-]{1,128})(?:\/(?:utr|paid|receipt|cancel|assign))?(?:\?(.*))?$/;

const BACK_MARK = 'back-to-the-payment';

/** The parts before and after the address of the payment page. */
type Halves = readonly [before: string, behind: string];

function halvesOf(texts: PageTexts, key: BusyPage['key']): Halves {
  const page = busyPage({ key, texts, style: STYLE, back: BACK_MARK });
  const [before = '', behind = ''] = page.split(BACK_MARK);
  return [before, behind];
}

/** Null if the request is not for a payment page. */
export type ShedPages = (request: IncomingMessage) => string | null;

export function createShedPages(public_url: string): ShedPages {
  const base_path = withoutTrailing(new URL(public_url).pathname, '/');
  const pagesOf = (key: BusyPage['key']) =>
    new Map(LANGUAGES.map((texts) => [texts, halvesOf(texts, key)]));
  const [asked, sent] = [pagesOf('unavailable'), pagesOf('unsent')];
  return ({ method, url = '', headers }) => {
    const [, token, query = ''] = PAGE.exec(url) ?? [];
    if (token === undefined) return null;
    const chosen = chosenLanguage(new URLSearchParams(query).get('lang'));
    const texts = chosen ?? acceptedLanguage(headers['accept-language']);
    const [before, behind] = (method === 'POST' ? sent : asked).get(texts) ?? ['', ''];
    // Neither the token nor the language can contain a character that is special in HTML.
    const back = `${base_path}/pay/${token}${chosen === null ? '' : `?lang=${chosen.lang}`}`;
    return `${before}${back}${behind}`;
  };
}
