// How many accounts are looked at first: accounts found taken are remembered for a second.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type Crowding, createCrowding } from '../../../server/domain/account/account-crowding.ts';

let clock_ms: number;
let crowding: Crowding;
beforeEach(() => {
  clock_ms = 0;
  crowding = createCrowding(() => clock_ms);
});

test('one, as long as amounts are free', () => {
  assert.equal(crowding.wanted(100n), 1);
  clock_ms = 10_000;
  assert.equal(crowding.wanted(100n), 1);
});

test('all for an amount that was taken; one more for each other, up to five', () => {
  for (const [index, wanted] of [2, 3, 4, 5, 5, 5].entries()) {
    crowding.noteTaken(BigInt(index));
    assert.equal(crowding.wanted(BigInt(index)), undefined);
    assert.equal(crowding.wanted(100n), wanted);
  }
});

test('an amount is asked for anew after a second, one account less each time', () => {
  crowding.noteTaken(1n);
  crowding.noteTaken(2n);
  clock_ms = 999;
  assert.equal(crowding.wanted(1n), undefined);
  clock_ms = 1_000;
  assert.equal(crowding.wanted(1n), 2);
  clock_ms = 2_000;
  assert.equal(crowding.wanted(1n), 1);
  clock_ms = 3_000;
  assert.equal(crowding.wanted(1n), 1);
});
