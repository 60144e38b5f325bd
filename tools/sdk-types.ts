// The types by which the SDK calls each API, and which requests it may send again.
import {
  asNamed,
  clientTypes,
  type DocumentedCallback,
  documentOperations,
  type OpenApi,
  type Schema,
  typeOf,
} from './client-types.ts';

const REPEATABLE = 'x-repeatable';

function repeatableOf(operation: object): string {
  const told = new Map<string, unknown>(Object.entries(operation)).get(REPEATABLE);
  if (typeof told !== 'string') throw new Error(`An operation has no ${REPEATABLE}`);
  return told;
}

const TEST_TYPE = 'endpoint.test';

const bodyOf = ({ post }: DocumentedCallback): Schema => {
  const schema = post.requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) throw new Error('A callback has no body');
  return schema;
};

/** One form for each kind of data, so that a comparison of its type tells what the data is. */
function eventForms(
  event: Schema,
  callbacks: Readonly<Record<string, DocumentedCallback>>,
): Schema {
  const told = Object.entries(callbacks).filter(([type]) => type !== TEST_TYPE);
  const by_data = Map.groupBy(told, ([, callback]) =>
    typeOf(bodyOf(callback).properties?.data ?? {}),
  );
  const forms = [...by_data].map(([name, found]) => {
    const type = { ...event.properties?.type, enum: found.map(([one]) => one) };
    const data = { ...event.properties?.data, $ref: name };
    return { ...event, properties: { ...event.properties, type, data } };
  });
  return { anyOf: forms };
}

/** The document with its events by their types, and with the test of an endpoint. */
function withEvents(document: OpenApi): OpenApi {
  const { webhooks = {}, components } = document;
  const { [TEST_TYPE]: test } = webhooks;
  const { Event: event } = components.schemas;
  if (event === undefined || test === undefined) throw new Error('The document has no events');
  const own = { Event: eventForms(event, webhooks), TestEvent: bodyOf(test) };
  return { ...document, components: { schemas: { ...components.schemas, ...own } } };
}

const withRepeatable = (types: string, rows: readonly string[]): string => `${types}
/** Whether the same request, sent again, does nothing twice; those that only read are left out. */
export const REPEATABLE = {
${rows.join('\n')}
} as const satisfies Partial<Record<keyof Operations, 'always' | 'with_key' | 'never'>>;
`;

export function merchantSdkTypes(plain: OpenApi, source: string): string {
  const document = withEvents(plain);
  const rows = documentOperations(document).flatMap(({ method, operation }) => {
    const repeatable = repeatableOf(operation);
    if (method !== 'GET') return [`  ${operation.operationId}: '${repeatable}',`];
    if (repeatable === 'always') return [];
    throw new Error(`${operation.operationId} is a GET that cannot be repeated`);
  });
  return withRepeatable(clientTypes(document, source, asNamed), rows);
}

/**
 * A list of refunds refunds nothing twice as it is; a key would make it another list, so that the
 * client must not choose one by itself.
 */
const REPEATABLE_WITHOUT_KEY = 'importRefunds';

function repeatableByOperators(name: string, done_once: ReadonlySet<string>) {
  if (name === REPEATABLE_WITHOUT_KEY) return 'always';
  return done_once.has(name) ? 'with_key' : 'never';
}

/** `done_once`: what is done once for each Idempotency-Key. */
export function operatorSdkTypes(
  document: OpenApi,
  source: string,
  done_once: ReadonlySet<string>,
): string {
  const rows = documentOperations(document).flatMap(({ method, operation: { operationId } }) =>
    method === 'GET'
      ? []
      : [`  ${operationId}: '${repeatableByOperators(operationId, done_once)}',`],
  );
  return withRepeatable(clientTypes(document, source, asNamed), rows);
}
