// What a browser is shown for an address without a page: what is probably meant.
import { escapeHtml } from '../../pages/parts/html.ts';
import { findSections, QUERY_MAX } from './find-sections.ts';
import type { PageContent } from './render-markdown.ts';
import { searchIndex } from './search-index.ts';
import { resultList } from './search-page.ts';

const HITS_MAX = 8;

/** The words of the last part: `/docs/guide/webhook-signatures` is about these two. */
function wordsOf(path: string): string {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  return last
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()
    .slice(0, QUERY_MAX);
}

export const isForBrowser = (accept: string | undefined) => accept?.includes('text/html') ?? false;

/** `path` is what was asked for below /docs. */
export function missingContent(base: string, path: string): PageContent & { query: string } {
  const query = wordsOf(path);
  const hits = query === '' ? [] : findSections(searchIndex(), query, HITS_MAX);
  const start = `<a href="${escapeHtml(base)}/docs/">list of all documents</a>`;
  const found =
    hits.length === 0
      ? `<p>Search for a word, a field or an error code above, or look at the ${start}.</p>`
      : `<p>Perhaps one of these, or look at the ${start}:</p>${resultList(base, hits)}`;
  const title = 'There is no such page';
  return { title, content: `<h1>${title}</h1>${found}`, headings: [], query };
}
