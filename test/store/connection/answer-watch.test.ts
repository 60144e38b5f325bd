// The one clock that checks the time limits of all statements.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  createAnswerWatch,
  type Unanswered,
} from '../../../server/store/connection/answer-watch.ts';

const TIMES = { look_ms: 5, doubt_ms: 20 };
const watch = createAnswerWatch(undefined, TIMES);
after(() => watch.stop());

function waiting(timeout_ms: number, isThere = () => Promise.resolve(true)) {
  const given_up = Promise.withResolvers<void>();
  let count = 0;
  const giveUp = () => {
    count += 1;
    given_up.resolve();
  };
  const one: Unanswered = { timeout_ms, giveUp, isThere };
  return { one, given_up: given_up.promise, count: () => count };
}

test('what has no answer in time is given up, once, and nobody else', async () => {
  const late = waiting(20);
  const patient = waiting(3_600_000);
  watch.begin(patient.one);
  watch.begin(late.one);
  await late.given_up;
  await setTimeout(30);
  assert.deepEqual([late.count(), patient.count()], [1, 0]);
});

test('what has its answer is never given up', async () => {
  const answered = waiting(20);
  const later = waiting(60);
  watch.begin(answered.one);
  watch.begin(later.one);
  watch.end(answered.one);
  watch.end(answered.one);
  await later.given_up;
  assert.equal(answered.count(), 0);
});

test('a watch that is stopped gives up nobody', async () => {
  const stopped = createAnswerWatch(undefined, TIMES);
  const forgotten = waiting(1);
  stopped.begin(forgotten.one);
  stopped.stop();
  const later = waiting(40);
  watch.begin(later.one);
  await later.given_up;
  assert.equal(forgotten.count(), 0);
});

test('what may take long is given up, once, when its server is gone', async () => {
  let looks = 0;
  const lost = waiting(3_600_000, () => {
    looks += 1;
    return Promise.resolve(looks < 3);
  });
  const kept = waiting(3_600_000);
  watch.begin(lost.one);
  watch.begin(kept.one);
  await lost.given_up;
  await setTimeout(60);
  assert.deepEqual([looks, lost.count(), kept.count()], [3, 1, 0]);
});

test('its server is asked for by one question at a time', async () => {
  const answer = Promise.withResolvers<boolean>();
  let looks = 0;
  const slow = waiting(3_600_000, () => {
    looks += 1;
    return answer.promise;
  });
  watch.begin(slow.one);
  await setTimeout(120);
  assert.equal(looks, 1);
  // Its own answer came first: nothing is left to give up.
  watch.end(slow.one);
  answer.resolve(false);
  await setTimeout(30);
  assert.deepEqual([looks, slow.count()], [1, 0]);
});
