// Makes valid and invalid requests from an OpenAPI document, the same ones for the same seed, and
// checks answers against the document.
import { Errors } from 'typebox/schema';

type Json = Readonly<Record<string, unknown>>;

export type Operation = {
  readonly operation_id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Json }[];
  /** Null if the operation has no JSON body. */
  readonly body: Json | null;
  /** By status; null if the answer has no body. */
  readonly responses: ReadonlyMap<number, Json | null>;
};

export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

export type Random = { below(limit: number): number; chance(share: number): boolean };

/** Mulberry32: a small generator, and good enough for choosing from lists. */
export function randomFrom(seed: number): Random {
  let state = seed;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, chance: (share) => below(1_000) < share * 1_000 };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The document with all references resolved. */
function resolved(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, components));
  if (!isJson(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') {
    const [kind = '', name = ''] = $ref.split('/').slice(-2);
    return resolved(Object(components[kind])[name], components);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolved(member, components)]),
  );
}

const jsonOf = (content: unknown): Json | null => {
  const schema = Object(Object(content)['application/json']).schema;
  return isJson(schema) ? schema : null;
};

function operationFrom(method: string, path: string, described: Json): Operation {
  const { operationId, parameters = [], requestBody, responses = {} } = described;
  return {
    operation_id: String(operationId),
    method: method.toUpperCase(),
    path,
    parameters: parameters as Operation['parameters'],
    body: jsonOf(Object(requestBody).content),
    responses: new Map(
      Object.entries(Object(responses)).map(([status, answer]) => [
        Number(status),
        jsonOf(Object(answer).content),
      ]),
    ),
  };
}

export function operationsOf(document: Json): Operation[] {
  const components = Object(document.components);
  const paths = Object.entries(Object(resolved(document.paths, components)));
  return paths.flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, described]) =>
      operationFrom(method, path, Object(described)),
    ),
  );
}

const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '\u0000',
  '\u202e\u200b',
  '\ud800',
  'e'.repeat(3_000),
  "' or 1=1 --",
  '<script>',
  '../..',
  '__proto__',
  '9'.repeat(30),
  '2026-02-30T25:61:00Z',
  '[{"toString":1}]',
  Buffer.from('[{"toString":1}]').toString('base64url'),
  Buffer.from('["0","1","2"]').toString('base64url'),
  [],
  [[]],
  [null],
  {},
  { toString: 1 },
  { a: { b: [] } },
  Array.from({ length: 300 }, () => 1),
];

/** Values likely to be accepted, by the field's name, or by path and name: `/orders/{id} id`. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

export type Maker = {
  random: Random;
  known: Known;
  /** For requests that should be accepted: all values fit, and this says which members are sent. */
  careful?: { includes(path: string, name: string, required: boolean): boolean };
};
type PlacedMaker = Maker & { path: string };

function textOf({ random }: PlacedMaker, schema: Json): unknown {
  if (Array.isArray(schema.enum)) return pick(random, schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.format === 'uuid') return `01890000-0000-7000-8000-00000000000${random.below(10)}`;
  if (schema.format === 'date-time')
    return new Date(Date.UTC(2030, random.below(12))).toISOString();
  if (schema.format === 'uri') return 'http://127.0.0.1:65000/fuzz';
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : 40;
  return 'abc 123 ü'
    .repeat(1 + random.below(3))
    .slice(0, most)
    .trim();
}

function objectOf(maker: PlacedMaker, schema: Json): Json {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const { random, careful, path } = maker;
  const members = Object.entries(Object(schema.properties)).filter(([name]) =>
    careful === undefined
      ? random.chance(required.includes(name) ? 0.97 : 0.5)
      : careful.includes(path, name, required.includes(name)),
  );
  return Object.fromEntries(
    members.map(([name, member]) => [name, valueFor(maker, name, Object(member))]),
  );
}

/** Mostly a value that the schema allows, sometimes one that it does not. */
function valueFor(maker: PlacedMaker, name: string, schema: Json): unknown {
  const { random, known, path, careful } = maker;
  if (careful === undefined && random.chance(0.06)) return pick(random, WRONG);
  const values = known[`${path} ${name}`] ?? known[name];
  if (values !== undefined && (careful !== undefined || random.chance(0.8)))
    return pick(random, values);
  const types = [schema.type].flat();
  const type = types.length > 1 && random.chance(0.2) ? 'null' : types[0];
  if (type === 'object') return objectOf(maker, schema);
  if (type === 'array') {
    const { items = {} } = schema;
    return Array.from({ length: random.below(3) }, () => valueFor(maker, '', Object(items)));
  }
  if (type === 'integer') return random.below(100_000) + 1;
  if (type === 'number') return random.below(10_000) / 100;
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return textOf(maker, schema);
}

const asText = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

function bodyFor(maker: PlacedMaker, schema: Json): string {
  const { random, careful } = maker;
  if (careful !== undefined) return JSON.stringify(objectOf(maker, schema));
  const text = JSON.stringify(random.chance(0.03) ? pick(random, WRONG) : objectOf(maker, schema));
  if (random.chance(0.03)) return text.slice(0, random.below(text.length + 1));
  return random.chance(0.01) ? `${text}${' '.repeat(70_000)}` : text;
}

/** Values of the path are always sent. */
function isSent(
  { random, careful, path }: PlacedMaker,
  { name, in: place, required }: Operation['parameters'][number],
): boolean {
  if (place === 'path') return true;
  if (careful !== undefined) return careful.includes(path, name, required);
  return required || random.chance(0.3);
}

export function requestFor(given: Maker, operation: Operation): FuzzRequest {
  const maker = { ...given, path: operation.path };
  const { random, careful } = maker;
  const { method, parameters, body } = operation;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let { path } = operation;
  for (const parameter of parameters) {
    if (!isSent(maker, parameter)) continue;
    const { name, in: place, schema } = parameter;
    const text = asText(valueFor(maker, name, schema));
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text));
    else if (place === 'query') query.append(name, text);
    else headers[name] = encodeURIComponent(text).slice(0, 300);
  }
  const address = query.size === 0 ? path : `${path}?${query}`;
  if (body === null) return { method, path: address, headers, body: undefined };
  const is_odd = careful === undefined && random.chance(0.02);
  headers['content-type'] = is_odd ? 'text/plain' : 'application/json';
  return { method, path: address, headers, body: bodyFor(maker, body) };
}

/** Why the document does not allow this answer; null if it does. */
export function deviation(operation: Operation, status: number, body: unknown): string | null {
  const schema = operation.responses.get(status);
  if (schema === undefined) return `status ${status} is not documented`;
  if (schema === null) return null;
  const [fits, errors] = Errors(schema, body);
  return fits ? null : JSON.stringify(errors.slice(0, 3));
}
