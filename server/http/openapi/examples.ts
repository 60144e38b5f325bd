// The examples of the OpenAPI document: real requests and answers, which a test records from a
// running service and compares with it ever after.
import { readFileSync } from 'node:fs';
import { isRecord } from '../../lib/is-record.ts';
import { exampleOfParameter } from './parameter-examples.ts';

type Json = Record<string, unknown>;

export type OperationExample = {
  /** `media`: the type of a body that is no JSON. */
  request: { path?: Json; query?: Json; body?: unknown; media?: string };
  /** By status. */
  answers: Readonly<Record<string, unknown>>;
};

export type Examples = {
  /** By operationId. */
  operations: Readonly<Record<string, OperationExample>>;
  /** By status: answers that every operation can give. */
  errors: Readonly<Record<string, unknown>>;
  /** By type: the bodies of callbacks. */
  events: Readonly<Record<string, unknown>>;
};

const readExamples = (name: string): Examples =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

let of_merchants: Examples | undefined;
let of_operators: Examples | undefined;

export function merchantExamples(): Examples {
  of_merchants ??= readExamples('./examples.json');
  return of_merchants;
}

/** Of answers that say the same to operators and merchants. */
const OF_BOTH = ['400', '405', '408', '413', '415', '431', '500', '503'];

export function operatorExamples(): Examples {
  if (of_operators !== undefined) return of_operators;
  const own = readExamples('./operator-examples.json');
  const others = Object.entries(merchantExamples().errors);
  const shared = Object.fromEntries(others.filter(([status]) => OF_BOTH.includes(status)));
  of_operators = { ...own, errors: { ...shared, ...own.errors } };
  return of_operators;
}

export type Described = Json & {
  operationId?: string | undefined;
  parameters?: Json[];
  requestBody?: { content?: Record<string, Json> };
  responses: Record<string, Json & { content?: Record<string, Json> }>;
};

/** `only`: of this type. */
function addExample(
  content: Record<string, Json> | undefined,
  example: unknown,
  only?: string | undefined,
): void {
  if (example === undefined) return;
  for (const [type, media] of Object.entries(content ?? {})) {
    if (only === undefined || only === type) media.example = example;
  }
}

/** The parameter has it already. */
function withoutExamples(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { examples: _, ...rest } = schema;
  return rest;
}

/** Writes the examples into the operation. */
export function addExamples(operation: Described, { operations, errors }: Examples): void {
  const id = operation.operationId ?? '';
  const own = operations[id];
  const request = own?.request ?? {};
  for (const parameter of operation.parameters ?? []) {
    const { name, in: place } = parameter;
    const values = place === 'path' ? request.path : request.query;
    const example = values?.[String(name)] ?? exampleOfParameter(parameter, id, operations);
    if (example !== undefined) parameter.example = example;
    parameter.schema = withoutExamples(parameter.schema);
  }
  addExample(operation.requestBody?.content, request.body, request.media);
  for (const [status, response] of Object.entries(operation.responses)) {
    addExample(response.content, own?.answers[status] ?? errors[status]);
  }
}
