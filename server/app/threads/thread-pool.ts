// A pool of reading threads, started on first use. Each does one piece of work at a time within
// limits of time and memory; one that exceeds them is stopped, and nothing else with it.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReadingName } from './readers.ts';
import { type Ending, type Thread, type Work, workOn } from './thread-work.ts';

export type PoolRule = {
  threads: number;
  /** How many may wait for a thread; more are refused. */
  most_waiting: number;
  /** Time spent working, without waiting for the file's next piece. */
  time_limit_ms: number;
  /** For the thread's own objects; the bytes of files do not count. */
  memory_limit_mb: number;
};

export type ThreadPool = {
  run<Name extends ReadingName>(work: Work<Name>): Promise<Ending<Name>>;
};

const PROGRAM = new URL('./thread-main.ts', import.meta.url);

function startThread({ memory_limit_mb }: PoolRule): Thread {
  const worker = new Worker(PROGRAM, {
    resourceLimits: { maxOldGenerationSizeMb: memory_limit_mb },
  });
  const thread = { worker, ready: once(worker, 'message'), is_dead: false };
  // Nothing else listens between two pieces of work; a thread that ends then is replaced.
  const dead = () => {
    thread.is_dead = true;
  };
  worker.on('error', dead).on('exit', dead);
  return thread;
}

export function createThreadPool(rule: PoolRule): ThreadPool {
  let idle: Thread[] = [];
  const waiting: ((thread: Thread) => void)[] = [];
  let working = 0;
  const take = (): Thread => {
    idle = idle.filter((thread) => !thread.is_dead);
    return idle.pop() ?? startThread(rule);
  };
  const enter = (): Promise<Thread> | Thread | null => {
    if (working < rule.threads) {
      working += 1;
      return take();
    }
    if (waiting.length >= rule.most_waiting) return null;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (thread: Thread): void => {
    if (thread.is_dead) void thread.worker.terminate();
    else idle.push(thread);
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next(take());
  };
  return {
    async run(work) {
      const entered = enter();
      if (entered === null) return { stopped: 'busy' };
      const thread = await entered;
      // Work keeps the process alive; a thread without work does not.
      thread.worker.ref();
      try {
        return await workOn(thread, work, rule.time_limit_ms);
      } finally {
        thread.worker.unref();
        leave(thread);
      }
    },
  };
}
