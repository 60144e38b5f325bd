// In which language a request is answered: what the visitor chose, else what the browser asks for.
import type { FastifyRequest } from 'fastify';
import { acceptedLanguage, chosenLanguage } from '../../pages/texts/languages.ts';
import type { PageTexts } from '../../pages/texts/texts.ts';

/**
 * The choice travels in the page's own addresses, as `query`: no cookie to consent to, it works in
 * a frame, and a shop that knows its customer's language may put it on the link.
 */
export type PageLanguage = { texts: PageTexts; query: string };

export function languageOf({ query, headers }: FastifyRequest): PageLanguage {
  const has_choice = typeof query === 'object' && query !== null && 'lang' in query;
  const chosen = has_choice ? chosenLanguage(query.lang) : null;
  if (chosen !== null) return { texts: chosen, query: `?lang=${chosen.lang}` };
  return { texts: acceptedLanguage(headers['accept-language']), query: '' };
}
