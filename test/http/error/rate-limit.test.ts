// A token's limit: its own or the service's, where several processes answer for it.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { createTokenLimit } from '../../../server/http/error/rate-limit.ts';

/** Requests per second of tokens that have a limit of their own. */
const OWN: ReadonlyMap<string, number> = new Map([
  ['wide', 50],
  ['free', 0],
  ['heavy', 20],
]);

describe('a limit that other processes share', () => {
  const passed: string[] = [];
  let tell: (token_id: string, count: number) => void;
  let server: FastifyInstance;

  before(() => {
    const ownLimitOf = (token_id: string) => OWN.get(token_id) ?? null;
    const limit = createTokenLimit({
      per_second: 1,
      ownLimitOf,
      elsewhere: {
        passed: (token_id, count) => void passed.push(...Array(count).fill(token_id)),
        listen: (told) => {
          tell = told;
        },
      },
    });
    server = Fastify();
    server.get<{ Params: { token: string } }>('/:token', (request, reply) => {
      const { token: token_id } = request.params;
      const weight = token_id === 'heavy' ? 30 : 1;
      const asked = { token_id, rate_limit_per_second: ownLimitOf(token_id) };
      const refusal = limit(reply, asked, weight);
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

  it('is the token’s own where it has one, also for what passed there', async () => {
    tell('wide', 90);
    equal(await ask('wide'), 200);
    tell('wide', 200);
    equal(await ask('wide'), 429);
    const { headers } = await server.inject('/wide');
    equal(headers['ratelimit-limit'], '100');
  });

  it('counts a heavy request as so many, here and there, and never shuts it out', async () => {
    const first = await server.inject('/heavy');
    deepEqual([first.statusCode, first.headers['ratelimit-remaining']], [200, '10']);
    equal(passed.filter((token_id) => token_id === 'heavy').length, 30);
    equal(await ask('heavy'), 200, 'ten are left, which is enough for one');
    equal(await ask('heavy'), 429);
  });

  it('is none for a token that has none, which is counted nowhere', async () => {
    tell('free', 1_000_000);
    const { statusCode, headers } = await server.inject('/free');
    deepEqual([statusCode, headers['ratelimit-limit']], [200, undefined]);
    equal(passed.includes('free'), false);
  });
});
