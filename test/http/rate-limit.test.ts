// A token's limit where several processes answer for it.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { createTokenLimit } from '../../server/http/rate-limit.ts';

describe('a limit that other processes share', () => {
  const passed: string[] = [];
  let tell: (token_id: string, count: number) => void;
  let server: FastifyInstance;

  before(() => {
    const limit = createTokenLimit(1, {
      passed: (token_id) => void passed.push(token_id),
      listen: (told) => {
        tell = told;
      },
    });
    server = Fastify();
    server.get<{ Params: { token: string } }>('/:token', (request, reply) => {
      const refusal = limit(reply, request.params.token);
      return reply.status(refusal === null ? 200 : 429).send({});
    });
  });
  after(() => server.close());

  const ask = async (token: string) => (await server.inject(`/${token}`)).statusCode;

  it('tells what passed here, and counts what passed there', async () => {
    equal(await ask('here'), 200);
    tell('there', 2);
    equal(await ask('there'), 429);
    tell('here', 100);
    equal(await ask('here'), 429);
    equal(await ask('other'), 200);
    deepEqual(passed, ['here', 'other']);
  });
});
