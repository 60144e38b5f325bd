// Writes the bounds of the operator API's requests for its two clients, the console and the command
// line: they share nothing else with the server.
import { PASSWORD_LENGTH } from '../server/domain/access/password.ts';
import { STATEMENT_MAX_BYTES } from '../server/domain/line/statement-requests.ts';
import { BRANDING_LIMITS } from '../server/domain/merchant/branding.ts';
import { noteField } from '../server/domain/request/common-fields.ts';
import { LIMITS } from '../server/domain/service/limits.ts';
import { withoutObvious } from '../server/http/openapi/bounds/bounds.ts';
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';

const FILES = {
  logo: BRANDING_LIMITS.logo_max_bytes,
  picture: LIMITS.receipt_max_bytes,
  statement: STATEMENT_MAX_BYTES,
};

type Schema = {
  readonly $ref?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
};

export type BoundedApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

type Bounds = Readonly<Record<string, unknown>>;
type Row = readonly [field: string, bounds: Bounds];

/** As fields of forms call them; of a field that has none: null. */
function boundsOf(schema: Schema, is_required: boolean): Bounds | null {
  const { minLength, maxLength, minItems, maxItems, ...others } = withoutObvious(schema);
  const { minimum: min, maximum: max, pattern } = others;
  const told = { minLength, maxLength, min, max, minItems, maxItems };
  // The form of a field begins and ends with the field.
  const form = pattern === undefined ? {} : { pattern: pattern.replace(/^\^|\$$/g, '') };
  const bounds = Object.entries({ ...told, ...form }).filter(([, value]) => value !== undefined);
  if (bounds.length === 0) return null;
  // A list is no field: what fills it says whether it is complete.
  const is_list = minItems !== undefined || maxItems !== undefined;
  return Object.fromEntries(is_required && !is_list ? [['required', true], ...bounds] : bounds);
}

/** Members of objects and of the items of lists are told as `settings.reserve_days`. */
function rowsOf(api: BoundedApi, given: Schema, before = ''): Row[] {
  const { $ref } = given;
  const named = $ref === undefined ? given : api.components.schemas[$ref.split('/').at(-1) ?? ''];
  if (named === undefined) throw new Error(`There is no schema ${$ref}`);
  const required = new Set(named.required);
  return Object.entries(named.properties ?? {}).flatMap(([name, member]) => {
    const bounds = boundsOf(member, required.has(name));
    const own: Row[] = bounds === null ? [] : [[`${before}${name}`, bounds]];
    const below = [...rowsOf(api, member, `${before}${name}.`)];
    const items = member.items === undefined ? [] : rowsOf(api, member.items, `${before}${name}.`);
    return [...own, ...below, ...items];
  });
}

function operationRows(api: BoundedApi, { parameters = [], requestBody }: Operation): Row[] {
  const of_query = parameters.flatMap(({ in: place, name, required, schema }): Row[] => {
    const bounds = place === 'query' ? boundsOf(schema, required === true) : null;
    return bounds === null ? [] : [[name, bounds]];
  });
  const body = requestBody?.content['application/json']?.schema;
  return [...of_query, ...(body === undefined ? [] : rowsOf(api, body))];
}

const NAME = /^\w+$/;
const key = (name: string) => (NAME.test(name) ? name : `'${name}'`);

const written = (bounds: Bounds): string =>
  `{ ${Object.entries(bounds)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`;

function boundsTable(name: string, api: BoundedApi, only?: readonly string[]): string {
  const operations = Object.values(api.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => only === undefined || only.includes(operationId));
  const told = operations.flatMap((operation) => {
    const rows = operationRows(api, operation).map(
      ([field, bounds]) => `    ${key(field)}: ${written(bounds)},\n`,
    );
    return rows.length === 0 ? [] : [`  ${operation.operationId}: {\n${rows.join('')}  },\n`];
  });
  return `export const ${name} = {\n${told.join('')}} as const;\n`;
}

export function boundsModule(api: BoundedApi): string {
  return `// Made by tools/generate.ts from openapi/operator.json: bounds of the fields of requests.

/** Of every note and reason that a person writes. */
export const NOTE = ${written(boundsOf(noteField().told, false) ?? {})} as const;

/** Of the files that are sent. */
export const FILE_MAX_BYTES = ${written(FILES)} as const;

${boundsTable('BOUNDS', api)}`;
}

/** What the console's first load asks for: the sign-in, its confirmation, and the search. */
const OF_ENTRY = [
  'search',
  'signIn',
  'confirmSession',
  'giveSecondFactor',
  'activateTotp',
  'addPasskey',
  'openEnrolmentLink',
  'setPasswordByLink',
];

const documentOf = async (name: 'merchant' | 'operator'): Promise<BoundedApi> =>
  JSON.parse(JSON.stringify(await renderOpenApi(name)));

const render = async () => boundsModule(await documentOf('operator'));

/** The whole table would be a seventieth of the first load, for a dozen fields. */
const renderEntry = async () =>
  `// Made by tools/generate.ts from openapi/operator.json: bounds of fields of the first load.

${boundsTable('ENTRY_BOUNDS', await documentOf('operator'), OF_ENTRY)}`;

/** The command line also asks as a merchant. */
const renderBoth = async () => `${await render()}
/** Of what merchants ask, with their own token. */
${boundsTable('MERCHANT_BOUNDS', await documentOf('merchant'))}`;

/** How long one may be is counted in characters, which the service does. */
const newPassword = () => `// Made by tools/generate.ts: the bounds of a new password.

export const NEW_PASSWORD = { minLength: ${PASSWORD_LENGTH.min} } as const;\n`;

export const BOUNDS_FILES = [
  { path: 'console/api/bounds.gen.ts', render },
  { path: 'console/api/entry-bounds.gen.ts', render: renderEntry },
  { path: 'console/session/new-password.gen.ts', render: newPassword },
  { path: 'cli/client/bounds.gen.ts', render: renderBoth },
];
