// How many files are on their way at once: in all, from one address, and over time.
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadGate } from '../../../server/http/customer/upload-gate.ts';

test('three of one address, eight in all; a place that is left is free again', () => {
  const gate = createUploadGate();
  const own = [1, 2, 3].map(() => gate.enter('192.0.2.1'));
  ok(own.every((leave) => leave !== null));
  equal(gate.enter('192.0.2.1'), null);
  const others = [2, 3, 4, 5, 6].map((last) => gate.enter(`192.0.2.${last}`));
  ok(others.every((leave) => leave !== null));
  equal(gate.enter('192.0.2.7'), null);
  equal(gate.enter(null), null);
  own[0]?.();
  ok(gate.enter('192.0.2.1') !== null);
  equal(gate.enter('192.0.2.1'), null);
});

test('those whose address is not known share the places, and nothing else', () => {
  const gate = createUploadGate();
  const leaves = Array.from({ length: 8 }, () => gate.enter(null));
  ok(leaves.every((leave) => leave !== null));
  equal(gate.enter(null), null);
  leaves[0]?.();
  ok(gate.enter(null) !== null);
});

test('one address after the other file, and then slower', () => {
  const gate = createUploadGate();
  let taken = 0;
  for (let count = 0; count < 500; count += 1) {
    const leave = gate.enter('192.0.2.1');
    if (leave === null) break;
    taken += 1;
    leave();
  }
  ok(taken >= 60 && taken < 100, `${taken} were taken`);
  ok(gate.enter('192.0.2.2') !== null);
});
