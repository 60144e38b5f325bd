// The pages of the API reference: every operation with its members, headers, answers and a curl.
import { escapeHtml } from '../../pages/parts/html.ts';
import {
  API_KINDS,
  API_NAMES,
  type ApiJson,
  type ApiKind,
  type ApiOperation,
  type ApiPage,
  apiDocument,
  apiOperations,
  apiPages,
  followed,
  itemsOf,
  mapOf,
  stringOf,
} from './api-document.ts';
import { exampleOf, renderMember, renderMembers } from './api-schema.ts';
import { codeBlock } from './colour-code.ts';
import { type PageContent, renderMarkdown } from './render-markdown.ts';
import { webhooksTable } from './webhook-page.ts';

const AUTHORISATION: Readonly<Record<ApiKind, string>> = {
  merchant: '-H "X-Token: $TOKEN"',
  operator: '-H "Authorization: Bearer $OPERATOR_TOKEN"',
};

/** `{merchant_id}` becomes `$MERCHANT_ID`, which the shell fills in. */
const filled = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);

export function curlOfOperation({ kind, method, path, value }: ApiOperation): string {
  const [type, media] = Object.entries(mapOf(mapOf(value.requestBody).content))[0] ?? [];
  const options = [
    ...(method === 'GET' || method === 'POST' ? [] : [`-X ${method}`]),
    ...(itemsOf(value.security).length === 0 && 'security' in value ? [] : [AUTHORISATION[kind]]),
    ...(type === undefined ? [] : [`-H "Content-Type: ${type}"`]),
    ...bodyOption(kind, type, mapOf(media)),
  ];
  const post = method === 'POST' && type === undefined ? ['-X POST'] : [];
  const lines = [`curl "$BASE_URL${filled(path)}"`, ...post, ...options];
  return lines.map((line, at) => (at === 0 ? line : `  ${line}`)).join(' \\\n');
}

function bodyOption(kind: ApiKind, type: string | undefined, media: ApiJson): string[] {
  if (type === undefined) return [];
  if (!type.endsWith('json')) return ['--data-binary @FILE'];
  const example = JSON.stringify(media.example ?? exampleOf(kind, media.schema, true));
  const quoted = example.replaceAll("'", "'\\''");
  return [`-d '${quoted.replace(/\$[A-Z_]+/g, (name) => `'"${name}"'`)}'`];
}

function parametersOf({ kind, value }: ApiOperation): string {
  const groups = Object.groupBy(
    itemsOf(value.parameters).map((one) => followed(kind, one)),
    (one) => stringOf(one.in),
  );
  return Object.entries(groups)
    .map(([place, members = []]) => {
      const items = members.map((one) => {
        const schema = { ...followed(kind, one.schema), description: stringOf(one.description) };
        return renderMember(kind, {
          name: stringOf(one.name),
          schema,
          is_required: one.required === true,
        });
      });
      return `<h3>In the ${escapeHtml(place)}</h3><ul class="members">${items.join('')}</ul>`;
    })
    .join('');
}

function bodyOf({ kind, value }: ApiOperation): string {
  const [type, media] = Object.entries(mapOf(mapOf(value.requestBody).content))[0] ?? [];
  if (type === undefined) return '';
  const members = renderMembers(kind, mapOf(media).schema);
  const file = `<p>A file: <code>${escapeHtml(type)}</code></p>`;
  return `<h3>In the body</h3>${members === '' ? file : members}`;
}

function headersOf(kind: ApiKind, response: ApiJson): string {
  const items = Object.entries(mapOf(response.headers)).map(([name, given]) => {
    const header = followed(kind, given);
    const schema = { ...followed(kind, header.schema), description: stringOf(header.description) };
    return renderMember(kind, { name, schema, is_required: false });
  });
  return items.length === 0 ? '' : `<p>Headers:</p><ul class="members">${items.join('')}</ul>`;
}

