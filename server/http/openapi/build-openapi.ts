// Builds an OpenAPI 3.1 document from the routes' own descriptions.
import { LIMITS } from '../../domain/service/limits.ts';
import { METADATA_PAIRS, METADATA_TEXT } from '../../domain/trade/metadata.ts';
import { LINE_PATTERN } from '../../domain/values/text.ts';
import { ErrorSchema } from '../error/error-schema.ts';
import { PARAM_MAX_LENGTH } from '../transport/http-limits.ts';
import { headersOf, headersOfAnswer } from './answer-headers.ts';
import { tagText, textOfStatus } from './answer-texts.ts';
import { boundedAnswer, boundedRequest } from './bounds/bounds.ts';
import { type Components, createComponents } from './components.ts';
import { addExamples, merchantExamples, operatorExamples } from './examples.ts';
import { withIntegerFormats } from './integer-formats.ts';
import type { RouteDocument } from './route-document.ts';
import { shareAnswers } from './shared-answers.ts';
import { webhooksOf } from './webhooks.ts';

export type OpenApiKind = 'merchant' | 'operator';

type Json = Record<string, unknown>;

const KINDS = {
  merchant: {
    prefix: '/api/v1/',
    title: 'Payment Orders: the merchants’ API',
    description:
      'Pay-ins, pay-outs, balance and events. Amounts are integers in minor units of their ' +
      'currency. `order_id` is the idempotency key. Every error has one body and a page of its own.',
    security: [{ token: [] }],
    schemes: {
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Token',
        description:
          'The API token; or, with a token of mode `signature`, the lower-case hex HMAC-SHA256 ' +
          'of the raw body (of a GET: of its path parameters as compact JSON) under its secret.',
      },
    },
  },
  operator: {
    prefix: '/operator/v1/',
    title: 'Payment Orders: the operators’ API',
    description:
      'Merchants, tokens, receiving accounts, bank lines, trades, the ledger and deliveries.',
    security: [{ operator: [] }, { session: [] }],
    schemes: {
      operator: { type: 'http', scheme: 'bearer', description: 'An operator’s token' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-session',
        description:
          'The session of a person, set by a sign-in; never together with a token. Requests that ' +
          'are not a GET also send its `csrf_token` in the header `X-CSRF-Token`.',
      },
    },
  },
} as const;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** Query parameters are texts on the wire; the reference shows the type that a text stands for. */
function parameterSchema(schema: unknown): unknown {
  if (!isJson(schema)) return schema;
  const { format, description: _, enum: words, ...rest } = schema;
  if (format === 'boolean') return { ...rest, type: 'boolean' };
  if (format !== 'integer') return schema;
  return { ...rest, ...(words === undefined ? {} : { enum: words }), type: 'integer' };
}

/** `metadata[cart]=A-17` */
const PAIRS = {
  style: 'deepObject',
  explode: true,
  schema: {
    type: 'object',
    maxProperties: LIMITS.metadata_filters_max,
    additionalProperties: METADATA_TEXT,
  },
} as const;

function parametersIn(place: 'path' | 'query' | 'header', schema: unknown): Json[] {
  if (!isJson(schema) || !isJson(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) => {
    const description = isJson(property) ? property.description : undefined;
    const pairs = isJson(property) && property.format === METADATA_PAIRS ? property : null;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(pairs === null
        ? { schema: parameterSchema(boundedRequest(property)) }
        : { ...PAIRS, schema: { ...PAIRS.schema, examples: pairs.examples } }),
    };
  });
}

/** Path parameters without a schema are texts. */
function pathParameters(route: RouteDocument): Json[] {
  const described = parametersIn('path', route.params);
  if (described.length > 0) return described;
  return [...route.url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: PARAM_MAX_LENGTH, pattern: LINE_PATTERN },
  }));
}

/**
 * The bytes of a file, as OpenAPI 3.1 describes them: without a type, because they are no JSON. How
 * many may be sent stands with the operation; files of answers are sent in pieces, without an end
 * of their own.
 */
