// What a process keeps of endpoints: their room, who has recovered, and what waits too long.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NONE_TAKEN, type QueuedEndpoint } from '../../server/domain/callback/delivery-places.ts';
import { createEndpointBook } from '../../server/jobs/endpoint-book.ts';
import { createWaitingDeliveries } from '../../server/jobs/waiting-deliveries.ts';

const placed = (queue: QueuedEndpoint['queue'] = 'first', endpoint = 1n): QueuedEndpoint => ({
  merchant_id: 'shop',
  endpoint,
  queue,
  is_limited: false,
});

describe('the book of endpoints', () => {
  const attempt = (
    book: ReturnType<typeof createEndpointBook>,
    of: QueuedEndpoint,
    ms: number | null,
  ) => {
    const pace = book.take(of);
    book.start(of);
    book.ended(of, ms);
    book.leave(of, pace);
    return pace;
  };

  test('counts places by merchant and pace until they are left', () => {
    const book = createEndpointBook(8);
    const pace = book.take(placed());
    assert.equal(pace, 'unknown');
    assert.deepEqual(book.now().by_all, { ...NONE_TAKEN, unknown: 1 });
    assert.deepEqual(book.now().byMerchant('shop'), { ...NONE_TAKEN, unknown: 1 });
    assert.deepEqual(book.rooms(), [{ merchant_id: 'shop', endpoint: 1n, room: 0 }]);
    book.start(placed());
    assert.equal(book.canStart(placed()), false);
    book.ended(placed(), 5);
    book.leave(placed(), pace);
    assert.deepEqual(book.now().byMerchant('shop'), NONE_TAKEN);
    assert.deepEqual(book.rooms(), []);
    assert.equal(book.room(placed()), 2 + 6);
  });

  test('nothing waits in memory for an endpoint with limits: all that was claimed starts', () => {
    const book = createEndpointBook(8);
    const of = { ...placed(), is_limited: true };
    attempt(book, of, 5);
    assert.equal(book.room(of), 2, 'its share, and none ahead');
    for (let taken = 0; taken < 3; taken += 1) book.take(of);
    for (let started = 0; started < 3; started += 1) {
      assert.ok(book.canStart(of));
      book.start(of);
    }
    book.take(placed());
    assert.equal(book.canStart(placed()), false, 'the limits were removed');
  });

  test('an endpoint has recovered when it answers quickly after it did not', () => {
    const book = createEndpointBook(8);
    attempt(book, placed(), 5);
    assert.deepEqual(book.recovered(), []);
    attempt(book, placed(), null);
    assert.ok(book.isSlow(placed()));
    attempt(book, placed(), 5);
    assert.deepEqual(book.recovered(), [{ merchant_id: 'shop', endpoint: 1n }]);
    book.emptied(book.recovered());
    assert.deepEqual(book.recovered(), []);
    attempt(book, placed('slow', 2n), 5);
    assert.equal(book.recovered().length, 1, 'another process found it slow');
    attempt(book, placed('slow', 2n), null);
    assert.deepEqual(book.recovered(), []);
  });

  test('endpoints without end are forgotten, those with attempts under way are not', () => {
    const book = createEndpointBook(8);
    const kept = placed('first', -1n);
    book.take(kept);
    for (let endpoint = 1n; endpoint <= 10_010n; endpoint += 1n) {
      attempt(book, placed('first', endpoint), null);
    }
    assert.equal(book.rooms().length, 1);
    assert.equal(book.isSlow(placed('first', 1n)), false);
    assert.equal(book.isSlow(placed('first', 10_000n)), true);
  });
});

test('what waits leaves in order, and is given up when it is too late', () => {
  const late: number[] = [];
  const room = createWaitingDeliveries<number>((item) => late.push(item));
  const later = performance.now() + 60_000;
  room.add('a', [1, 2], later);
  room.add('a', [3], 0);
  room.add('a', [4], later);
  room.add('b', [5], later);
  assert.deepEqual(
    [room.take('a'), room.take('a'), room.take('a'), room.take('a')],
    [1, 2, 4, undefined],
  );
  assert.deepEqual(late, [3]);
  assert.equal(room.take('b'), 5);
});
