// The page around a document: head, areas, navigation, contents, and the pages before and after.
import { escapeHtml } from '../../pages/parts/html.ts';
import { type Area, areaOf, areas, markedFor, neighboursOf, type PageLink } from './contents.ts';
import type { Heading } from './render-markdown.ts';

export type DocumentPage = {
  /** The path of PUBLIC_URL, with which every address begins. */
  base: string;
  title: string;
  /** The document's path; '' for pages that are no document. */
  current: string;
  content: string;
  headings: readonly Heading[];
  /** What was searched for. */
  query?: string;
  /** The area, if it does not follow from `current`. */
  area?: Area;
};

function tabs(base: string, here: string): string {
  const items = areas().map(({ name, start }) => {
    const mark = name === here ? ' aria-current="true"' : '';
    return `<li><a href="${escapeHtml(`${base}/docs/${start}`)}"${mark}>${name}</a></li>`;
  });
  return `<nav class="areas" aria-label="Areas"><ul>${items.join('')}</ul></nav>`;
}

function entryLink(base: string, { path, title }: PageLink, marked: string): string {
  const mark = path === marked ? ' aria-current="page"' : '';
  const href = escapeHtml(`${base}/docs/${path}`);
  return `<li><a href="${href}"${mark}>${escapeHtml(title)}</a></li>`;
}

function groupsOf(base: string, area: Area, marked: string): string {
  return area.groups
    .map(({ title, entries }) => {
      const items = entries.map((entry) => entryLink(base, entry, marked)).join('');
      return `<p class="group">${escapeHtml(title)}</p><ul>${items}</ul>`;
    })
    .join('');
}

/** Twice in the page, of which one is shown: beside the document, or folded above it. */
function navigation(base: string, area: Area, current: string): string {
  const groups = groupsOf(base, area, markedFor(current));
  const name = escapeHtml(area.name);
  return `<nav class="pages" aria-label="${name}">${groups}</nav>
<details class="pages-folded"><summary>${name}: all pages</summary>
<nav aria-label="${name}">${groups}</nav></details>`;
}

const CONTENTS_FROM = 2;

function contentsOf(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < CONTENTS_FROM) return '';
  const items = shown.map(
    ({ id, depth, text }) =>
      `<li class="level-${depth}"><a href="#${escapeHtml(id)}">${text}</a></li>`,
  );
  const list = `<ul>${items.join('')}</ul>`;
  const title = 'On this page';
  return `<nav class="contents" aria-label="${title}"><p class="group">${title}</p>${list}</nav>`;
}

function step(base: string, entry: PageLink | null, rel: 'prev' | 'next', word: string): string {
  if (entry === null) return '';
  const href = escapeHtml(`${base}/docs/${entry.path}`);
  const title = escapeHtml(entry.title);
  return `<a class="${rel}" rel="${rel}" href="${href}"><span>${word}</span>${title}</a>`;
}

function stepsOf(base: string, current: string): string {
  const { previous, next } = neighboursOf(current);
  if (previous === null && next === null) return '';
  const links = step(base, previous, 'prev', 'Previous') + step(base, next, 'next', 'Next');
  return `<nav class="steps" aria-label="Order of reading">${links}</nav>`;
}

/** A form, so that it also works without scripts. */
function searchForm(root: string, query: string): string {
  return `<form class="search" role="search" action="${root}/docs/search" method="get">
<label for="search" class="hidden">Search the documents</label>
<input id="search" name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"
placeholder="Search" value="${escapeHtml(query)}"><kbd aria-hidden="true">/</kbd>
</form>`;
}

export function renderPage(page: DocumentPage): string {
  const { base, title, current, content, headings, query = '' } = page;
  const root = escapeHtml(base);
  const area = page.area ?? areaOf(current);
  const contents = contentsOf(headings);
  const shape = [area === null ? 'no-pages' : '', contents === '' ? 'no-contents' : ''].join(' ');
  return `<!doctype html>
<html lang="en" data-base="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Payment Orders</title>
<link rel="icon" type="image/svg+xml" href="${root}/docs/assets/icon.svg">
<link rel="stylesheet" href="${root}/docs/assets/docs.css">
<script type="module" src="${root}/docs/assets/docs.js"></script>
</head>
<body class="${shape.trim()}">
<a class="skip" href="#document">To the document</a>
<header><a class="name" href="${root}/docs/">Payment Orders</a>
${tabs(base, area?.name ?? '')}
${searchForm(root, query)}
</header>
${area === null ? '' : navigation(base, area, current)}
<main id="document" tabindex="-1"><article>${content}</article>${stepsOf(base, current)}</main>
${contents}
</body>
</html>
`;
}

/** What /docs/ shows if the documents have no start page. */
export const WELCOME = `# Payment Orders

Self-hosted payment orders: pay-ins, pay-outs, bank matching, a double-entry ledger and signed
callbacks. Choose a document beside, or open the [API reference](api/).
`;
