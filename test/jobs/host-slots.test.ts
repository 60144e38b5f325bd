// How much room a host has: all of it while it answers, little while it is silent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createHostRooms } from '../../server/jobs/host-rooms.ts';
import { createHostSlots } from '../../server/jobs/host-slots.ts';
import { createWaitingRoom } from '../../server/jobs/waiting-room.ts';

describe('the slots of a host', () => {
  test('fall to one with silence and double with each answer', () => {
    const slots = createHostSlots(8);
    const free = () => slots.room('a').free;
    assert.equal(free(), 8);
    slots.take('a');
    assert.equal(free(), 7);
    slots.free('a', null);
    for (const expected of [1, 2, 4, 8, 8]) {
      assert.equal(free(), expected);
      slots.take('a');
      slots.free('a', 3_000);
    }
  });

  test('only one that answers quickly may have some wait', () => {
    const slots = createHostSlots(4);
    slots.take('a');
    assert.equal(slots.room('a').ahead, 0);
    slots.take('a');
    slots.free('a', 5);
    assert.equal(slots.room('a').ahead, 12);
    slots.take('a');
    slots.free('a', 9_000);
    assert.equal(slots.room('a').ahead, 0);
  });

  test('a host that is as any other is forgotten', () => {
    const slots = createHostSlots(2);
    for (const host of ['a', 'b']) slots.take(host);
    slots.free('a', 5);
    slots.free('b', null);
    assert.deepEqual(slots.known(), ['b']);
  });
});

describe('what a host may bring', () => {
  const slotsWith = (free: number, ahead: number) => ({
    known: () => ['a'],
    room: (host: string) => (host === 'a' ? { free, ahead } : { free: 16, ahead: 0 }),
  });

  test('is worth a claim while less than half of what may wait does', () => {
    const rooms = (free: number, queued: number) =>
      createHostRooms(slotsWith(free, 48), { count: () => queued }, 16)
        .all()
        .get('a');
    assert.deepEqual([rooms(16, 0), rooms(0, 24), rooms(0, 25), rooms(3, 48)], [64, 24, 0, 0]);
  });

  test('tells once there is room for what a claim may have left', () => {
    const room = { free: 0, ahead: 0 };
    const slots = { known: () => ['a'], room: () => room };
    const rooms = createHostRooms(slots, { count: () => 0 }, 2);
    assert.equal(rooms.claimed(rooms.all(), ['b']), false);
    assert.equal(rooms.hasOpened('a'), false);
    room.free = 1;
    assert.equal(rooms.hasOpened('a'), true);
    assert.equal(rooms.hasOpened('b'), false, 'it brought less than it might');
    assert.equal(rooms.claimed(rooms.all(), []), false);
    assert.equal(rooms.hasOpened('a'), false, 'nothing of it was left');
    room.free = 0;
    const asked = rooms.all();
    room.free = 1;
    assert.equal(rooms.claimed(asked, ['b', 'b']), true, 'room was made during the claim');
    assert.equal(rooms.hasOpened('b'), true, 'it brought all that it might');
  });
});

describe('what waits for a slot', () => {
  test('leaves in order, and not when it is too late', () => {
    const room = createWaitingRoom<{ host: string; id: number }>();
    const later = performance.now() + 60_000;
    const add = (host: string, ids: number[], before: number) =>
      room.add(
        ids.map((id) => ({ host, id })),
        before,
      );
    add('a', [1, 2], later);
    add('a', [3], 0);
    add('a', [4], later);
    add('b', [5], later);
    assert.deepEqual([room.count('a'), room.count('b'), room.total()], [4, 1, 5]);
    const taken = [room.take('a'), room.take('a'), room.take('a')];
    assert.deepEqual(
      taken.map((one) => one?.id),
      [1, 2, 4],
    );
    assert.equal(room.take('a'), undefined);
    assert.deepEqual([room.count('a'), room.total()], [0, 1]);
  });
});
