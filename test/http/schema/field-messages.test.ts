// Every refusal of a field says which field and which rule, with an example if the rule is a form;
// and "" in an optional field is answered with the advice to leave it out. The same in both APIs.
import { deepEqual, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { makeMerchant, type TestMerchant } from '../../support/test-app.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
} from '../operator/operator-service.ts';
import { fieldsOf, type NamedField, type Schema, typesOf } from './schema-fields.ts';

let service: OperatorService;
let merchant: TestMerchant;
before(async () => {
  service = await openOperatorService();
  merchant = await makeMerchant(service.app);
});
after(() => service.stop());

type Told = { field: string; message: string };
type Ask = (body: unknown) => Promise<readonly Told[]>;

/** A rule in words that follow the field's name. */
const RULE = /^(?:must|is|has|names|needs|never) /;
const EXAMPLE = /\b(?:like|one of|as in|for example)\b|: \S/;
const ADVICE = /leave the field out|or null$/;

const FORMS = new Set(['uuid', 'uri', 'date-time', 'date']);

const isOptional = (schema: Schema) => typesOf(schema).includes('null');
const isText = (schema: Schema) => typesOf(schema).includes('string');
const hasForm = (schema: Schema & { format?: string; enum?: unknown[] }) =>
  isText(schema) && (FORMS.has(schema.format ?? '') || schema.enum !== undefined);

/** Lists have one message for all of their members, so that only single fields are asked. */
const isSingle = ({ field }: NamedField) => !field.includes('[');

/** The messages that break the rule, as "field: message". */
async function unclear(fields: readonly NamedField[], ask: Ask): Promise<string[]> {
  const found: string[] = [];
  const check = async (one: NamedField, value: unknown, wanted: RegExp) => {
    const told = (await ask(one.bodyOf(value))).find(({ field }) => field === one.field);
    if (told === undefined || wanted.test(told.message)) return;
    found.push(`${one.field} of ${JSON.stringify(value)}: ${told.message}`);
  };
  for (const one of fields.filter(isSingle)) {
    await check(one, { a: 1 }, RULE);
    if (hasForm(one.schema)) await check(one, 'no such thing', EXAMPLE);
    if (isOptional(one.schema)) await check(one, '', ADVICE);
  }
  return found;
}

const toldIn = (body: unknown): readonly Told[] => Object(body).errors ?? [];

suite('operators are told the rule of', () => {
  for (const route of OPERATOR_ROUTES.filter(({ body }) => body !== undefined)) {
    test(`${route.method} ${route.url}`, async () => {
      const path = route.url.replace(/:\w+/g, merchant.merchant_id);
      const ask: Ask = async (body) => {
        const answer = await service.ask(route.method, path, { body });
        ok(answer.status < 500, `${answer.status} for ${JSON.stringify(body)}`);
        return toldIn(answer.body);
      };
      deepEqual(await unclear([...fieldsOf(route.body as Schema)], ask), []);
    });
  }
});

const text = readFileSync(new URL('../../../openapi/merchant.json', import.meta.url), 'utf8');
const { paths, components } = JSON.parse(text);

suite('merchants are told the rule of', () => {
  for (const path of Object.keys(paths)) {
    const json = paths[path].post?.requestBody?.content['application/json'];
    if (json === undefined) continue;
    const schema: Schema = components.schemas[json.schema.$ref.split('/').at(-1)];
    test(`POST ${path}`, async () => {
      const ask: Ask = async (body) => {
        const url = path.replace(/\{\w+\}/g, merchant.merchant_id);
        const payload = { merchant_id: merchant.merchant_id, ...Object(body) };
        const answer = await fetch(`${service.url}${url}`, {
          method: 'POST',
          headers: { 'x-token': merchant.token, 'content-type': 'application/json' },
          body: JSON.stringify(payload),
        });
        ok(answer.status < 500, `${answer.status} for ${JSON.stringify(body)}`);
        return toldIn(await answer.json());
      };
      deepEqual(await unclear([...fieldsOf(schema)], ask), []);
    });
  }
});

type Parameter = { name: string; in: string; schema: { type?: string; enum?: unknown[] } };
type Operation = { parameters?: Parameter[] };

const CLOSED: readonly string[] = ['boolean', 'integer'];

/** Words of a list, yes or no, and whole numbers. */
const isClosed = ({ in: place, schema }: Parameter) =>
  place === 'query' && (schema.enum !== undefined || CLOSED.includes(schema.type ?? ''));

const closedQueries = (['merchant', 'operator'] as const).flatMap((kind) => {
  const file = new URL(`../../../openapi/${kind}.json`, import.meta.url);
  const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return Object.entries(document.paths).map(([path, { get }]) => ({
    path,
    names: (get?.parameters ?? []).filter(isClosed).map(({ name }) => name),
  }));
});

/** What is said of the parameter; undefined if the word is taken. */
async function toldOf(path: string, name: string, word: string): Promise<string | undefined> {
  const address = path.replace(/\{\w+\}/g, merchant.merchant_id);
  const query = new URLSearchParams({ [name]: word });
  const headers = { 'x-token': merchant.token, authorization: AUTHORIZATION };
  const answer = await fetch(`${service.url}${address}?${query}`, { headers });
  const is_json = answer.headers.get('content-type')?.includes('json') ?? false;
  const body: unknown = is_json ? await answer.json() : await answer.text();
  return toldIn(body).find(({ field }) => field === name)?.message;
}

suite('the query says the rule of', () => {
  test('enough parameters', () => ok(closedQueries.flatMap(({ names }) => names).length > 60));

  for (const { path, names } of closedQueries.filter((one) => one.names.length > 0)) {
    test(`GET ${path}`, async () => {
      for (const name of names) {
        const wrong = await toldOf(path, name, 'no such thing');
        if (wrong !== undefined) match(wrong, EXAMPLE, `${name}: ${wrong}`);
        // Taken as absent, or refused with the advice.
        const empty = await toldOf(path, name, '');
        if (empty !== undefined) match(empty, /leave the field out/, `${name}: ${empty}`);
      }
    });
  }
});
