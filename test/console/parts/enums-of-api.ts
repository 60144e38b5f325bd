// The closed lists of the operators’ API, as its document has them.
import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const DOCUMENT = new URL('../../../openapi/operator.json', import.meta.url);

export type Found = { readonly place: string; readonly values: readonly string[] };

export const isObject = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** Wherever it stands in a description: an item of a list, one of several forms, or null too. */
function enumsIn(node: unknown, place: string): Found[] {
  if (Array.isArray(node)) return node.flatMap((one) => enumsIn(one, place));
  if (!isObject(node)) return [];
  const { enum: values, example: _example, examples: _examples, ...others } = node;
  const own = Array.isArray(values)
    ? [{ place, values: values.filter((value) => typeof value === 'string') }]
    : [];
  return [...own, ...Object.values(others).flatMap((one) => enumsIn(one, place))];
}

const partsOf = (node: unknown): (readonly [string, unknown])[] =>
  isObject(node) ? Object.entries(node) : [];

export function everyEnum(): Found[] {
  const document: unknown = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  ok(isObject(document) && isObject(document.components));
  const fields = partsOf(document.components.schemas).flatMap(([schema, node]) =>
    partsOf(isObject(node) ? node.properties : null).flatMap(([field, of]) =>
      enumsIn(of, `${schema}.${field}`),
    ),
  );
  const parameters = partsOf(document.paths)
    .flatMap(([, methods]) => partsOf(methods))
    .flatMap(([, operation]) => {
      if (!isObject(operation) || !Array.isArray(operation.parameters)) return [];
      return operation.parameters.flatMap((one: unknown) =>
        isObject(one) ? enumsIn(one, `${operation.operationId} ${one.name}`) : [],
      );
    });
  return [...fields, ...parameters];
}
