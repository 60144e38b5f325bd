// A Postman collection of the merchant API, made from its OpenAPI document: one request for each
// operation, with its examples.
import { isRecord } from '../../lib/is-record.ts';
import { merchantExamples } from './examples.ts';

type Json = Record<string, unknown>;
type Media = { schema?: unknown; example?: unknown };
type Answer = { description: string; content?: Record<string, Media> };
type Parameter = { name: string; in: string; description?: string; example?: unknown };

type Operation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security?: readonly unknown[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
};

/** Common answers of many operations stand in the document once. */
type Shared = Readonly<Record<string, Answer>>;

export type MerchantDocument = {
  info: { title: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Shared };
};

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Filled in once for all requests. */
const OWN_MERCHANT = '{{merchant_id}}';
const MERCHANT_FIELDS = ['merchant', 'merchant_id'];
const CREATES = ['createPayin', 'createPayout', 'createRefund'];

const textOf = (value: unknown) => (typeof value === 'string' ? value : String(value ?? ''));

const exampleOf = ({ name, example }: Parameter) =>
  MERCHANT_FIELDS.includes(name) ? OWN_MERCHANT : textOf(example);

/** Several for an object, as `metadata[cart]`. */
function queryOf(parameter: Parameter, is_sent: boolean): Json[] {
  const { name, example, description } = parameter;
  const pairs = isRecord(example)
    ? Object.entries(example).map(([key, value]) => [`${name}[${key}]`, textOf(value)] as const)
    : [[name, exampleOf(parameter)] as const];
  return pairs.map(([key, value]) => ({ key, value, description, disabled: !is_sent }));
}

/** Only what the recorded request had is sent: other examples would find nothing together. */
function urlOf(path: string, { operationId, parameters = [] }: Operation): Json {
  const sent = merchantExamples().operations[operationId]?.request.query ?? {};
  const query = parameters
    .filter((one) => one.in === 'query')
    .flatMap((one) => queryOf(one, one.name in sent));
  const variable = parameters
    .filter((one) => one.in === 'path')
    .map((one) => ({ key: one.name, value: exampleOf(one), description: one.description }));
  const steps = path.slice(1).split('/');
  const parts = steps.map((step) => step.replace(/^\{(\w+)\}$/, ':$1'));
  return {
    raw: `{{base_url}}/${parts.join('/')}`,
    host: ['{{base_url}}'],
    path: parts,
    query,
    variable,
  };
}

/** Each sending makes another order. */
function bodyText({ operationId }: Operation, example: unknown): string {
  const fields: Json = { ...Object(example) };
  if ('merchant_id' in fields) fields.merchant_id = OWN_MERCHANT;
  if (CREATES.includes(operationId)) fields.order_id = 'order-{{$guid}}';
  return JSON.stringify(fields, null, 2);
}

function bodyOf(operation: Operation): Json {
  const content = operation.requestBody?.content;
  if (content === undefined) return {};
  const json = content['application/json'];
  if (json === undefined) return { body: { mode: 'file', file: {} } };
  const raw = bodyText(operation, json.example);
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}

function headersOf(operation: Operation): { key: string; value: string }[] {
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  return type === undefined ? [] : [{ key: 'Content-Type', value: type }];
}

function followed(answer: Answer | { $ref: string }, shared: Shared): Answer {
  if (!('$ref' in answer)) return answer;
  const found = shared[answer.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${answer.$ref} is not in the document`);
  return found;
}

function answersOf(operation: Operation, request: Json, shared: Shared): Json[] {
  return Object.entries(operation.responses).flatMap(([status, answer]) => {
    const { description, content = {} } = followed(answer, shared);
    const [[type, { example }] = ['', { example: undefined }]] = Object.entries(content);
    if (example === undefined) return [];
    const body = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    const header = [{ key: 'Content-Type', value: type }];
    const name = `${status}: ${description}`;
    return [{ name, originalRequest: request, code: Number(status), header, body }];
  });
}

function itemOf(path: string, method: string, operation: Operation, shared: Shared): Json {
  const request = {
    method: method.toUpperCase(),
    header: headersOf(operation),
    url: urlOf(path, operation),
    description: operation.description,
    ...bodyOf(operation),
    // What everybody may read needs no token.
    ...(operation.security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
  };
  return { name: operation.summary, request, response: answersOf(operation, request, shared) };
}

export function buildPostman(document: MerchantDocument): Json {
  const { info, servers, tags, paths, components } = document;
  const items = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: itemOf(path, method, operation, components.responses),
    })),
  );
  const folders = tags.flatMap(({ name, description }) => {
    const item = items.filter((one) => one.tag === name).map((one) => one.item);
    return item.length === 0 ? [] : [{ name, description, item }];
  });
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-Token', type: 'string' },
        { key: 'value', value: '{{token}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: servers[0]?.url ?? '' },
      { key: 'merchant_id', value: '' },
      { key: 'token', value: '' },
    ],
    item: folders,
  };
}
