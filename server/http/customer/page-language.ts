// The language of an answer: the one that the visitor chose, otherwise the one that the browser
// prefers.
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage, chosenLanguage } from '../../pages/texts/languages.ts';
import type { PageTexts } from '../../pages/texts/texts.ts';

/**
 * The choice is part of the page's own addresses, as `query`: this needs no cookie and no consent,
 * works in a frame, and lets a shop that knows its customer's language put it on the link.
 */
export type PageLanguage = { texts: PageTexts; query: string };

export function languageOf({ query, headers }: FastifyRequest): PageLanguage {
  const has_choice = typeof query === 'object' && query !== null && 'lang' in query;
  const chosen = has_choice ? chosenLanguage(query.lang) : null;
  if (chosen !== null) return { texts: chosen, query: `?lang=${chosen.lang}` };
  return { texts: acceptedLanguage(headers['accept-language']), query: '' };
}
