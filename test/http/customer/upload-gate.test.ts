// How many files are on their way at once: in all, from one address, and over time.
import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadGate } from '../../../server/http/customer/upload-gate.ts';

test('three of one address, eight in all; a place that is left is free again', () => {
  const gate = createUploadGate();
  const own = [1, 2, 3].map(() => gate.enter('192.0.2.1'));
  ok(own.every((leave) => typeof leave === 'function'));
  equal(gate.enter('192.0.2.1'), 'own');
  const others = [2, 3, 4, 5, 6].map((last) => gate.enter(`192.0.2.${last}`));
  ok(others.every((leave) => typeof leave === 'function'));
  equal(gate.enter('192.0.2.7'), 'all');
  equal(gate.enter(null), 'all');
  const [first] = own;
  if (typeof first === 'function') first();
  equal(typeof gate.enter('192.0.2.1'), 'function');
  equal(gate.enter('192.0.2.1'), 'all');
});

test('those whose address is not known share the places, and nothing else', () => {
  const gate = createUploadGate();
  const leaves = Array.from({ length: 8 }, () => gate.enter(null));
  ok(leaves.every((leave) => typeof leave === 'function'));
  equal(gate.enter(null), 'all');
  const [first] = leaves;
  if (typeof first === 'function') first();
  equal(typeof gate.enter(null), 'function');
});

test('one address after the other file, and then slower', () => {
  const gate = createUploadGate();
  let taken = 0;
  for (let count = 0; count < 500; count += 1) {
    const leave = gate.enter('192.0.2.1');
    if (typeof leave === 'string') break;
    taken += 1;
    leave();
  }
  ok(taken >= 60 && taken < 100, `${taken} were taken`);
  equal(typeof gate.enter('192.0.2.2'), 'function');
});
