// Whether the service answers is known within two seconds of the first call without an answer, on a
// clock that the test moves; and a service that is away is not asked more and more often.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { watchReach } from '../../../../console/api/reach-watch.ts';

type Service = 'answers' | 'refuses' | 'hangs';
type Timer = { at: number; run: () => void };

/** Lets everything go on that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function openScene() {
  const timers = new Set<Timer>();
  const asked: number[] = [];
  let now = 1_000_000;
  let service: Service = 'answers';
  const later = (delay_ms: number, run: () => void) => {
    const timer = { at: now + delay_ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const watch = watchReach({
    now: () => now,
    later,
    ask(most_ms) {
      asked.push(now);
      if (service !== 'hangs') return Promise.resolve(service === 'answers');
      return new Promise((resolve) => {
        later(most_ms, () => resolve(false));
      });
    },
  });
  return {
    watch,
    asked,
    now: () => now,
    become(next: Service) {
      service = next;
    },
    /** Moves the clock, and does on the way what is due. */
    async pass(ms: number) {
      const until = now + ms;
      for (;;) {
        await settle();
        const [next] = [...timers].toSorted((a, b) => a.at - b.at);
        if (next === undefined || next.at > until) break;
        timers.delete(next);
        now = next.at;
        next.run();
      }
      now = until;
    },
    isSilent: () => watch.current().silent_since !== null,
  };
}

const TOLD_WITHIN_MS = 2_000;

describe('a service that does not answer', () => {
  it('is known at once if it refuses the call and the question', async () => {
    const { watch, become, pass, isSilent, asked, now } = openScene();
    watch.answered();
    const answered_at = now();
    await pass(60_000);
    become('refuses');
    watch.suspect();
    await pass(0);
    deepEqual(watch.current(), { silent_since: answered_at });
    equal(asked.length, 1);
    ok(isSilent());
  });

  it('is known within two seconds if it leaves a call without an answer', async () => {
    const { watch, become, pass, isSilent } = openScene();
    become('hangs');
    watch.sent();
    await pass(TOLD_WITHIN_MS - 1);
    ok(isSilent());
  });

  it('is known within two seconds although it answered a question just before', async () => {
    for (const how of ['refuses', 'hangs'] as const) {
      const { watch, become, pass, isSilent } = openScene();
      await watch.look();
      become(how);
      watch.suspect();
      watch.sent();
      await pass(TOLD_WITHIN_MS - 1);
      ok(isSilent(), how);
    }
  });

  it('is known although a question from before is still to be answered', async () => {
    for (const sees of ['look', 'lookAnew'] as const) {
      const { watch, become, pass, isSilent } = openScene();
      void watch.look();
      become('refuses');
      void watch[sees]();
      await pass(0);
      equal(isSilent(), sees === 'lookAnew', sees);
    }
  });

  it('is not told of if only one call fails, or takes long', async () => {
    const { watch, pass, isSilent, asked } = openScene();
    watch.suspect();
    await pass(5_000);
    equal(isSilent(), false);
    const ended = watch.sent();
    await pass(60_000);
    ended();
    equal(isSilent(), false);
    const so_far = asked.length;
    // Once for the failure, then for the long call: after one second, and every ten seconds.
    equal(so_far, 7);
    await pass(3_600_000);
    equal(asked.length, so_far);
  });

  it('is asked nothing by itself as long as nothing fails', async () => {
    const { watch, pass, asked } = openScene();
    for (let call = 0; call < 100; call += 1) {
      const ended = watch.sent();
      await pass(900);
      ended();
      watch.answered();
    }
    deepEqual(asked, []);
  });
});

describe('a service that stays away', () => {
  for (const how of ['refuses', 'hangs'] as const) {
    it(`is asked one question at a time, more and more rarely: it ${how}`, async () => {
      const { watch, become, pass, asked } = openScene();
      become(how);
      for (let second = 0; second < 600; second += 1) {
        // A page with a dozen lists, and a stream that is taken up again.
        for (let call = 0; call < 12; call += 1) watch.suspect();
        watch.sent();
        await pass(1_000);
      }
      ok(asked.length <= 45, `${asked.length} questions in ten minutes`);
      const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
      ok(gaps.slice(5).every((gap) => gap >= 15_000));
    });

    it(`is back with its next answer: it ${how}`, async () => {
      const { watch, become, pass, isSilent } = openScene();
      const told: boolean[] = [];
      watch.subscribe(() => told.push(isSilent()));
      become(how);
      watch.suspect();
      await pass(30_000);
      let is_back = false;
      const back = watch.back().then(() => {
        is_back = true;
      });
      await settle();
      equal(is_back, false);
      become('answers');
      await pass(20_001);
      await back;
      deepEqual(told, [true, false]);
    });
  }

  it('is back with any other answer, before it is asked', async () => {
    const { watch, become, pass, isSilent, asked } = openScene();
    become('refuses');
    watch.suspect();
    await pass(60_000);
    const before = asked.length;
    watch.answered();
    equal(isSilent(), false);
    await pass(60_000);
    equal(asked.length, before);
  });
});
