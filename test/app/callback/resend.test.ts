// Past events that are sent again: what was given up, what was never sent, or everything of a
// window; once, in bounded requests, and behind the new events of others.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  RESEND_EVENTS_MAX,
  resendEvents,
  resendOwnEvents,
} from '../../../server/app/callback/resend-events.ts';
import { updateCallbackEndpoint } from '../../../server/app/merchant/callback-endpoints.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  setDefaultEndpoint,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import {
  answered,
  claim,
  claimAll,
  HOOK,
  newMerchant,
  newTrade,
  record,
} from './delivery-scene.ts';
import { addEndpoint } from './endpoint-scene.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());
beforeEach(async () => {
  await scene.sql(
    app,
    `update deliveries set status = 'exhausted', finished_at = now() - interval '1 minute' where status = 'waiting'`,
  );
});

const resend = async ({ merchant_id }: TestMerchant, fields: Record<string, unknown> = {}) =>
  accepted(await resendEvents(app, OPERATOR, raw({ merchant_id, ...fields })));

/** Gives every delivery that is due this answer, until none is. */
async function answerAll(status: number): Promise<string[]> {
  const sent: string[] = [];
  for (let due = await claim(app); due.length > 0; due = await claim(app)) {
    for (const one of due) {
      sent.push(`${one.endpoint_number}/${one.sequence}`);
      await record(app, one, answered(status));
    }
  }
  return sent.sort();
}

/** 410 gives a delivery up at once. */
const GONE = 410;

describe('sending again', () => {
  it('what was given up, once: the same request finds nothing more', async () => {
    const merchant = await newMerchant(app);
    await newTrade(app, merchant, 2);
    await newTrade(app, merchant, 1);
    await scene.sql(
      app,
      `update deliveries set status = 'exhausted', finished_at = now() - interval '1 minute'`,
    );
    const preview = await resend(merchant, { preview: true });
    deepEqual([preview.events, preview.resent, preview.next_after], [3, 3, null]);
    equal((await claimAll(app)).length, 0, 'a preview sends nothing');
    equal((await resend(merchant)).resent, 3);
    equal((await resend(merchant)).resent, 0, 'they wait already');
    deepEqual(await answerAll(200), ['0/1', '0/1', '0/2']);
    equal((await resend(merchant)).resent, 0, 'they are delivered');
  });

  it('everything, but nothing twice for one `as_of`', async () => {
    const merchant = await newMerchant(app);
    await newTrade(app, merchant, 2);
    equal((await answerAll(200)).length, 2);
    equal((await resend(merchant)).resent, 0);
    const first = await resend(merchant, { which: 'all' });
    equal(first.resent, 2);
    equal((await answerAll(200)).length, 2);
    const again = { which: 'all', as_of: first.as_of };
    equal((await resend(merchant, again)).resent, 0);
    equal((await resend(merchant, { which: 'all' })).resent, 2);
    deepEqual(await answerAll(200), ['0/1', '0/2']);
  });

  it('events from a time without an endpoint', async () => {
    const merchant = await newMerchant(app, null);
    const { merchant_id } = merchant;
    await newTrade(app, merchant, 2);
    equal((await resend(merchant)).resent, 0, 'there is no address yet');
    await setDefaultEndpoint(app, merchant_id, HOOK);
    equal((await resend(merchant)).resent, 2);
    deepEqual(await answerAll(200), ['0/1', '0/2']);
    await addEndpoint(app, merchant_id, { event_types: ['withdrawal.created'] });
    equal((await resend(merchant)).resent, 1, 'only what the new endpoint takes');
    deepEqual(await answerAll(200), ['1/1']);
  });

  it('events from a time in which an endpoint was switched off', async () => {
    const merchant = await newMerchant(app);
    const named = { merchant: merchant.merchant_id, endpoint: '0' };
    const turn = async (enabled: boolean) =>
      accepted(await updateCallbackEndpoint(app, OPERATOR, named, raw({ enabled })));
    const { status, status_since } = await turn(false);
    deepEqual([status, typeof status_since], ['disabled', 'string']);
    await newTrade(app, merchant, 2);
    equal((await answerAll(200)).length, 0);
    await turn(true);
    equal((await answerAll(200)).length, 0, 'by itself nothing of that time is sent');
    equal((await resend(merchant, { from: status_since })).resent, 2);
    deepEqual(await answerAll(200), ['0/1', '0/2']);
  });

  it('only the types, the endpoint and the window that it names', async () => {
    const merchant = await newMerchant(app);
    await addEndpoint(app, merchant.merchant_id);
    const trade_id = await newTrade(app, merchant, 2);
    await scene.sql(
      app,
      `update deliveries set status = 'exhausted', finished_at = now() - interval '1 minute'`,
    );
    const [row] = await scene.sql<{ at: number }>(
      app,
      `select happened_at as at from events where trade_id = '${trade_id}' and sequence = 2`,
    );
    const second = new Date(row?.at ?? 0).toISOString();
    const counted = async (fields: Record<string, unknown>) =>
      (await resend(merchant, { ...fields, preview: true })).resent;
    equal(await counted({}), 4);
    equal(await counted({ endpoint: 1 }), 2);
    equal(await counted({ types: ['withdrawal.created'] }), 2);
    equal(await counted({ types: ['deposit.*'] }), 0);
    equal(await counted({ to: '2020-01-01' }), 0);
    equal(await counted({ from: second, endpoint: 0, types: ['withdrawal.processing'] }), 1);
    equal((await resend(merchant, { endpoint: 1, types: ['withdrawal.processing'] })).resent, 1);
    deepEqual(await answerAll(GONE), ['1/2']);
  });

  it('refuses what it cannot read, by the names of the fields', async () => {
    const { merchant_id } = await newMerchant(app);
    const fields = {
      which: 'some',
      endpoint: -1,
      types: 'all',
      from: 'yesterday',
      after: 1.5,
      preview: 'no',
    };
    const refused = await resendEvents(app, OPERATOR, raw({ merchant_id, ...fields }));
    ok('errors' in refused);
    deepEqual(
      refused.errors.map(({ field }) => field),
      ['which', 'endpoint', 'types', 'from', 'after', 'preview'],
    );
  });

  it('refuses each type that no event has', async () => {
    const { merchant_id } = await newMerchant(app);
    const types = ['deposit.completed', 'deposit.done', 'withdrawal.*', 'deposits.*', ''];
    const refused = await resendEvents(app, OPERATOR, raw({ merchant_id, types }));
    ok('errors' in refused);
    deepEqual(
      refused.errors.map(({ field, code }) => [field, code]),
      ['types[1]', 'types[3]', 'types[4]'].map((field) => [field, 'unknown_value']),
    );
  });

  it('of another merchant is refused to a merchant', async () => {
    const [own, other] = [await makeMerchant(app), await makeMerchant(app)];
    const fields = raw({ merchant_id: other.merchant_id });
    const refused = await resendOwnEvents(app, own.caller, fields);
    ok('code' in refused && refused.code === 'unauthorized');
  });
});

