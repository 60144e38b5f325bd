// When a load asks: after each answer, or when a request is due, and what counts then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTally, type LoadTally } from '../../bench/load/load-tally.ts';
import { closedLoop, openLoop } from '../../bench/load/loops.ts';

const CREATED = { status: 201, retry_after: false, closes: false };
const SHED = { status: 503, retry_after: true, closes: false };

type Asked = [index: number, since_ms: number];

/** `requests` are all that there are. */
function parts(lines: number, tally: LoadTally, requests = 1_000) {
  const asked: Asked[] = [];
  let left = requests;
  const next = () => {
    left -= 1;
    return left < 0 ? null : 'request';
  };
  const ask = (index: number, _request: string, since_ms: number) => asked.push([index, since_ms]);
  return { asked, parts: { lines, source: { next }, tally, ask } };
}

test('closed: each line asks at the start and after its own answer, until the end', () => {
  const { asked, parts: given } = parts(2, createTally(0, 1));
  const loop = closedLoop(given);
  loop.start(0);
  loop.free(1, 10);
  loop.free(0, 999);
  loop.free(1, 1_000);
  assert.deepEqual(asked, [
    [0, 0],
    [1, 0],
    [1, 10],
    [0, 999],
  ]);
});

test('closed: the window ends where there is nothing more to ask', () => {
  const tally = createTally(0, 1);
  const loop = closedLoop(parts(1, tally, 1).parts);
  loop.start(0);
  loop.free(0, 250);
  tally.answered(CREATED, 0, 200);
  assert.equal(tally.end_ms(), 250);
  assert.equal(tally.result(0).per_second, 4);
});

test('open: a line that gets free late takes the oldest request, late since it was due', () => {
  const tally = createTally(0, 1);
  const { asked, parts: given } = parts(0, tally);
  const loop = openLoop(given, 100);
  loop.start(0);
  loop.free(7, 25);
  loop.free(8, 26);
  loop.free(9, 27);
  // The fourth request is due at 30 ms: this line waits for it.
  loop.free(6, 29);
  loop.end(1_000);
  assert.deepEqual(asked, [
    [7, 0],
    [8, 10],
    [9, 20],
  ]);
});

test('open: what no line was free for is unanswered, and its waiting counts', () => {
  const tally = createTally(0, 1);
  const loop = openLoop(parts(0, tally).parts, 100);
  loop.start(0);
  loop.end(1_000);
  const { unanswered, max_ms, p50_ms } = tally.result(0);
  assert.equal(unanswered, 100);
  assert.equal(max_ms, 1_000);
  assert.ok(p50_ms > 500 && p50_ms < 515);
});

test('only what is due in the window counts; the rate is of answers in it', () => {
  const tally = createTally(1_000, 2);
  tally.answered(CREATED, 900, 1_100); // Due in the warm-up.
  tally.answered(CREATED, 1_000, 1_500);
  tally.answered(SHED, 2_000, 2_001);
  tally.answered(CREATED, 2_900, 3_100); // Answered after the end: slow, but no part of the rate.
  tally.unanswered(3_000, 9_000);
  const result = tally.result(8);
  assert.equal(result.per_second, 1);
  assert.equal(result.answered, 4);
  assert.deepEqual(result.statuses, { 201: 2, 503: 1 });
  assert.equal(result.shed, 1);
  assert.equal(result.unanswered, 0);
  assert.equal(result.max_ms, 500);
  assert.ok(Math.abs(result.cpu_us_per_request - 8 / 3) < 1e-9);
});

test('a load that is over before its warm-up has measured nothing', () => {
  const tally = createTally(1_000, 1);
  tally.endAt(500);
  assert.throws(() => tally.result(0), /warm-up/);
});

test('the measured time goes on until so many of its requests are answered', () => {
  const tally = createTally(1_000, 1, 2);
  tally.answered(CREATED, 900, 1_100); // Due in the warm-up.
  tally.answered(CREATED, 1_000, 2_500);
  assert.equal(tally.end_ms(), Number.POSITIVE_INFINITY);
  tally.answered(CREATED, 2_500, 3_000);
  assert.equal(tally.end_ms(), 3_000);
  tally.answered(CREATED, 2_500, 3_100);
  const result = tally.result(0);
  assert.deepEqual([result.statuses, result.seconds], [{ 201: 3 }, 2]);
  assert.equal(result.per_second, 1.5);
  const quick = createTally(1_000, 1, 1);
  quick.answered(CREATED, 1_000, 1_100);
  assert.equal(quick.end_ms(), 2_000);
});
