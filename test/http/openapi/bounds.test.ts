// Both documents say of every text, list and whole number how long or how large it may be, so that
// a new route without bounds is named at once. `npm run check:openapi` asks OWASP's own rules.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { constants } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import {
  boundedAnswer,
  boundedRequest,
  withoutObvious,
} from '../../../server/http/openapi/bounds/bounds.ts';
import { LIST_BOUNDS } from '../../../server/http/openapi/bounds/list-bounds.ts';
import { TEXT_BOUNDS } from '../../../server/http/openapi/bounds/text-bounds.ts';
import type { OpenApiKind } from '../../../server/http/openapi/build-openapi.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { ROOT } from '../../support/checkout/checkout.ts';

type Json = Readonly<Record<string, unknown>>;
type Found = { path: string; title: string; name: string; schema: Json };

const KINDS: readonly OpenApiKind[] = ['merchant', 'operator'];

/** Their members are values, not schemas. */
const VALUES = ['example', 'examples', 'default', 'enum', 'const'];

type Place = Omit<Found, 'schema'>;

/** What is inside, each with its place. */
function partsOf(part: Json, { path, title, name }: Place): [inner: unknown, place: Place][] {
  return Object.entries(part).flatMap(([key, inner]): [unknown, Place][] => {
    const at = `${path}/${key}`;
    if (VALUES.includes(key)) return [];
    if (key !== 'properties')
      return [[inner, { path: at, title, name: key === 'items' ? `${name}[]` : name }]];
    return Object.entries(Object(inner)).map(([called, one]) => [
      one,
      { path: `${at}/${called}`, title, name: called },
    ]);
  });
}

/** Everything with a type, with the nearest title above it and the name of its member. */
function* schemasIn(part: unknown, place = { path: '', title: '', name: '' }): Generator<Found> {
  if (typeof part !== 'object' || part === null) return;
  const schema: Json = Object(part);
  const here = typeof schema.title === 'string' ? { ...place, title: schema.title } : place;
  if (typeof schema.type === 'string' || Array.isArray(schema.type)) yield { ...here, schema };
  for (const [inner, at] of partsOf(schema, here)) yield* schemasIn(inner, at);
}

/** The members that its type asks for and that it has not. */
function missingIn(schema: Json): string[] {
  const types = [schema.type].flat();
  const has = (...names: string[]) => names.some((name) => name in schema);
  const is_closed = has('enum', 'const');
  return [
    ...(types.includes('string') && !is_closed && !has('maxLength') ? ['maxLength'] : []),
    ...(types.includes('string') && !is_closed && !has('format', 'pattern') ? ['pattern'] : []),
    ...(types.includes('array') && !has('maxItems') ? ['maxItems'] : []),
    ...(types.includes('integer') && !has('minimum') ? ['minimum'] : []),
    ...(types.includes('integer') && !has('maximum') ? ['maximum'] : []),
  ];
}

const unbounded = (document: unknown): string[] =>
  [...schemasIn(document)].flatMap(({ path, schema }) =>
    missingIn(schema).map((missing) => `${path} has no ${missing}`),
  );

describe('the bounds in the documents', () => {
  const documents = new Map<OpenApiKind, unknown>();
  before(async () => {
    for (const kind of KINDS) {
      documents.set(kind, JSON.parse(JSON.stringify(await renderOpenApi(kind))));
    }
  });

  it('are there for every text, list and whole number', () => {
    for (const kind of KINDS) {
      const document = documents.get(kind);
      ok([...schemasIn(document)].length > 500, `${kind}: most of it was not looked at`);
      deepEqual(unbounded(document), [], kind);
    }
  });

  it('are missed where one is not there', () => {
    const number = { type: ['integer', 'null'], minimum: 0 };
    const properties = {
      name: { type: 'string' },
      number,
      rows: { type: 'array', items: { type: 'string', enum: ['a'] } },
      type: { type: 'string', maxLength: 9 },
    };
    deepEqual(unbounded({ schemas: { Row: { type: 'object', properties } } }), [
      '/schemas/Row/properties/name has no maxLength',
      '/schemas/Row/properties/name has no pattern',
      '/schemas/Row/properties/number has no maximum',
      '/schemas/Row/properties/rows has no maxItems',
      '/schemas/Row/properties/type has no pattern',
    ]);
  });

  it('come from tables without a row that nothing uses', () => {
    const all = [...documents.values()].flatMap((document) => [...schemasIn(document)]);
    const used = new Set(all.flatMap(({ title, name }) => [name, `${title}.${name}`]));
    const rows = [...Object.keys(TEXT_BOUNDS), ...Object.keys(LIST_BOUNDS)];
    deepEqual(
      rows.filter((row) => !used.has(row)),
      [],
    );
  });

  it('end where JavaScript’s longest text ends', () => {
    const longest = Math.max(...Object.values(TEXT_BOUNDS).map(({ maxLength }) => maxLength));
    equal(longest, constants.MAX_STRING_LENGTH);
    const most = Math.max(...Object.values(LIST_BOUNDS));
    // An item of one character, and a comma.
    equal(2 * most, constants.MAX_STRING_LENGTH + 24);
  });

  it('leave what a schema says itself, and never say more of a request than its form', () => {
    const own = { type: 'string', maxLength: 3, pattern: '^a*$' };
    const shape = { title: 'Row', properties: { note: own, total_cents: { type: 'integer' } } };
    deepEqual(boundedAnswer(shape), {
      title: 'Row',
      properties: {
        note: own,
        total_cents: {
          type: 'integer',
          minimum: Number.MIN_SAFE_INTEGER,
          maximum: Number.MAX_SAFE_INTEGER,
        },
      },
    });
    const sent = {
      properties: { note: { type: 'string' }, id: { type: 'string', format: 'uuid' } },
    };
    deepEqual(boundedRequest(sent), {
      properties: {
        note: { type: 'string' },
        id: { type: 'string', format: 'uuid', maxLength: 36 },
      },
    });
  });

  it('are not told to clients and readers where they go without saying', () => {
    const { id, name } = Object(
      boundedAnswer({
        title: 'Row',
        properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
      }),
    ).properties;
    deepEqual(withoutObvious(id), { type: 'string', format: 'uuid' });
    deepEqual(withoutObvious(name), { type: 'string', maxLength: name.maxLength });
    const { maxLength } = TEXT_BOUNDS.detail ?? {};
    deepEqual(withoutObvious({ type: 'string', maxLength }), { type: 'string' });
  });

  it('have exceptions in OWASP’s rules only for what the documents have', () => {
    const rules = parse(readFileSync(join(ROOT, 'tools/owasp/rules.yaml'), 'utf8'));
    const files: string[] = rules.overrides.flatMap((one: { files: string[] }) => one.files);
    const pointers = files.filter((file) => file.includes('#'));
    ok(pointers.length > 10);
    for (const file of pointers) {
      const [, kind = '', pointer = ''] = /openapi\/(\w+)\.json#\/(.*)$/.exec(file) ?? [];
      const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/'));
      const found = steps.reduce<unknown>(
        (part, step) => Object(part)[step],
        documents.get(kind === 'merchant' ? 'merchant' : 'operator'),
      );
      ok(found, `${file} is in no document`);
    }
  });
});
