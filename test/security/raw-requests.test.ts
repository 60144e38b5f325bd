// Requests that no honest client sends, at a real service: each is refused, and its connection
// closed.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AttackService, startAttackService } from '../support/attack-service.ts';
import { cleanup } from '../support/cleanup.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';

let service: AttackService;
let url: string;
let token: string;

const atEnd = cleanup();
before(async () => {
  service = await startAttackService();
  atEnd(() => service.stop());
  url = service.url;
  token = (await service.openShop()).token;
});

const PATH = '/api/v1/orders/deposit/create';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** Headers as given, after the ones that are right. */
const request = (headers: string, body = '', end = '\r\n') =>
  `POST ${PATH} HTTP/1.1\r\nHost: pay.test\r\nX-Token: ${token}\r\n${headers}${end}${body}`;

/** Without a code: Node itself answers, with an empty body. */
type Case = { status: number; code: string | null; bytes: () => string };

const CASES: Record<string, Case> = {
  'both Content-Length and Transfer-Encoding': {
    status: 400,
    code: 'unreadable_request',
    bytes: () =>
      request(`${JSON_TYPE}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'),
  },
  'two lengths': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => request(`${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n`, '{} '),
  },
  'a folded header': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => request(`X-Folded: one\r\n two\r\n${JSON_TYPE}Content-Length: 2\r\n`, '{}'),
  },
  'bare line feeds': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => 'GET /api/v1/limits HTTP/1.1\nHost: pay.test\n\n',
  },
  'two hosts': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => 'GET /api/v1/limits HTTP/1.1\r\nHost: pay.test\r\nhost: other.test\r\n\r\n',
  },
  'HTTP/0.9 in one line': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => 'GET /api/v1/limits\r\n\r\n',
  },
  'HTTP/0.9 by name': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => 'GET /api/v1/limits HTTP/0.9\r\nHost: pay.test\r\n\r\n',
  },
  'HTTP/2.0 in a line of HTTP/1': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => 'GET /api/v1/limits HTTP/2.0\r\nHost: pay.test\r\n\r\n',
  },
  'a file that nobody may send': {
    status: 401,
    code: 'unauthorized',
    bytes: () =>
      'POST /operator/v1/statements HTTP/1.1\r\nHost: pay.test\r\nContent-Type: text/csv\r\n' +
      `Content-Length: 900000000\r\n\r\n${'x'.repeat(3_000_000)}`,
  },
  'no host': {
    status: 400,
    code: null,
    bytes: () => 'GET /api/v1/limits HTTP/1.1\r\n\r\n',
  },
  'another protocol': {
    status: 400,
    code: 'unreadable_request',
    bytes: () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  },
  'a giant header': {
    status: 431,
    code: 'header_too_large',
    bytes: () => request(`X-Giant: ${'x'.repeat(20_000)}\r\n`),
  },
  'a giant token': {
    status: 431,
    code: 'header_too_large',
    bytes: () => `GET ${PATH} HTTP/1.1\r\nHost: pay.test\r\nX-Token: ${'t'.repeat(20_000)}\r\n\r\n`,
  },
  'a huge body': {
    status: 413,
    code: 'body_too_large',
    bytes: () => request(`${JSON_TYPE}Content-Length: 2000000\r\n`, 'x'.repeat(100_000)),
  },
  'a huge body in chunks': {
    status: 413,
    code: 'body_too_large',
    bytes: () => {
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      return request(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, chunk.repeat(6));
    },
  },
  'headers that never end': {
    status: 408,
    code: 'request_timeout',
    bytes: () => request('X-Slow: y', '', ''),
  },
  'a body that never ends': {
    status: 408,
    code: 'request_timeout',
    bytes: () => request(`${JSON_TYPE}Content-Length: 100\r\n`, '{'),
  },
};

describe('raw requests', { concurrency: true }, () => {
  for (const [name, { status, code, bytes }] of Object.entries(CASES)) {
    it(`${name}: ${status}, and the connection is closed`, async () => {
      const answer = await rawRequest(url, bytes());
      equal(statusOf(answer), status, answer);
      match(answer, /^connection: close/im);
      ok(!answer.includes(token));
      if (code === null) return;
      match(answer, /^content-type: application\/json/im);
      const [, body = ''] = answer.split('\r\n\r\n');
      equal(JSON.parse(body).code, code);
    });
  }

  it('the service answers others all the while', async () => {
    equal((await fetch(`${url}/healthz`)).status, 200);
    equal((await fetch(`${url}/readyz`)).status, 200);
  });
});

it('the service answers others afterwards, and has no fault to tell of', async () => {
  equal((await fetch(`${url}/readyz`)).status, 200);
  deepEqual(service.faults(), []);
});
