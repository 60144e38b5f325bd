// Both documents say everything: each member, parameter, header and status; that of merchants each
// event, too. A maintained linter finds nothing in either.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { EVENT_TYPES } from '../../../server/domain/merchant/event-types.ts';
import { LIST_LIMIT } from '../../../server/domain/request/page-fields.ts';
import { ERROR_MEMBERS } from '../../../server/domain/service/refusal.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { ROOT } from '../../support/checkout/checkout.ts';
import { answersIn } from '../../support/openapi-answers.ts';

const KINDS = ['merchant', 'operator'] as const;
const documentOf = (kind: (typeof KINDS)[number]) =>
  JSON.parse(readFileSync(join(ROOT, `openapi/${kind}.json`), 'utf8'));
const documents = { merchant: documentOf('merchant'), operator: documentOf('operator') };
const document = documents.merchant;

type Found = { path: string; value: Record<string, unknown> };

/** Every object below the value, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<Found> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* objectsIn(one, `${path}/${index}`);
  } else if (typeof value === 'object' && value !== null) {
    yield { path, value: value as Record<string, unknown> };
    for (const [name, one] of Object.entries(value)) {
      if (name !== 'example') yield* objectsIn(one, `${path}/${name}`);
    }
  }
}

const operationsOf = (kind: (typeof KINDS)[number]) =>
  Object.values<object>(documents[kind].paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => ({ ...operation, responses: answersIn(documents[kind], operation) }));
const operations = operationsOf('merchant');

/** The members of schemas without a text; a reference has that of its target. */
function silentMembers(root: unknown): string[] {
  return [...objectsIn(root)].flatMap(({ path, value }) =>
    Object.entries(Object(value.properties))
      .filter(([, member]) => !('description' in Object(member) || '$ref' in Object(member)))
      .map(([name]) => `${path}/${name}`),
  );
}

test('every member of every schema is described', () => {
  for (const kind of KINDS) deepEqual(silentMembers(documents[kind]), [], kind);
  deepEqual(silentMembers({ properties: { a: {}, b: { $ref: '' } } }), ['/a']);
});

test('every integer has its size, and every page its most rows', async () => {
  for (const kind of KINDS) {
    const rendered = JSON.parse(JSON.stringify(await renderOpenApi(kind)));
    const integers = [...objectsIn(rendered)].filter(({ value }) =>
      [value.type].flat().includes('integer'),
    );
    ok(integers.length > 100, `${integers.length} integers`);
    deepEqual(
      integers.filter(({ value }) => value.format !== 'int64').map(({ path }) => path),
      [],
    );
    for (const [name, { properties }] of Object.entries<Record<string, unknown>>(
      rendered.components.schemas,
    )) {
      const { data, next_cursor } = Object(properties);
      if (name.endsWith('Page') && next_cursor) equal(data.maxItems, LIST_LIMIT.most, name);
    }
  }
});

test('every operation, parameter, answer and tag is described', () => {
  for (const kind of KINDS) {
    const described = operationsOf(kind);
    for (const { operationId, summary, description, parameters = [], responses } of described) {
      ok(summary && description, operationId);
      for (const one of [...parameters, ...Object.values<object>(responses)]) {
        ok(Object(one).description, `${operationId}: ${JSON.stringify(one)}`);
      }
    }
    for (const { name, description } of documents[kind].tags) ok(description, name);
  }
});

test('every answer names its headers, and every named header is described', () => {
  for (const kind of KINDS) {
    const answered = operationsOf(kind);
    const { headers: described } = documents[kind].components;
    const named = [...objectsIn(answered)]
      .flatMap(({ value }) => Object.values(Object(value.headers)))
      .map((header) => Object(header).$ref.split('/').at(-1));
    deepEqual([...new Set(named)].toSorted(), Object.keys(described).toSorted(), kind);
    for (const [name, header] of Object.entries(described)) ok(Object(header).description, name);
    for (const { operationId, responses } of answered) {
      for (const [status, { headers }] of Object.entries<{ headers: object }>(responses)) {
        ok('X-Request-Id' in headers, `${operationId} ${status}`);
        equal('Retry-After' in headers, ['422', '429', '503'].includes(status), operationId);
      }
    }
  }
});