describe('many events', () => {
  it('are sent again in bounded requests, behind the new events of others', async () => {
    const many = await newMerchant(app);
    const { merchant_id } = many;
    const trade_id = await newTrade(app, many, 1);
    const more = RESEND_EVENTS_MAX + 600;
    await scene.sql(
      app,
      `insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id,
         note, state, amount_cents, happened_at)
       select e.merchant_id, e.trade_id, e.sequence + n, e.number + n, e.type, e.act, e.actor_role,
         e.actor_id, e.note, e.state, e.amount_cents, e.happened_at + n * interval '1 second'
       from events e cross join generate_series(1, ${more}) n where trade_id = '${trade_id}'`,
    );
    await scene.sql(
      app,
      `update deliveries set status = 'delivered', finished_at = now() - interval '1 minute'`,
    );
    const first = await resend(many);
    deepEqual(
      [first.examined, first.resent, first.remaining],
      [RESEND_EVENTS_MAX, RESEND_EVENTS_MAX - 1, 601],
    );
    const { as_of, next_after } = first;
    const second = await resend(many, { as_of, after: next_after });
    deepEqual([second.resent, second.next_after], [601, null]);
    // As if they were of as many trades: all of them are due at once.
    await scene.sql(app, `update deliveries set is_next = true where trade_id = '${trade_id}'`);
    const other = await newMerchant(app);
    await newTrade(app, other, 1);
    const claimed = await claim(app, { limit: 4 });
    ok(claimed.some((one) => one.merchant_id === other.merchant_id));
    const [late] = await scene.sql<{ at: number }>(
      app,
      `select happened_at as at from events where merchant_id = '${merchant_id}'
       order by number desc limit 1`,
    );
    const from = new Date(Number(late?.at)).toISOString();
    const newest = await resend(many, { from, which: 'all', preview: true });
    equal(newest.events, 1);
    ok(newest.examined < RESEND_EVENTS_MAX / 2, `${newest.examined} events were looked at`);
  });
});
