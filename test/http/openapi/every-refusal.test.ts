// Every documented operation of both APIs is provoked: another method, another type of body, too
// much of it, too large headers. Each answer is documented, with its headers, and validates.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Errors } from 'typebox/schema';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { answersIn } from '../../support/openapi-answers.ts';
import { makeMerchant } from '../../support/test-app.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
} from '../operator/operator-service.ts';

type Json = Record<string, unknown>;
type Response = { headers?: Json; content?: Record<string, { schema: Json }> };
type Operation = {
  operationId: string;
  requestBody?: { content: Json };
  responses: Record<string, Response>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: Json & { responses: Record<string, Response> };
};

const NOBODY = '01890000-0000-7000-8000-000000000000';
const KINDS = ['merchant', 'operator'] as const;
const documents = new Map<string, Document>();
for (const kind of KINDS) {
  documents.set(kind, JSON.parse(JSON.stringify(await renderOpenApi(kind))));
}

let service: OperatorService;
let headers: Readonly<Record<string, Record<string, string>>>;
before(async () => {
  service = await openOperatorService({ is_audit_unwatched: true });
  const { token } = await makeMerchant(service.app);
  headers = { merchant: { 'x-token': token }, operator: { authorization: AUTHORIZATION } };
});
after(() => service.stop());

type Case = { path: string; method: string; operation: Operation };

function casesOf({ paths }: Document): Case[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: path.replace(/\{\w+\}/g, NOBODY),
      method: method.toUpperCase(),
      operation,
    })),
  );
}

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };

async function ask(kind: string, { method, path, headers: more = {}, body }: Sent) {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...headers[kind], ...more },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json };
}

type Answer = Awaited<ReturnType<typeof ask>>;

/** The error body, as the document has it, with a header for each that is promised. */
function judge(document: Document, answer: Answer, documented: Response | undefined, what: string) {
  const schema = { $ref: '#/components/schemas/Error', components: document.components };
  deepEqual(Errors(schema, answer.body)[1], [], what);
  equal(answer.body.status, answer.status, what);
  ok(answer.headers.get('x-request-id') === answer.body.request_id, what);
  ok(documented !== undefined, `${what}: ${answer.status} is not documented`);
  ok('X-Request-Id' in (documented.headers ?? {}), what);
}

for (const [kind, document] of documents) {
  const cases = casesOf(document);
  const judgeOf = ({ operation }: Case, answer: Answer, what: string) => {
    const documented = answersIn(document, operation)[String(answer.status)];
    judge(document, answer, documented, `${operation.operationId}, ${what}`);
  };

  describe(`the ${kind}s’ document`, () => {
    it('has what every operation can answer, with the error body', () => {
      for (const { operation } of cases) {
        const of_bodies = operation.requestBody ? ['413', '415'] : [];
        for (const status of ['405', '408', '431', '500', ...of_bodies]) {
          const answer = answersIn(document, operation)[status];
          equal('Allow' in (answer?.headers ?? {}), status === '405', operation.operationId);
          ok(
            answer?.content?.['application/json'] !== undefined,
            `${operation.operationId} ${status}`,
          );
        }
      }
    });

    it('tells what too large headers are answered', async () => {
      for (const one of cases) {
        const { path, method } = one;
        const answer = await ask(kind, { path, method, headers: { 'x-more': 'x'.repeat(17_000) } });
        deepEqual([answer.status, answer.body.code], [431, 'header_too_large']);
        judgeOf(one, answer, 'headers');
      }
    });

    it('has no operation that takes compressed bodies', async () => {
      for (const one of cases.filter(({ operation }) => operation.requestBody !== undefined)) {
        const { path, method } = one;
        const type = Object.keys(one.operation.requestBody?.content ?? {})[0] ?? '';
        const more = { 'content-type': type, 'content-encoding': 'gzip' };
        const answer = await ask(kind, { path, method, headers: more, body: '{}' });
        deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type']);
        judgeOf(one, answer, 'compressed');
      }
    });

    it('has no address that takes a method which it does not name', async () => {
      for (const [path, here] of Map.groupBy(cases, (one) => one.path)) {
        const known = here.map(({ method }) => method);
        const method = ['PUT', 'GET'].find((one) => !known.includes(one));
        if (method === undefined) continue;
        const answer = await ask(kind, { method, path });
        deepEqual([answer.status, answer.body.code], [405, 'method_not_allowed'], path);
        for (const one of here) judgeOf(one, answer, 'another method');
        const allowed = answer.headers.get('allow')?.split(', ') ?? [];
        deepEqual(allowed.filter((one) => known.includes(one)).toSorted(), known.toSorted(), path);
      }
    });
  });
}
