// Threads that read what others send: a few, started when they are first needed. Each does one work
// at a time, within a time and a memory; one that exceeds them is ended, and nothing else with it.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReadingName } from './readers.ts';
import { type Ending, type Thread, type Work, workOn } from './thread-work.ts';

export type PoolRule = {
  threads: number;
  /** Works that may wait for a thread; more are refused. */
  most_waiting: number;
  /** Of working, not of waiting for the file's next piece. */
  time_limit_ms: number;
  /** Of the thread's own objects; bytes of files are not among them. */
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
  // Between two works nobody else listens: a thread that ends then is only replaced.
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
      // The process stays for a work, and never for a thread that waits for one.
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
