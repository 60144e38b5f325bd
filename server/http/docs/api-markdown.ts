// A page of the API reference as Markdown, for programs that read text: the same operations with a
// curl, what is sent, and what the answer has.
import {
  API_KINDS,
  API_NAMES,
  type ApiKind,
  type ApiOperation,
  apiOperations,
  apiPages,
  followed,
  itemsOf,
  mapOf,
  stringOf,
} from './api-document.ts';
import { curlOfOperation } from './api-page.ts';
import { type Member, membersOf, typeText } from './api-schema.ts';

/** Deeper members are in the OpenAPI document. */
const DEEPEST_TEXT = 2;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `place` is where a parameter stands: the path, the query, a header. */
function memberLines(kind: ApiKind, member: Member, depth = 0, place?: string): string[] {
  const { name, schema, is_required } = member;
  const terms = [
    typeText(kind, schema),
    ...(is_required ? ['required'] : []),
    ...(place === undefined ? [] : [`in the ${place}`]),
  ];
  const text = oneLine(stringOf(schema.description));
  const line = `${'  '.repeat(depth)}- \`${name}\` (${terms.join(', ')})`;
  const inner = depth < DEEPEST_TEXT ? membersOf(kind, schema).flat() : [];
  return [
    text === '' ? line : `${line}: ${text}`,
    ...inner.flatMap((one) => memberLines(kind, one, depth + 1)),
  ];
}

function parameterLines({ kind, value }: ApiOperation): string[] {
  return itemsOf(value.parameters).flatMap((given) => {
    const one = followed(kind, given);
    const schema = { ...followed(kind, one.schema), description: stringOf(one.description) };
    const member = { name: stringOf(one.name), schema, is_required: one.required === true };
    return memberLines(kind, member, 0, stringOf(one.in));
  });
}

function bodyLines({ kind, value }: ApiOperation): string[] {
  const [media] = Object.values(mapOf(mapOf(value.requestBody).content));
  return membersOf(kind, mapOf(media).schema).flatMap((members) =>
    members.flatMap((one) => memberLines(kind, one)),
  );
}

function answerLines({ kind, value }: ApiOperation): string[] {
  return Object.entries(mapOf(value.responses)).flatMap(([status, given]) => {
    const response = followed(kind, given);
    const line = `- ${status}: ${oneLine(stringOf(response.description))}`;
    const [media] = Object.values(mapOf(response.content));
    if (!status.startsWith('2')) return [line];
    const members = membersOf(kind, mapOf(media).schema).flat();
    return [line, ...members.flatMap((one) => memberLines(kind, one, 1))];
  });
}

const part = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`### ${title}\n\n${lines.join('\n')}`];

function operationText(operation: ApiOperation): string {
  const { method, path, summary, value } = operation;
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    stringOf(value.description),
    ['```sh', curlOfOperation(operation), '```'].join('\n'),
    ...part('Sent', [...parameterLines(operation), ...bodyLines(operation)]),
    ...part('Answers', answerLines(operation)),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Of a path below /docs; null if no page of the reference is there. */
export function apiMarkdown(path: string): string | null {
  const page = API_KINDS.flatMap(apiPages).find((one) => one.path === path);
  if (page === undefined) return null;
  const operations = apiOperations(page.kind).filter(({ tag }) => tag === page.tag);
  const head = `# ${page.tag}\n\n${API_NAMES[page.kind]}.`;
  return `${[head, ...operations.map(operationText)].join('\n\n')}\n`;
}
