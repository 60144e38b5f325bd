// How long a job rests after its round.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Job, restMs } from '../../server/jobs/job-loop.ts';

const job: Job = { name: 'look', run: () => Promise.resolve(false), poll_ms: 2_000 };

test('a job looks again after its time, however long its round took', () => {
  for (const took_ms of [0, 39, 5_000]) assert.equal(restMs(job, took_ms), 2_000);
});

test('one that looks at more and more takes at most a fiftieth of the time, once a minute', () => {
  const heavy: Job = { ...job, rests_longer: true };
  const rests = [0, 39, 40, 41, 1_000, 90_000].map((took_ms) => restMs(heavy, took_ms));
  assert.deepEqual(rests, [2_000, 2_000, 2_000, 2_050, 50_000, 60_000]);
});
