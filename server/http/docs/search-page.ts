// The page of search results, for browsers without scripts and for results that somebody shares.
import { escapeHtml } from '../../pages/parts/html.ts';
import { findSections, QUERY_MAX } from './find-sections.ts';
import { searchIndex } from './search-index.ts';

const HITS_MAX = 30;

/** A query given twice, or none, finds nothing. */
export function searchedText(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, QUERY_MAX) : '';
}

export function resultList(base: string, hits: ReturnType<typeof findSections>): string {
  const items = hits.map(({ at, page, heading, excerpt }) => {
    const href = escapeHtml(`${base}/docs/${at}`);
    const place = heading === page ? '' : `<span class="place">${escapeHtml(page)}</span>`;
    const text = `<p>${escapeHtml(excerpt)}</p>`;
    return `<li><a href="${href}">${escapeHtml(heading)}</a>${place}${text}</li>`;
  });
  return `<ol class="results">${items.join('')}</ol>`;
}

export function searchContent(base: string, query: string): string {
  const hits = findSections(searchIndex(), query, HITS_MAX);
  const count = hits.length === 0 ? 'Nothing has' : `${hits.length} sections have`;
  const found =
    query.trim() === ''
      ? 'Type what you look for into the field above: a word, a field, an error code.'
      : `${count} all words of “${escapeHtml(query)}”.`;
  return `<h1>Search</h1><p>${found}</p>${resultList(base, hits)}`;
}
