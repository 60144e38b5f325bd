// The OpenAPI documents as the reference reads them: operations by tag, and references followed.
import { readFileSync } from 'node:fs';

export type ApiJson = Readonly<Record<string, unknown>>;

export const API_KINDS = ['merchant', 'operator'] as const;
export type ApiKind = (typeof API_KINDS)[number];

export type ApiOperation = {
  kind: ApiKind;
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  value: ApiJson;
};

const isMap = (value: unknown): value is ApiJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const mapOf = (value: unknown): ApiJson => (isMap(value) ? value : {});
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const read = new Map<ApiKind, ApiJson>();

/** The committed documents: a test holds them against the routes. */
export function apiDocument(kind: ApiKind): ApiJson {
  const known = read.get(kind);
  if (known !== undefined) return known;
  const file = new URL(`../../../openapi/${kind}.json`, import.meta.url);
  const document = mapOf(JSON.parse(readFileSync(file, 'utf8')));
  read.set(kind, document);
  return document;
}

/** What a `$ref` names, or the value itself. */
export function followed(kind: ApiKind, value: unknown): ApiJson {
  const ref = stringOf(mapOf(value).$ref);
  if (ref === '') return mapOf(value);
  const steps = ref.replace('#/', '').split('/');
  return mapOf(steps.reduce<unknown>((at, step) => mapOf(at)[step], apiDocument(kind)));
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function apiOperations(kind: ApiKind): ApiOperation[] {
  return Object.entries(mapOf(apiDocument(kind).paths)).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in mapOf(methods)).map((method) => {
      const value = mapOf(mapOf(methods)[method]);
      const tag = stringOf(itemsOf(value.tags)[0]);
      const id = stringOf(value.operationId);
      const summary = stringOf(value.summary);
      return { kind, id, tag, method: method.toUpperCase(), path, summary, value };
    }),
  );
}

const slugOf = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export type ApiPage = { kind: ApiKind; tag: string; path: string };

/** A page per tag, in the order of the document. */
export function apiPages(kind: ApiKind): ApiPage[] {
  const tags = new Set(apiOperations(kind).map(({ tag }) => tag));
  return [...tags].map((tag) => ({ kind, tag, path: `api/${kind}/${slugOf(tag)}` }));
}

export type ApiWebhook = { type: string; id: string; summary: string; value: ApiJson };

/** The callbacks of merchants, by type of event. */
export function apiWebhooks(): ApiWebhook[] {
  return Object.entries(mapOf(apiDocument('merchant').webhooks)).map(([type, methods]) => {
    const value = mapOf(mapOf(methods).post);
    return { type, id: stringOf(value.operationId), summary: stringOf(value.summary), value };
  });
}

/** The list of all callbacks. */
export const WEBHOOKS_START = 'api/callbacks';

export const webhookPath = (type: string): string => `${WEBHOOKS_START}/${type}`;

export const API_NAMES: Readonly<Record<ApiKind, string>> = {
  merchant: 'Merchants’ API',
  operator: 'Operators’ API',
};
