// The live counts on the wire: once or as a stream, cut to the caller's rights, ended with the
// session, and no use of it.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { active, entered } from '../../../app/access/people-scene.ts';
import * as scene from '../../../app/scene.ts';
import { makeMerchant } from '../../../support/test-app.ts';
import { makeRoleCallers, type RoleCallers } from '../access/role-callers.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';

let service: OperatorService;
let callers: RoleCallers;
let own: string;
before(async () => {
  service = await openOperatorService();
  own = (await makeMerchant(service.app)).merchant_id;
  callers = await makeRoleCallers(service, own);
});
after(() => service.stop());

type Body = {
  trades: { state: string; count: number }[];
  attention: unknown;
  payouts: unknown;
  sandbox_ahead_seconds: number;
};

async function open(headers: Record<string, string>) {
  const abort = new AbortController();
  const response = await fetch(`${service.url}/operator/v1/live`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  let text = '';
  let is_over = false;
  const reading = (async () => {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString();
  })()
    .catch(() => undefined)
    .finally(() => {
      is_over = true;
    });
  const bodies = (): Body[] =>
    [...text.matchAll(/^event: counts\ndata: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
  return {
    response,
    bodies,
    text: () => text,
    isOver: () => is_over,
    close: async () => {
      abort.abort();
      await reading;
    },
  };
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(20);
}

const countOf = ({ trades }: Body, state: string) =>
  trades.find((one) => one.state === state)?.count;

describe('the live counts', () => {
  it('are answered once to whoever asks for no stream', async () => {
    const { status, body } = await service.ask('GET', '/live');
    equal(status, 200);
    deepEqual(Object.keys(body).toSorted(), [
      'attention',
      'one_person',
      'payouts',
      'sandbox_ahead_seconds',
      'trades',
    ]);
  });

  it('say how far the sandbox’s clock is ahead, as it is advanced', async () => {
    const stream = await open({ authorization: AUTHORIZATION });
    await until(() => stream.bodies().length === 1);
    equal(stream.bodies()[0]?.sandbox_ahead_seconds, 0);
    const body = { seconds: 60 };
    const { status } = await service.ask('POST', '/sandbox/clock/advance', { body });
    equal(status, 200);
    await until(() => stream.bodies().some((one) => one.sandbox_ahead_seconds === 60));
    await stream.close();
  });

  it('are sent at once and after each change, in a form that no proxy keeps', async () => {
    const merchant = await makeMerchant(service.app);
    const stream = await open({ authorization: AUTHORIZATION });
    equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    equal(stream.response.headers.get('cache-control'), 'no-store, no-transform');
    await until(() => stream.bodies().length === 1);
    match(stream.text(), /^retry: \d{4}\n\n/);
    const [first] = stream.bodies();
    ok(first);
    await scene.payin(service.app, merchant, { order_id: 'live-1', amount_cents: 700 });
    const before = Number(countOf(first, 'pending'));
    await until(() => stream.bodies().some((body) => countOf(body, 'pending') === before + 1));
    await stream.close();
  });

  it('have only the parts that the caller may read', async () => {
    const authorization = callers.headerOf('merchant_viewer', 'trades.read', 'with');
    const { body } = await service.ask('GET', `/live?merchant_id=${own}`, { authorization });
    equal(body.attention, null);
    equal(body.payouts, null);
    const stream = await open({ authorization });
    await until(() => stream.bodies().length === 1);
    equal(stream.bodies()[0]?.attention, null);
    // Only the trades of their own merchant, which has none.
    equal(
      stream.bodies()[0]?.trades.every(({ count }) => count === 0),
      true,
    );
    await stream.close();
  });

  it('are bounded for one person; a page that gets none asks again later', async () => {
    const streams = await Promise.all(
      Array.from({ length: 6 }, () => open({ authorization: AUTHORIZATION })),
    );
    const seventh = await open({ authorization: AUTHORIZATION });
    equal(seventh.response.status, 429);
    notEqual(seventh.response.headers.get('retry-after'), null);
    for (const stream of streams) {
      equal(stream.response.status, 200);
      await stream.close();
    }
  });

  it('are no use of a session, which ends without any', async () => {
    const { app } = service;
    const made = await active(app, { role: 'operator' });
    const { secret, session_id } = await entered(app, made);
    const long_ago = `statement_timestamp() - interval '10 minutes'`;
    const age = () =>
      scene.sql(
        app,
        `update sessions set created_at = ${long_ago}, confirmed_at = ${long_ago},
           last_seen_at = ${long_ago} where session_id = '${session_id}'`,
      );
    await age();
    const seen = async () =>
      (
        await scene.sql(
          app,
          `select extract(epoch from statement_timestamp() - last_seen_at) as idle_s
           from sessions where session_id = '${session_id}'`,
        )
      )[0]?.idle_s;
    const headers = { cookie: `__Host-session=${secret}` };
    const named = await service.ask('GET', '/session', { authorization: null, headers });
    equal(named.status, 200, 'the cookie is the session’s');
    await age();
    const stream = await open(headers);
    equal(stream.response.status, 200);
    const polled = await service.ask('GET', '/trades', {
      authorization: null,
      headers: { ...headers, 'x-background': '1' },
    });
    equal(polled.status, 200);
    ok(Number(await seen()) > 500, 'neither the stream nor a page that asks by itself uses it');
    const read = await service.ask('GET', '/trades', { authorization: null, headers });
    equal(read.status, 200);
    ok(Number(await seen()) < 500, 'a person’s request does');
    await stream.close();
  });
});