test('only what creates an order or a refund says that its answer may be a repeated one', () => {
  const replayed = operations.filter(({ responses }) =>
    Object.values<{ headers: object }>(responses).some(
      ({ headers }) => 'Idempotent-Replayed' in headers,
    ),
  );
  deepEqual(
    replayed.map(({ operationId }) => operationId),
    ['createPayin', 'createPayout', 'createRefund'],
  );
});

test('an error answer that operations repeat stands in each document once', async () => {
  for (const kind of KINDS) {
    const { paths, components } = JSON.parse(JSON.stringify(await renderOpenApi(kind)));
    const answers = Object.values<object>(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.entries<object>(responses));
    const references = answers.filter(([, answer]) => '$ref' in answer);
    ok(references.length > 100, `${references.length} references`);
    const names = references.map(([, answer]) => Object(answer).$ref);
    deepEqual(
      [...new Set(names)].toSorted(),
      Object.keys(components.responses).map((name) => `#/components/responses/${name}`),
    );
    // Of each status, what most operations answer.
    const inline = answers.filter(([status, answer]) => status >= '4' && !('$ref' in answer));
    const most = Math.max(
      0,
      ...[...Map.groupBy(inline, ([, answer]) => JSON.stringify(answer)).values()].map(
        ({ length }) => length,
      ),
    );
    ok(most <= 2, `${most} operations repeat an answer`);
  }
});

test('errors have the members that some codes add', () => {
  const { properties, required } = document.components.schemas.Error;
  deepEqual(
    ERROR_MEMBERS.filter((name) => !(name in properties)),
    [],
  );
  deepEqual(
    ERROR_MEMBERS.filter((name) => required.includes(name)),
    [],
  );
});

test('callbacks have one entry for each type of event, and one for the test of an endpoint', () => {
  deepEqual(Object.keys(document.webhooks), [...EVENT_TYPES, 'endpoint.test']);
  ok(EVENT_TYPES.includes('deposit.completed') && EVENT_TYPES.includes('dispute.opened'));
  ok(!EVENT_TYPES.includes('withdrawal.verifying'), 'pay-outs are never verified');
  for (const [type, { post }] of Object.entries<{ post: Record<string, unknown> }>(
    document.webhooks,
  )) {
    const { schema } = Object(post.requestBody).content['application/json'];
    deepEqual(schema.properties.type.enum, [type]);
    ok(post.summary && post.description, type);
    for (const one of [
      ...Object.values(Object(post.parameters)),
      ...Object.values(Object(post.responses)),
    ]) {
      ok(Object(one).description, `${type}: ${JSON.stringify(one)}`);
    }
    ok('410' in Object(post.responses) || type === 'endpoint.test', type);
  }
});

const runFile = promisify(execFile);

/** What the linter says of a document, as it is configured for `npm test`. */
async function lint(path: string): Promise<{ ruleId: string; message: string }[]> {
  const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const options = ['--format=json', '--config', join(ROOT, 'redocly.yaml')];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [cli, 'lint', path, ...options];
  const { stdout } = await runFile(process.execPath, args, { env, cwd: ROOT }).catch((error) => {
    if (typeof error.stdout === 'string' && error.stdout.startsWith('{')) return error;
    throw error;
  });
  return JSON.parse(stdout).problems;
}

test('a maintained linter finds nothing in either document', async () => {
  for (const name of KINDS) {
    deepEqual(await lint(join(ROOT, `openapi/${name}.json`)), [], name);
  }
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-lint-'));
  try {
    const { post } = document.paths['/api/v1/orders/cancel'];
    const { operationId: _, ...rest } = post;
    const paths = { ...document.paths, '/api/v1/orders/cancel': { post: rest } };
    const broken = join(folder, 'broken.json');
    await writeFile(broken, JSON.stringify({ ...document, paths }));
    const problems = await lint(broken);
    deepEqual(
      problems.map(({ ruleId }) => ruleId),
      ['operation-operationId'],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