function answerOf(kind: ApiKind, status: string, given: unknown): string {
  const response = followed(kind, given);
  const [type, media] = Object.entries(mapOf(response.content))[0] ?? [];
  const is_good = status.startsWith('2');
  const { schema, example, examples } = mapOf(media);
  const named = Object.values(mapOf(examples)).map((one) => followed(kind, one).value);
  const shown = example ?? named[0] ?? (is_good ? exampleOf(kind, schema, false) : undefined);
  const is_json = type?.endsWith('json') ?? false;
  const inner = [
    renderMarkdown(stringOf(response.description)),
    headersOf(kind, response),
    is_json && is_good ? renderMembers(kind, schema) : '',
    is_json ? '' : `<p>${escapeHtml(type ?? 'Without a body')}</p>`,
    is_json && shown !== undefined ? codeBlock(JSON.stringify(shown, null, 2), 'json') : '',
  ];
  return `<details><summary><code>${status}</code> ${escapeHtml(
    stringOf(response.description).split('\n')[0] ?? '',
  )}</summary>${inner.join('')}</details>`;
}

function renderOperation(base: string, operation: ApiOperation): string {
  const { kind, id, method, path, summary, value } = operation;
  const answers = Object.entries(mapOf(value.responses)).map(([status, response]) =>
    answerOf(kind, status, response),
  );
  const errors = `${escapeHtml(base)}/docs/reference/errors`;
  return [
    `<section class="operation"><h2 id="${id}"><a class="anchor" href="#${id}">`,
    `${escapeHtml(summary)}</a></h2>`,
    `<p class="call"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></p>`,
    renderMarkdown(stringOf(value.description)),
    codeBlock(curlOfOperation(operation), 'sh'),
    parametersOf(operation),
    bodyOf(operation),
    `<h3>Answers</h3>${answers.join('')}`,
    `<p>Every error has a <a href="${errors}">code with a page of its own</a>.</p></section>`,
  ].join('');
}

export function apiPage(base: string, { kind, tag }: ApiPage): PageContent {
  const operations = apiOperations(kind).filter((one) => one.tag === tag);
  const content = operations.map((one) => renderOperation(base, one)).join('');
  const title = `${tag} · ${API_NAMES[kind]}`;
  return {
    title,
    content: `<h1>${escapeHtml(tag)}</h1><p>${API_NAMES[kind]}</p>${content}`,
    headings: operations.map(({ id, summary }) => ({ id, depth: 2, text: escapeHtml(summary) })),
  };
}

const DOCUMENT_AT: Readonly<Record<ApiKind, string>> = {
  merchant: '/openapi.json',
  operator: '/operator/openapi.json',
};

function listOfOperations(base: string, page: ApiPage): string {
  const items = apiOperations(page.kind)
    .filter(({ tag }) => tag === page.tag)
    .map(({ id, method, path, summary }) => {
      const href = escapeHtml(`${base}/docs/${page.path}#${id}`);
      const call = `<code>${method} ${escapeHtml(path)}</code>`;
      return `<tr><td><a href="${href}">${escapeHtml(summary)}</a></td><td>${call}</td></tr>`;
    });
  const table = `<table><tbody>${items.join('')}</tbody></table>`;
  return `<h3>${escapeHtml(page.tag)}</h3><div class="table" tabindex="0">${table}</div>`;
}

/** Every operation of both, with a link to its page. */
export function apiOverview(base: string): PageContent {
  const callbacks = `<h2 id="callbacks">Callbacks</h2>${webhooksTable(base)}`;
  const parts = API_KINDS.map((kind) => {
    const { info } = apiDocument(kind);
    const file = `<a href="${escapeHtml(base)}${DOCUMENT_AT[kind]}">OpenAPI document</a>`;
    const lists = apiPages(kind).map((page) => listOfOperations(base, page));
    const text = renderMarkdown(stringOf(mapOf(info).description));
    const events = kind === 'merchant' ? callbacks : '';
    const name = `<h2 id="${kind}">${API_NAMES[kind]}</h2>`;
    return `${name}${text}<p>${file}</p>${lists.join('')}${events}`;
  });
  return {
    title: 'API reference',
    content: `<h1>API reference</h1>${parts.join('')}`,
    headings: [
      { id: 'merchant', depth: 2, text: API_NAMES.merchant },
      { id: 'callbacks', depth: 2, text: 'Callbacks' },
      { id: 'operator', depth: 2, text: API_NAMES.operator },
    ],
  };
}
