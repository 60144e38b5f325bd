// The jobs of which one process is enough: done by the one that is told to, and by no other.
import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runJobs } from '../../server/jobs/run-jobs.ts';
import { type Delivery, quiet } from './outbox-scene.ts';

function scene(single_jobs?: Promise<void>) {
  const expired = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<void>();
  let expirations = 0;
  const runner = runJobs<Delivery>(
    {
      log: quiet,
      events: { wait: () => new Promise(() => undefined) },
      isOutage: () => false,
      countFailure: () => undefined,
      rests: () => Promise.resolve(false),
      expire: () => {
        expirations += 1;
        expired.resolve();
        return Promise.resolve(0);
      },
      rematch: () => Promise.resolve(0),
      clean: () => Promise.resolve(0),
      endByAge: () => Promise.resolve(0),
      endCallbacks: () => Promise.resolve(0),
      releaseHolds: () => Promise.resolve(0),
      expireProposals: () => Promise.resolve(0),
      followErasures: () => Promise.resolve(0),
      followDeadlines: () => Promise.resolve(0),
      workRails: () => Promise.resolve(0),
      answerSandboxOrders: () => Promise.resolve(0),
      prove: () => Promise.resolve(0),
      followClock: () => Promise.resolve(0),
      followEndpoints: () => Promise.resolve(0),
      countEvents: () => Promise.resolve(false),
      writeMisses: () => Promise.resolve(0),
      makeWords: () => Promise.resolve(0),
      makePayeeWords: () => Promise.resolve(false),
      applyRules: () => Promise.resolve(0),
      reseal: () => Promise.resolve(0),
      measure: () => Promise.resolve(0),
      watchAlerts: () => Promise.resolve(0),
      sendNotices: () => Promise.resolve(0),
      sendReports: () => Promise.resolve(0),
      claim: () => {
        claimed.resolve();
        return Promise.resolve({ deliveries: [], has_more: false, emptied: [] });
      },
      post: () => Promise.reject(new Error('Nothing to post')),
      record: () => Promise.resolve(false),
    },
    undefined,
    single_jobs,
  );
  return { runner, expired, claimed, expirations: () => expirations };
}

describe('the jobs of one process', () => {
  it('are done where nothing else is said', async () => {
    const { runner, expired, claimed } = scene();
    await Promise.all([expired.promise, claimed.promise]);
    await runner.stop();
  });

  it('are done from the moment it is told to; deliveries are made at once', async () => {
    const single_jobs = Promise.withResolvers<void>();
    const { runner, expired, claimed, expirations } = scene(single_jobs.promise);
    await claimed.promise;
    equal(expirations(), 0);
    single_jobs.resolve();
    await expired.promise;
    await runner.stop();
  });

  it('are not begun by a process that stops', async () => {
    const single_jobs = Promise.withResolvers<void>();
    const { runner, claimed, expirations } = scene(single_jobs.promise);
    await claimed.promise;
    const stopped = runner.stop();
    single_jobs.resolve();
    await stopped;
    equal(expirations(), 0);
  });
});
