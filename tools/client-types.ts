// TypeScript types of an API from its OpenAPI document: one per schema and one per operation, for
// clients that share nothing else with the server.

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };

type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly style?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
};

export type DocumentedCallback = { readonly post: Pick<Operation, 'requestBody'> };

export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, DocumentedCallback>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const JSON_TYPE = 'application/json';
const NAME = /^[A-Za-z_$][\w$]*$/;

/** A name as TypeScript writes it in a type. */
const key = (name: string): string => (NAME.test(name) ? name : JSON.stringify(name));

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function objectType(schema: Schema, indent: string): string {
  const required = new Set(schema.required);
  const inner = `${indent}  `;
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const comment =
      member.description === undefined ? '' : `${inner}/** ${member.description} */\n`;
    const mark = required.has(name) ? '' : '?';
    return `${comment}${inner}readonly ${key(name)}${mark}: ${typeOf(member, inner)};\n`;
  });
  if (members.length > 0) return `{\n${members.join('')}${indent}}`;
  const [values] = Object.values(schema.patternProperties ?? {});
  const more = schema.additionalProperties;
  if (values !== undefined) return `Readonly<Record<string, ${typeOf(values, indent)}>>`;
  if (typeof more === 'object') return `Readonly<Record<string, ${typeOf(more, indent)}>>`;
  return more === false ? 'Readonly<Record<string, never>>' : 'Readonly<Record<string, unknown>>';
}

function singleType(type: string, schema: Schema, indent: string): string {
  if (type === 'array') {
    const items = schema.items === undefined ? 'unknown' : typeOf(schema.items, indent);
    return `readonly ${/[|{ ]/.test(items) && !items.endsWith('>') ? `(${items})` : items}[]`;
  }
  if (type === 'object') return objectType(schema, indent);
  const plain = PLAIN[type];
  if (plain === undefined) throw new Error(`No TypeScript type is known for ${type}`);
  return plain;
}

/** The type of a value that the schema describes; `indent` is that of its line. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  }
  if (schema.allOf !== undefined) {
    return schema.allOf.map((one) => typeOf(one, indent)).join(' & ');
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return schema.properties ? objectType(schema, indent) : 'unknown';
  return types.map((type) => singleType(type, schema, indent)).join(' | ');
}

/** The body of a successful answer: its type, or `Blob` for a file. */
function answerOf({ operationId, responses }: Operation): string {
  const found = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  if (found.length === 0) throw new Error(`${operationId} has no successful answer`);
  const types = found.flatMap(([, { content }]) => {
    if (content === undefined) return ['null'];
    const schema = content[JSON_TYPE]?.schema;
    return [schema === undefined ? 'Blob' : typeOf(schema, '    ')];
  });
  return [...new Set(types)].join(' | ');
}

/** How a client names an object of a query, such as `metadata[cart]=A-17`. */
type Pairs = (name: string) => string;

/** In one text, as an address has it: `metadata=cart=A-17`. */
const asText: Pairs = (name) => `${name}?: string`;
/** Each pair under its own name. */
export const asNamed: Pairs = (name) => `[pair: \`${name}[\${string}]\`]: string`;

function parametersOf(operation: Operation, where: 'path' | 'query', pairs: Pairs): string | null {
  const found = (operation.parameters ?? []).filter((one) => one.in === where);
  if (found.length === 0) return null;
  const members = found.map((one) =>
    one.style === 'deepObject'
      ? pairs(one.name)
      : `${key(one.name)}${one.required === true ? '' : '?'}: ${typeOf(one.schema, '    ')}`,
  );
  return `{ ${members.join('; ')} }`;
}

function bodyOf({ requestBody }: Operation): string | null {
  if (requestBody?.content === undefined) return null;
  const schema = requestBody.content[JSON_TYPE]?.schema;
  return schema === undefined ? 'Blob' : typeOf(schema, '    ');
}

function operationType(operation: Operation, pairs: Pairs): string {
  const members = [
    ['path', parametersOf(operation, 'path', pairs)],
    ['query', parametersOf(operation, 'query', pairs)],
    ['body', bodyOf(operation)],
    ['answer', answerOf(operation)],
  ].flatMap(([name, type]) => (type === null ? [] : [`    ${name}: ${type};`]));
  return `  ${operation.operationId}: {\n${members.join('\n')}\n  };`;
}

/** Each operation with its method and address, in the order of the document. */
export function documentOperations(document: OpenApi) {
  return Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      address,
      operation,
    })),
  );
}

/** A whole module: the schemas, the operations, and where each operation is found. */
export function clientTypes(document: OpenApi, source: string, pairs = asText): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = documentOperations(document);
  const places = operations.map(
    ({ method, address, operation }) => `  ${operation.operationId}: ['${method}', '${address}'],`,
  );
  return [
    `// Made by tools/generate.ts from ${source}: the schemas and operations of the API.`,
    ...schemas,
    `export type Operations = {\n${operations.map((one) => operationType(one.operation, pairs)).join('\n')}\n};`,
    `export const PLACES = {\n${places.join('\n')}\n} as const satisfies Readonly<\n  Record<keyof Operations, readonly [method: string, address: string]>\n>;`,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
