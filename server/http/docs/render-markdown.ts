// Renders Markdown to HTML; HTML inside a document is shown as text.
import { Marked, type RendererObject } from 'marked';
import { escapeHtml } from '../../pages/parts/html.ts';
import { codeBlock } from './colour-code.ts';

export type Heading = { id: string; depth: number; text: string };
/** What a page shows that is made of something else than a document. */
export type PageContent = { title: string; content: string; headings: readonly Heading[] };
export type RenderedDocument = { html: string; headings: readonly Heading[] };

const plainText = (html: string) => html.replace(/<[^<>]*>/g, '');

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]*>|&[a-z0-9#]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/**
 * Documents link to each other's files; their pages have no extension. Links with other schemes
 * than the known ones are removed.
 */
function addressOf(href: string): string {
  if (/^(?:https?:|mailto:|#)/i.test(href)) return href;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return '#';
  return href.replace(/\.md(?=$|#)/, '').replace(/(^|\/)README(?=$|#)/, '$1');
}

/** A heading links to itself, unless it has a link already. */
function renderHeading(content: string, depth: number, id: string): string {
  const at = escapeHtml(id);
  const is_plain = depth === 1 || content.includes('<a ');
  const inner = is_plain ? content : `<a class="anchor" href="#${at}">${content}</a>`;
  return `<h${depth} id="${at}">${inner}</h${depth}>\n`;
}

/** `headings` is filled in the order of the document. */
function rendererFor(headings: Heading[]): RendererObject {
  return {
    // Comments are only for readers of the file itself.
    html({ text }) {
      return text.trimStart().startsWith('<!--') ? '' : escapeHtml(text);
    },
    heading({ tokens, depth }) {
      const content = this.parser.parseInline(tokens);
      const wanted = slug(content);
      const same = headings.filter(({ id }) => id === wanted || id.startsWith(`${wanted}-`)).length;
      const taken = headings.some(({ id }) => id === wanted);
      const id = taken ? `${wanted}-${same}` : wanted;
      headings.push({ id, depth, text: plainText(content) });
      return renderHeading(content, depth, id);
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      return `<a href="${escapeHtml(addressOf(href))}">${content}</a>`;
    },
    code({ text, lang }) {
      const language = /^[a-z]+$/.exec(lang?.split(/\s/)[0] ?? '')?.[0] ?? '';
      return codeBlock(text, language);
    },
    /** Wide tables scroll by themselves, also by keyboard. */
    table({ header, rows }) {
      const cells = (row: typeof header, tag: 'th' | 'td') =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      const has_head = header.some(({ text }) => text !== '');
      const head = has_head ? `<thead><tr>${headCells(cells(header, 'th'))}</tr></thead>` : '';
      return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
    /** Only the documents' own pictures, so that no other host is contacted. */
    image({ href, text }) {
      if (!/^(?:\.\.\/)?[\w/-]+\.(?:png|svg)$/.test(href)) return escapeHtml(text);
      const kind = href.endsWith('.svg') ? ' class="diagram"' : '';
      const from = escapeHtml(href);
      const shown = `<img src="${from}" alt="${escapeHtml(text)}" loading="lazy"${kind}>`;
      return `<a class="picture" href="${from}">${shown}</a>`;
    },
  };
}

/** A head cell without words is a plain cell, because it heads nothing. */
const headCells = (cells: string) => cells.replaceAll('<th></th>', '<td></td>');

export function renderDocument(markdown: string): RenderedDocument {
  const headings: Heading[] = [];
  const marked = new Marked({ renderer: rendererFor(headings) });
  return { html: marked.parse(markdown, { async: false }), headings };
}

export function renderMarkdown(markdown: string): string {
  return renderDocument(markdown).html;
}

/** One line of text: code and links, without a paragraph around it. */
export function renderInline(markdown: string): string {
  return new Marked({ renderer: rendererFor([]) }).parseInline(markdown, { async: false });
}
