// Requests that wait for the next event of the feed, over real HTTP, in two processes over one
// database.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EventBody } from '../../../server/app/callback/event-view.ts';
import { issueToken, revokeToken } from '../../../server/app/merchant/tokens.ts';
import { createEventFollowers } from '../../../server/app/process/event-followers.ts';
import { createEventSignals } from '../../../server/app/process/event-signals.ts';
import { accepted, OPERATOR, raw, type TestMerchant } from '../../support/test-app.ts';
import {
  ask,
  type FeedScene,
  numbersOf,
  oneTo,
  openFeedScene,
  openStream,
  until,
} from './event-feed-scene.ts';

let feed: FeedScene;
before(async () => {
  feed = await openFeedScene();
});
after(async () => {
  await feed.stop();
});

describe('a request that waits', () => {
  it('is answered by the next event, whichever process makes it', async () => {
    const merchant = await feed.newMerchant();
    for (const [index, maker] of [feed.app, feed.other].entries()) {
      const waits = [feed.here, feed.there].map((base) =>
        ask(base, merchant.token, `after=${index}&wait=30`),
      );
      await until(() => feed.app.followers.size() === 1 && feed.other.followers.size() === 1);
      await feed.makeEvents(merchant, 1, maker);
      for (const { status, body } of await Promise.all(waits)) {
        equal(status, 200);
        deepEqual(numbersOf(body.data), [index + 1]);
        equal(body.next_after, index + 1);
      }
    }
    await until(() => feed.followers() === 0);
  });

  it('is answered at once if there is an event already, and empty when its time is over', async () => {
    const merchant = await feed.newMerchant();
    await feed.makeEvents(merchant, 2);
    deepEqual(numbersOf((await ask(feed.here, merchant.token, 'wait=30')).body.data), [1, 2]);
    const empty = await ask(feed.here, merchant.token, 'after=2&wait=1');
    deepEqual(empty.body, { data: [], next_after: 2, has_more: false, removed_to: 0 });
  });

  it('refuses a time that is no number of seconds from 0 to 30', async () => {
    const merchant = await feed.newMerchant();
    for (const wait of ['31', '-1', '1.5', 'x', '1e1', '9'.repeat(40)]) {
      const { status, body } = await ask(feed.here, merchant.token, `wait=${wait}`);
      equal(status, 422, wait);
      match(JSON.stringify(body), /"field":"wait"/);
    }
    equal((await ask(feed.here, merchant.token, 'wait=')).status, 200);
  });

  it('beside hundreds of others hears of its own merchant only, and misses nothing', async () => {
    const merchants = await Promise.all(oneTo(15).map(() => feed.newMerchant()));
    const busy = new Set(merchants.slice(0, 5));
    // Each waits again from where it is, until it has all three events.
    const follow = async (merchant: TestMerchant, base: string) => {
      const seen: EventBody[] = [];
      while (seen.length < 3) {
        const { status, body } = await ask(
          base,
          merchant.token,
          `after=${seen.length}&limit=1&wait=30`,
        );
        equal(status, 200);
        seen.push(...body.data);
      }
      return numbersOf(seen);
    };
    const leaving = new AbortController();
    let answered = 0;
    const quiet = merchants
      .filter((merchant) => !busy.has(merchant))
      .flatMap(({ token }) => oneTo(15).map(() => token))
      .map(async (token) => {
        const headers = { 'x-token': token };
        const asked = { headers, signal: leaving.signal };
        await fetch(`${feed.here}/api/v1/events?wait=30`, asked).then(
          () => (answered += 1),
          () => 0,
        );
      });
    const following = [...busy].flatMap((merchant) =>
      [feed.here, feed.there].flatMap((base) => oneTo(10).map(() => follow(merchant, base))),
    );
    await until(() => feed.app.followers.size() >= 150 + 50);
    for (const merchant of busy) await feed.makeEvents(merchant, 3, feed.other);
    for (const numbers of await Promise.all(following)) deepEqual(numbers, [1, 2, 3]);
    equal(answered, 0);
    leaving.abort();
    await Promise.all(quiet);
    equal(answered, 0);
    await until(() => feed.followers() === 0);
  });

  it('has a limit per merchant; a client that goes frees its place', async () => {
    const [merchant, neighbour] = [await feed.newMerchant(), await feed.newMerchant()];
    const leaving = new AbortController();
    const headers = { 'x-token': merchant.token };
    const waits = oneTo(20).map(() =>
      fetch(`${feed.here}/api/v1/events?wait=30`, { headers, signal: leaving.signal }).catch(
        () => null,
      ),
    );
    await until(() => feed.app.followers.size() === 20);
    const refused = await ask(feed.here, merchant.token, 'wait=30');
    equal(refused.status, 429);
    equal(refused.body.code, 'rate_limited');
    equal(refused.headers.get('retry-after'), '5');
    equal((await openStream(feed.here, merchant.token, 'after=0')).response.statusCode, 429);
    equal((await ask(feed.here, merchant.token, '')).status, 200, 'without waiting it is read');
    const beside = ask(feed.here, neighbour.token, 'wait=30');
    await until(() => feed.app.followers.size() === 21);
    leaving.abort();
    deepEqual(new Set(await Promise.all(waits)), new Set([null]));
    await until(() => feed.app.followers.size() === 1);
    await feed.makeEvents(neighbour, 1);
    deepEqual(numbersOf((await beside).body.data), [1]);
  });

  it('has a limit for the whole process', async () => {
    const signals = createEventSignals(feed.app.store, () => undefined);
    const followers = createEventFollowers(signals, { per_merchant: 2, most: 3, reads_at_once: 1 });
    const base = await feed.serve({ ...feed.app, followers });
    const merchants = [await feed.newMerchant(), await feed.newMerchant()];
    const waits = [0, 0, 1].map((index) => ask(base, merchants[index]?.token ?? '', 'wait=30'));
    await until(() => followers.size() === 3);
    const refused = await ask(base, merchants[1]?.token ?? '', 'wait=30');
    deepEqual([refused.status, refused.body.code], [503, 'unavailable']);
    equal(refused.headers.get('retry-after'), '5');
    followers.stop();
    for (const { body } of await Promise.all(waits)) deepEqual(body.data, [], 'stopping ends them');
    signals.close();
  });

  it('with a token that is revoked meanwhile gets nothing', async () => {
    const merchant = await feed.newMerchant();
    const { merchant_id } = merchant;
    const issued = accepted(
      await issueToken(feed.app, OPERATOR, merchant_id, raw({ mode: 'token', scopes: ['read'] })),
    );
    const wait = ask(feed.here, issued.token ?? '', 'wait=30');
    await until(() => feed.app.followers.size() === 1);
    await revokeToken(feed.app, OPERATOR, merchant_id, issued.id);
    await feed.makeEvents(merchant, 1);
    equal((await wait).status, 401);
  });
});
