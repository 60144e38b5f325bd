// The one error body: its catalogue, its pages, and what becomes of outages and faults.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { REFUSAL_CODES, refuse } from '../../../server/domain/service/refusal.ts';
import { errorDocument } from '../../../server/http/docs/error-document.ts';
import { ERROR_CATALOGUE } from '../../../server/http/error/error-catalogue.ts';
import { NOT_SHOWN } from '../../../server/http/error/error-entry.ts';
import { ErrorSchema } from '../../../server/http/error/error-schema.ts';
import { createFailureLimit } from '../../../server/http/error/rate-limit.ts';
import { errorBody, sendRefusal } from '../../../server/http/error/reply.ts';
import { httpLog } from '../../../server/http/transport/http-log.ts';
import { socketAnswer } from '../../../server/http/transport/socket-errors.ts';

describe('the error catalogue', () => {
  const ALLOWED = new Set([400, 401, 403, 404, 405, 408, 413, 415, 422, 429, 431, 500, 503]);

  for (const code of REFUSAL_CODES) {
    it(`explains ${code}`, () => {
      const { status, cause, fix, title, example } = ERROR_CATALOGUE[code];
      ok(ALLOWED.has(status), String(status));
      for (const sentence of [cause, fix]) match(sentence, /^[A-Z`].*\.$/);
      match(title, /^[A-Z][^.]+$/);
      if (typeof example === 'string') match(example, /^ *curl -i "\$BASE_URL\/\w+\/v1\//m);
      else ok(NOT_SHOWN[example.not_shown].endsWith('.'));
      match(errorDocument(code, '../guide'), new RegExp(`^# .*\n\n.${code}.`));
    });
  }
});

describe('the error body', () => {
  it('has exactly the documented members, then those of the refusal', () => {
    const refusal = refuse('order_id_taken', 'Taken.', { extra: { id: 'x' } });
    const body = errorBody('https://pay.example', 'request-1', refusal);
    deepEqual(body, {
      type: 'https://pay.example/docs/errors/order_id_taken',
      title: 'This order_id belongs to another order',
      status: 422,
      detail: 'Taken.',
      code: 'order_id_taken',
      retryable: false,
      request_id: 'request-1',
      errors: [],
      id: 'x',
    });
    const documented: readonly string[] = ErrorSchema.required;
    deepEqual(Object.keys(body).slice(0, documented.length), documented);
  });

  it('is told with Retry-After where waiting helps', async () => {
    const server = Fastify();
    server.decorate('public_url', 'https://pay.example');
    server.decorate('failure_limit', createFailureLimit());
    server.get('/', (_request, reply) =>
      sendRefusal(reply, refuse('rate_limited', 'Too many.', { retry_after_s: 3 })),
    );
    const answer = await server.inject('/');
    deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '3']);
  });

  it('answers on a bare socket with a length that is right', () => {
    const answer = socketAnswer('https://pay.example', 'HPE_HEADER_OVERFLOW');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    match(head, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    match(head, new RegExp(`content-length: ${Buffer.byteLength(body)}`));
    equal(JSON.parse(body).code, 'header_too_large');
  });
});

describe('the log of the framework', () => {
  it('passes on what goes wrong, with the request that it went wrong for', () => {
    const lines: unknown[] = [];
    const note = (level: string) => (fields: object, message?: string) => {
      lines.push([level, fields, message]);
    };
    const log = httpLog({ info: note('info'), warn: note('warn'), error: note('error') });
    const child = log.child({ request_id: 'r' });
    child.info({ chatter: true }, 'incoming request');
    child.error({ err: 'x' }, 'page failed');
    child.warn('slow');
    deepEqual(lines, [
      ['error', { request_id: 'r', err: 'x' }, 'page failed'],
      ['warn', { request_id: 'r' }, 'slow'],
    ]);
  });
});
