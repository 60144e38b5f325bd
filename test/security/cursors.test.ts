// Cursors and filters of lists that somebody made up: refused by name, or finding nothing, and
// never a fault.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BENCH_OPERATOR_TOKEN } from '../../bench/harness/shop.ts';
import { OPERATOR_ROUTES } from '../../server/http/operator/routes.ts';
import { type AttackService, NOBODY, startAttackService } from '../support/attack-service.ts';

let service: AttackService;

before(async () => {
  service = await startAttackService();
});
after(async () => {
  deepEqual(service.faults(), []);
  await service.stop();
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Whatever the number of parts is that the list expects, one of each is right in that. */
const PARTS: readonly unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { length: 3 },
  [[NOBODY]],
  null,
  true,
  1e300,
  -1,
  '',
  "' or 1=1 --",
  '9'.repeat(30),
  '\u0000',
  NOBODY.toUpperCase(),
];

const CURSORS: readonly string[] = [
  ...PARTS.flatMap((part) => [1, 2, 3].map((count) => encoded(Array(count).fill(part)))),
  ...[{}, '', 'x', 1, null, [], { 0: 'a', length: 1 }].map(encoded),
  'x',
  '%%%',
  '[]',
  '../..',
  `${encoded([NOBODY])}=`,
  encoded(['['.repeat(400)]),
  Buffer.from(`${'['.repeat(350)}1${']'.repeat(350)}`).toString('base64url'),
];

describe('a cursor that somebody made up', () => {
  const lists = OPERATOR_ROUTES.filter(({ method, query }) => method === 'GET' && query?.cursor);

  it('is refused by every list, or leads to nothing', async () => {
    ok(lists.length >= 6);
    for (const { url } of lists) {
      for (const cursor of CURSORS) {
        const path = `${url.replace(/:\w+/g, NOBODY)}?cursor=${encodeURIComponent(cursor)}`;
        const { status, body } = await service.operator.get<{ code?: string }>(path);
        const is_refused = status === 422 && body.code === 'invalid_request';
        ok(is_refused || status === 200 || status === 404, `${path}: ${status}`);
      }
    }
  });
});

describe('a request without a body', () => {
  it('may name a type all the same, as many clients do with every request', async () => {
    const headers = {
      authorization: `Bearer ${BENCH_OPERATOR_TOKEN}`,
      'content-type': 'application/json',
    };
    const path = `/operator/v1/merchants/${NOBODY}/tokens/${NOBODY}`;
    equal((await service.ask('DELETE', path, { headers })).status, 404);
    equal((await service.ask('GET', '/operator/v1/merchants', { headers })).status, 200);
  });
});
