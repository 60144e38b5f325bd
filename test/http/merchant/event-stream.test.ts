// The event feed as server-sent events, over real HTTP, in two processes over one database.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EventPage } from '../../../server/app/callback/list-events.ts';
import { issueToken, revokeToken } from '../../../server/app/merchant/tokens.ts';
import { createEventFollowers } from '../../../server/app/process/event-followers.ts';
import { createEventSignals } from '../../../server/app/process/event-signals.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import {
  ask,
  openStream as connect,
  type FeedScene,
  oneTo,
  openFeedScene,
  until,
} from './event-feed-scene.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

const openStream: typeof connect = async (...given) => {
  const stream = await connect(...given);
  opened.push(stream.close);
  return stream;
};

let feed: FeedScene;
before(async () => {
  feed = await openFeedScene();
});
after(async () => {
  await feed.stop();
});

describe('a stream of events', () => {
  it('has what was, then each event, whichever process makes it', async () => {
    const merchant = await feed.newMerchant();
    await feed.makeEvents(merchant, 3);
    const [one, two] = [
      await openStream(feed.here, merchant.token, 'after=1'),
      await openStream(feed.there, merchant.token, ''),
    ];
    equal(one.response.headers['content-type'], 'text/event-stream; charset=utf-8');
    equal(one.response.headers['cache-control'], 'no-store, no-transform');
    match(one.text(), /^retry: \d+\n\n/);
    await feed.makeEvents(merchant, 1, feed.app);
    await feed.makeEvents(merchant, 1, feed.other);
    await until(() => one.numbers().length === 4 && two.numbers().length === 5);
    deepEqual([one.numbers(), two.numbers()], [[2, 3, 4, 5], oneTo(5)]);
    const { body } = await ask(feed.here, merchant.token, '');
    deepEqual(two.events(), body.data, 'the same as in the list');
  });

  it('cut again and again is taken up where it was, in either process', async () => {
    const merchant = await feed.newMerchant();
    const seen: number[] = [];
    const made = feed.makeEvents(merchant, 40);
    let connections = 0;
    while (seen.length < 40) {
      const last = { 'last-event-id': String(seen.at(-1) ?? '') };
      // Last-Event-ID counts more than the address, which clients repeat as it was.
      const one = await openStream(
        connections % 2 === 0 ? feed.here : feed.there,
        merchant.token,
        'after=0',
        last,
      );
      connections += 1;
      const most = Math.min(1 + (connections % 3), 40 - seen.length);
      await until(() => one.numbers().length >= most);
      // A client that is cut in the middle keeps only some of what was sent.
      seen.push(...one.numbers().slice(0, most));
      one.close();
    }
    await made;
    deepEqual(seen, oneTo(40));
    ok(connections >= 10, `${connections} connections`);
  });

  it('longer than a page leaves others their time: a second merchant need not wait', async () => {
    const signals = createEventSignals(feed.app.store, () => undefined);
    const limits = { per_merchant: 20, most: 100, reads_at_once: 1 };
    const inner = createEventFollowers(signals, limits);
    const order: string[] = [];
    const [long, short] = [await feed.newMerchant(), await feed.newMerchant()];
    const names = new Map([
      [long.merchant_id, 'long'],
      [short.merchant_id, 'short'],
    ]);
    const followers = {
      ...inner,
      read: async <Value>(run: () => Promise<Value>): Promise<Value> =>
        await inner.read(async () => {
          const value = await run();
          const [first] = (value as EventPage).data;
          const data = first === undefined ? undefined : Object(first.data);
          if (data !== undefined) order.push(names.get(data.merchant_id) ?? 'unknown');
          return value;
        }),
    };
    await Promise.all(oneTo(4).map(() => feed.makeEvents(long, 75)));
    await feed.makeEvents(short, 1);
    const base = await feed.serve({ ...feed.app, followers });
    const readers = await Promise.all([
      ...oneTo(5).map(() => openStream(base, long.token, '')),
      openStream(base, short.token, ''),
    ]);
    await until(() =>
      readers.every((one, index) => one.numbers().length === (index < 5 ? 300 : 1)),
    );
    deepEqual(
      readers.map(({ numbers }) => numbers().length),
      [300, 300, 300, 300, 300, 1],
    );
    const before_short = order.indexOf('short');
    ok(before_short < 15, `read after ${before_short} of the 15 pages of the others`);
    followers.stop();
    signals.close();
  });

  it('ends when its token is revoked, and no other does', async () => {
    const merchant = await feed.newMerchant();
    const { merchant_id, token } = merchant;
    const issued = accepted(
      await issueToken(feed.app, OPERATOR, merchant_id, raw({ mode: 'token' })),
    );
    await feed.other.settings.refresh();
    const revoked = [
      await openStream(feed.here, issued.token ?? '', ''),
      await openStream(feed.there, issued.token ?? '', ''),
    ];
    const kept = await openStream(feed.here, token, '');
    await revokeToken(feed.app, OPERATOR, merchant_id, issued.id);
    await until(() => revoked.every(({ isOver }) => isOver()));
    await feed.makeEvents(merchant, 1);
    await until(() => kept.numbers().length === 1);
    deepEqual(
      revoked.map(({ numbers }) => numbers()),
      [[], []],
    );
    equal((await ask(feed.here, issued.token ?? '', '')).status, 401);
  });

  it('is for those who may read the feed, from a number that can be', async () => {
    const [merchant, neighbour] = [await feed.newMerchant(), await feed.newMerchant()];
    equal((await openStream(feed.here, 'test_wrong', '')).response.statusCode, 401);
    const foreign = `merchant_id=${neighbour.merchant_id}`;
    equal((await openStream(feed.here, merchant.token, foreign)).response.statusCode, 404);
    const last = { 'last-event-id': 'x' };
    equal((await openStream(feed.here, merchant.token, '', last)).response.statusCode, 422);
    equal(feed.app.followers.size(), 0);
    const pay = accepted(
      await issueToken(
        feed.app,
        OPERATOR,
        merchant.merchant_id,
        raw({ mode: 'token', scopes: ['payin'] }),
      ),
    );
    const wanting = await openStream(feed.here, pay.token ?? '', '');
    ok([401, 403].includes(wanting.response.statusCode ?? 0));
  });

  it('ends with the service', async () => {
    const signals = createEventSignals(feed.app.store, () => undefined);
    const followers = createEventFollowers(signals);
    const base = await feed.serve({ ...feed.app, followers });
    const merchant = await feed.newMerchant();
    const one = await openStream(base, merchant.token, '');
    followers.stop();
    await until(one.isOver);
    equal(followers.size(), 0);
    signals.close();
  });
});
