// The examples of the OpenAPI document: real requests and answers, which a test records from a
// running service and compares with it ever after.
import { readFileSync } from 'node:fs';

type Json = Record<string, unknown>;

export type OperationExample = {
  request: { path?: Json; query?: Json; body?: unknown };
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

const FILE = new URL('./examples.json', import.meta.url);

let read: Examples | undefined;

export function merchantExamples(): Examples {
  read ??= JSON.parse(readFileSync(FILE, 'utf8')) as Examples;
  return read;
}

export type Described = Json & {
  operationId?: string | undefined;
  parameters?: Json[];
  requestBody?: { content?: Record<string, Json> };
  responses: Record<string, Json & { content?: Record<string, Json> }>;
};

function addExample(content: Record<string, Json> | undefined, example: unknown): void {
  if (example === undefined) return;
  for (const media of Object.values(content ?? {})) media.example = example;
}

/** Writes the examples into the operation. */
export function addExamples(operation: Described, { operations, errors }: Examples): void {
  const own = operations[operation.operationId ?? ''];
  const request = own?.request ?? {};
  for (const parameter of operation.parameters ?? []) {
    const { name, in: place } = parameter;
    const values = place === 'path' ? request.path : request.query;
    const example = values?.[String(name)];
    if (example !== undefined) parameter.example = example;
  }
  addExample(operation.requestBody?.content, request.body);
  for (const [status, response] of Object.entries(operation.responses)) {
    addExample(response.content, own?.answers[status] ?? errors[status]);
  }
}
