// The documents for programs that read text, such as assistants: each as its Markdown, and a list
// of all in the form of llmstxt.org.
import { lexer } from 'marked';
import { REFUSAL_CODES } from '../../domain/service/refusal.ts';
import { API_KINDS, API_NAMES, apiPages } from './api-document.ts';
import { apiMarkdown } from './api-markdown.ts';
import { areas, type Group } from './contents.ts';
import { errorDocument } from './error-document.ts';
import { documents } from './library.ts';
import { plainMarkdown } from './search-index.ts';

const SENTENCE_MAX = 200;
const SUMMARY =
  'Self-hosted payment orders: pay-ins, pay-outs, bank matching, a double-entry ledger and ' +
  'signed callbacks.';

/** The first sentence below the title; '' if the document begins with something else. */
function openingOf(markdown: string): string {
  const [, next] = lexer(markdown).filter(({ type }) => type !== 'space');
  if (next?.type !== 'paragraph') return '';
  const text = plainMarkdown(next.raw);
  const end = text.search(/[.:](?:\s|$)/);
  return end === -1 || end >= SENTENCE_MAX ? '' : text.slice(0, end);
}

const ERRORS = 'errors/';

/** Of a path below /docs without its ending; null if no document is there. */
export function markdownAt(path: string): string | null {
  const code = REFUSAL_CODES.find((known) => path === `${ERRORS}${known}`);
  if (code !== undefined) return errorDocument(code, '../guide');
  return documents().get(path)?.markdown ?? apiMarkdown(path);
}

function linesOf(root: string, { entries }: Group): string[] {
  return entries.flatMap(({ path, title }) => {
    const markdown = documents().get(path)?.markdown;
    if (markdown === undefined) return [];
    const opening = openingOf(markdown);
    return [`- [${title}](${root}/docs/${path}.md)${opening === '' ? '' : `: ${opening}`}`];
  });
}

/** `public_url` has no slash at its end: programs follow whole addresses. */
export function llmsText(public_url: string): string {
  const sections = areas().flatMap(({ name, groups }) => {
    const lines = groups.flatMap((group) => linesOf(public_url, group));
    return lines.length === 0 ? [] : [`## ${name}\n\n${lines.join('\n')}`];
  });
  const api = [
    ['Merchants', 'openapi.json', 'every operation of merchants and every callback, as OpenAPI'],
    ['Operators', 'operator/openapi.json', 'every operation of operators, as OpenAPI'],
  ].map(([name, path, what]) => `- [${name}](${public_url}/${path}): ${what}`);
  const pages = API_KINDS.flatMap((kind) =>
    apiPages(kind).map(
      ({ tag, path }) => `- [${tag}](${public_url}/docs/${path}.md): ${API_NAMES[kind]}`,
    ),
  );
  return `# Payment Orders

> ${SUMMARY}

Merchants call \`${public_url}/api/v1\` with a token in \`X-Token\`. Amounts are whole minor units.
An error's \`type\` is the address of its page; with \`.md\` behind it the page is Markdown.

## API

${[...api, ...pages].join('\n')}

${sections.join('\n\n')}
`;
}
