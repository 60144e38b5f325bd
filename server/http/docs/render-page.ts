// The page around a document: head, navigation by folder, and the document itself.
import { escapeHtml } from '../../pages/parts/html.ts';
import { type Document, documents } from './library.ts';

const FOLDERS: Readonly<Record<string, string>> = {
  guide: 'Guide',
  operate: 'Operate',
  reference: 'Reference',
  adr: 'Decisions',
  '': 'More',
};

const ORDER = Object.keys(FOLDERS);

/** Folders that the navigation leaves out, because other documents link to them. */
const QUIET = new Set(['reference/errors']);

function place(folder: string): number {
  const index = ORDER.indexOf(folder);
  return index === -1 ? ORDER.length : index;
}

function link(base: string, document: Document, current: string): string {
  const here = document.path === current ? ' aria-current="page"' : '';
  const href = escapeHtml(`${base}/docs/${document.path}`);
  return `<li><a href="${href}"${here}>${escapeHtml(document.title)}</a></li>`;
}

function navigation(base: string, current: string): string {
  const shown = [...documents().values()].filter(({ folder }) => !QUIET.has(folder));
  const folders = Object.entries(Object.groupBy(shown, ({ folder }) => folder));
  const lists = folders
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([folder, members = []]) => {
      const items = members.map((document) => link(base, document, current)).join('');
      return `<h2>${escapeHtml(FOLDERS[folder] ?? folder)}</h2><ul>${items}</ul>`;
    });
  const api = `<ul><li><a href="${escapeHtml(base)}/docs/api/">API reference</a></li></ul>`;
  return `<nav aria-label="Documents">${api}${lists.join('')}</nav>`;
}

export type DocumentPage = {
  /** The path of PUBLIC_URL, with which every address begins. */
  base: string;
  title: string;
  /** The document's path; '' for pages that are no document. */
  current: string;
  content: string;
};

export function renderPage({ base, title, current, content }: DocumentPage): string {
  const root = escapeHtml(base);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Payment Orders</title>
<link rel="stylesheet" href="${root}/docs/assets/docs.css">
</head>
<body>
<a class="skip" href="#document">To the document</a>
<header><a href="${root}/docs/">Payment Orders</a></header>
${navigation(base, current)}
<main id="document">${content}</main>
</body>
</html>
`;
}

/** What /docs/ shows if the documents have no start page. */
export const WELCOME = `# Payment Orders

Self-hosted payment orders: pay-ins, pay-outs, bank matching, a double-entry ledger and signed
callbacks. Choose a document beside, or open the [API reference](api/).
`;