const FILE = { description: 'The file' } as const;

function requestBody({ body, consumes }: RouteDocument, components: Components): Json {
  if (body === undefined && consumes.length === 0) return {};
  const media: [string, unknown][] =
    consumes.length > 0
      ? consumes.map((type) => [type, { schema: FILE }])
      : [['application/json', { schema: components.refer(boundedRequest(body)) }]];
  return { requestBody: { required: true, content: Object.fromEntries(media) } };
}

type Answers = Record<string, Json & { content?: Record<string, Json> }>;

/** What every address can answer, whatever is done there; 405 to a method that it does not have. */
const EVERYWHERE = { 405: ErrorSchema, 408: ErrorSchema, 431: ErrorSchema, 500: ErrorSchema };

/** What is read of a request can be unreadable; nothing is of one that needs no token. */
const READING = { 400: ErrorSchema };

const isRead = ({ method, security }: RouteDocument) => method !== 'GET' || security?.length !== 0;

/** A sentence for each status, and the headers. */
function toldAnswer(kind: OpenApiKind, route: RouteDocument, status: string): Json {
  const names = headersOfAnswer(kind, route, Number(status));
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return { description: textOfStatus(Number(status)), headers: Object.fromEntries(refs) };
}

function responsesOf(kind: OpenApiKind, route: RouteDocument, components: Components): Answers {
  const reading = isRead(route) ? READING : {};
  const given = Object.entries({ ...reading, ...EVERYWHERE, ...Object(route.response) });
  return Object.fromEntries(
    given.map(([status, schema]) => {
      const answer = toldAnswer(kind, route, status);
      const has_body = !isJson(schema) || schema.type !== 'null';
      const is_file = route.produces.length > 0 && Number(status) < 300;
      const types = is_file ? route.produces : ['application/json'];
      const told = is_file ? FILE : components.refer(boundedAnswer(schema));
      const media = types.map((type) => [type, { schema: told }]);
      const content = Object.fromEntries(media);
      return [status, has_body ? { ...answer, content } : answer];
    }),
  );
}

function operationOf(
  kind: OpenApiKind,
  route: RouteDocument,
  components: Components,
): Json & { responses: Answers } {
  const { operationId, tags, summary, description, security } = route;
  const parameters = [
    ...pathParameters(route),
    ...parametersIn('query', route.querystring),
    ...parametersIn('header', route.headers),
  ];
  const operation = {
    operationId,
    tags,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(security === undefined ? {} : { security }),
    ...(kind === 'merchant' ? { 'x-repeatable': route.repeatable } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, components),
    responses: responsesOf(kind, route, components),
  };
  addExamples(operation, kind === 'merchant' ? merchantExamples() : operatorExamples());
  return operation;
}

/** Callbacks. */
function forMerchants(components: Components) {
  const { events } = merchantExamples();
  const webhooks = webhooksOf(components, (type) => events[type]);
  return { document: { webhooks }, tags: ['Callbacks'] };
}

export function buildOpenApi(
  kind: OpenApiKind,
  server_url: string,
  routes: readonly RouteDocument[],
): Json {
  const { prefix, title, description, security, schemes } = KINDS[kind];
  const components = createComponents();
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  const own = routes.filter((route) => route.url.startsWith(prefix));
  for (const route of own) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const operation = operationOf(kind, route, components);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  const more = kind === 'merchant' ? forMerchants(components) : { document: {}, tags: [] };
  const responses = shareAnswers(paths);
  const names = [...new Set(own.flatMap((route) => route.tags)), ...more.tags];
  const tags = names.map((name) => ({ name, description: tagText(kind, name) }));
  const document = {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server_url, 'x-internal': kind === 'operator' }],
    security,
    tags,
    paths,
    ...more.document,
    components: {
      schemas: components.schemas(),
      responses,
      headers: headersOf(kind),
      securitySchemes: schemes,
    },
  };
  return Object(withIntegerFormats(document));
}
