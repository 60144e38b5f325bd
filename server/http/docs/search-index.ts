// The index of the search: a section per heading of every document, made once.
import { lexer, type Token } from 'marked';
import { unescapeHtml } from '../../pages/parts/html.ts';
import {
  API_KINDS,
  type ApiKind,
  apiOperations,
  apiPages,
  apiWebhooks,
  stringOf,
  WEBHOOKS_START,
  webhookPath,
} from './api-document.ts';
import { findSections, type Section } from './find-sections.ts';
import { type Document, documents } from './library.ts';
import { renderDocument } from './render-markdown.ts';

function textsOf(token: Token): string {
  if (token.type === 'html' || token.type === 'space') return '';
  if (token.type === 'table') {
    const rows = [token.header, ...token.rows] as { text: string }[][];
    return rows.map((row) => row.map(({ text }) => text).join(' · ')).join('\n');
  }
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

/** Without the marks of Markdown. */
export const plainMarkdown = (text: string) =>
  text
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function sectionsOf(path: string, title: string, markdown: string): Section[] {
  const { headings } = renderDocument(markdown);
  const sections: Section[] = [];
  let place = -1;
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') {
      place += 1;
      const { id = '', depth = 1, text = '' } = headings[place] ?? {};
      const at = depth === 1 ? path : `${path}#${id}`;
      sections.push({ at, page: title, heading: plainMarkdown(unescapeHtml(text)), text: '' });
      continue;
    }
    const open = sections.at(-1);
    if (open !== undefined) open.text = `${open.text} ${plainMarkdown(textsOf(token))}`.trim();
  }
  return sections;
}

function operationSections(kind: ApiKind): Section[] {
  const pages = new Map(apiPages(kind).map(({ tag, path }) => [tag, path]));
  return apiOperations(kind).map(({ id, tag, method, path, summary, value }) => ({
    at: `${pages.get(tag)}#${id}`,
    page: `API: ${tag}`,
    heading: summary,
    text: plainMarkdown(`${method} ${path} ${id}. ${stringOf(value.description)}`),
  }));
}

function webhookSections(): Section[] {
  const all = 'Types, headers, retries and signatures of callbacks (webhooks).';
  return [
    { at: WEBHOOKS_START, page: 'API: Callbacks', heading: 'All callbacks', text: all },
    ...apiWebhooks().map(({ type, id, summary, value }) => ({
      at: webhookPath(type),
      page: 'API: Callbacks',
      heading: type,
      text: plainMarkdown(`${summary}: callback (webhook) ${id}. ${stringOf(value.description)}`),
    })),
  ];
}

let made: readonly Section[] | null = null;

/** An error's page is one section. Of a decision only its title counts: the index stays small. */
function indexed({ path, title, markdown }: Document): Section[] {
  const sections = sectionsOf(path, title, markdown);
  if (path.startsWith('adr/')) return sections.slice(0, 1);
  if (!path.startsWith('reference/errors/')) return sections;
  const text = sections.map((section) => section.text).join(' ');
  const code = path.slice('reference/errors/'.length).replaceAll('-', '_');
  return [{ at: path, page: title, heading: `${code}: ${title}`, text }];
}

export function searchIndex(): readonly Section[] {
  made ??= [
    ...[...documents().values()].filter(({ path }) => path !== 'README').flatMap(indexed),
    ...API_KINDS.flatMap(operationSections),
    ...webhookSections(),
  ];
  return made;
}

/** The script of the browser's search: the function as Node runs it, without its types. */
export function searchModule(): string {
  return `export ${findSections.toString()}\n`;
}
