// An API's document as its examples are held against it: where each operation is, what it answers,
// and what is wrong with an answer.
import { deepEqual, ok } from 'node:assert/strict';
import { Errors } from 'typebox/schema';
import type { OpenApiKind } from '../../../server/http/openapi/build-openapi.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { WORKBOOK } from '../../../server/http/transport/table-file.ts';
import { answersIn } from '../../support/openapi-answers.ts';
import type { Judge, Place } from './example-recorder.ts';

type Json = Record<string, unknown>;
export type Media = { schema: Json; example?: unknown };
type Response = { headers: Json; content?: Record<string, Media> };
type Operation = { operationId: string; responses: Record<string, Response> } & Json;

/** Headers of every HTTP answer, which say nothing about the API. */
const USUAL =
  /^(?:content-(?:type|length|security-policy)|cache-control|x-(?!request)[a-z-]+|date)$/;
const OTHERS =
  /^(?:connection|keep-alive|transfer-encoding|referrer-policy|cross-origin-[a-z-]+|vary|allow)$/;

/** A picture, a page to print and a workbook are not shown. */
const isUnshown = (type: string): boolean =>
  type.startsWith('image/') || ['text/html', WORKBOOK].includes(type);

export async function readDocument(kind: OpenApiKind) {
  const api = JSON.parse(JSON.stringify(await renderOpenApi(kind)));
  const places = new Map<string, Place>();
  const operations = new Map<string, Operation>();
  for (const [address, methods] of Object.entries<Record<string, Operation>>(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId } = operation;
      places.set(operationId, [method.toUpperCase(), address]);
      operations.set(operationId, { ...operation, responses: answersIn(api, operation) });
    }
  }

  const problemsOf = (schema: Json, value: unknown) =>
    Errors({ ...schema, components: api.components }, value)[1].map(
      ({ instancePath, message }) => `${instancePath} ${message}`,
    );

  /** The answer as the document has it: its status, headers and body. */
  const judge: Judge = (name, { status, headers, body }) => {
    const told = operations.get(name)?.responses[status];
    ok(told, `${name}: ${status} is not in the document: ${JSON.stringify(body)}`);
    const documented = Object.keys(told.headers).map((header) => header.toLowerCase());
    const others = Object.keys(headers).filter(
      (header) => !USUAL.test(header) && !OTHERS.test(header) && !documented.includes(header),
    );
    deepEqual(others, [], `${name} ${status} has headers that the document does not name`);
    ok(headers['x-request-id'], name);
    const [media] = Object.values(told.content ?? {});
    if (media !== undefined) deepEqual(problemsOf(media.schema, body), [], `${name} ${status}`);
  };

  return { api, places, operations, problemsOf, judge };
}

type ReadDocument = Awaited<ReturnType<typeof readDocument>>;

/** Examples that are missing or do not validate: of answers, bodies, parameters. */
export function wrongExamples({ operations, problemsOf }: ReadDocument): string[] {
  const wrong = (what: string, media: Media | undefined, is_needed: boolean) => {
    if (media?.example === undefined) return is_needed ? [what] : [];
    return problemsOf(media.schema, media.example).map((problem) => `${what}: ${problem}`);
  };
  return [...operations.values()].flatMap((operation) => {
    const { operationId: name, responses, requestBody, parameters = [] } = operation;
    const answers = Object.entries(responses).flatMap(([status, { content = {} }]) => {
      const [[type = '', media] = []] = Object.entries(content);
      const is_needed = media !== undefined && !isUnshown(type);
      return wrong(`${name} ${status}`, media, is_needed);
    });
    const sent: [string, Media][] = Object.entries(Object(requestBody).content ?? {});
    const types = sent.map(([type]) => type);
    const is_shown = types.includes('application/json') || types.includes('text/csv');
    const [, shown] = sent.find(([, media]) => media.example !== undefined) ?? [];
    const bodies = wrong(`${name} body`, shown, sent.length > 0 && is_shown);
    const places = Object.values<Json & Media>(Object(parameters)).flatMap((one) =>
      wrong(`${name} ${one.name}`, one, true),
    );
    return [...answers, ...bodies, ...places];
  });
}
