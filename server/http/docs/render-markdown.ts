// Markdown to HTML in which nothing but our own markup is markup: HTML in a document shows as text.
import { Marked } from 'marked';
import { escapeHtml } from '../../pages/parts/html.ts';

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]*>|&[a-z0-9#]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Documents link to each other's files; the pages have no ending. Other schemes lead nowhere. */
function addressOf(href: string): string {
  if (/^(?:https?:|mailto:|#)/i.test(href)) return href;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return '#';
  return href.replace(/\.md(?=$|#)/, '').replace(/(^|\/)README(?=$|#)/, '$1');
}

const marked = new Marked({
  renderer: {
    // Comments are for those who read the file itself.
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
    /** Only the documents' own pictures: nothing is asked of other hosts. */
    image({ href, text }) {
      if (!/^[\w/-]+\.png$/.test(href)) return escapeHtml(text);
      return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
  },
});

export function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}
