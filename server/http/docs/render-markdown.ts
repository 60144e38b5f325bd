// Renders Markdown to HTML; HTML inside a document is shown as text.
import { Marked } from 'marked';
import { escapeHtml } from '../../pages/parts/html.ts';

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

const marked = new Marked({
  renderer: {
    // Comments are only for readers of the file itself.
    html({ text }) {
      return text.trimStart().startsWith('<!--') ? '' : escapeHtml(text);
    },
    heading({ tokens, depth }) {
      const content = this.parser.parseInline(tokens);
      return `<h${depth} id="${escapeHtml(slug(content))}">${content}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      return `<a href="${escapeHtml(addressOf(href))}">${content}</a>`;
    },
    /** Only the documents' own pictures, so that no other host is contacted. */
    image({ href, text }) {
      if (!/^[\w/-]+\.png$/.test(href)) return escapeHtml(text);
      return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
  },
});

export function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}
